import { groupConsentWording } from '@rootsquare/contract/accounts'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import type { ChosenGroup } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { passAccount, type PendingAccount } from '#web/features/accounts/sign-up/pending-account.ts'
import { signUpNotice } from '#web/features/accounts/sign-up/sign-up-errors.ts'
import { useSignUpForm, type SignedUp } from '#web/features/accounts/sign-up/use-sign-up-form.ts'
import { CallError } from '#web/lib/net/call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './sign-up-form.module.css'

type GroupField = {
  name: string
  value: ChosenGroup | null
  error: ReactNode
  onChange: (group: ChosenGroup | null) => void
  onLeave: () => void
}

type SignUpFormProps = {
  onSignedUp: (account: SignedUp) => void
  /** The picker belongs to another feature, so the page provides it. */
  renderGroupPicker: (field: GroupField) => ReactNode
}

const noCorrection = { autoCapitalize: 'none', spellCheck: false } as const

export function SignUpForm({ onSignedUp, renderGroupPicker }: SignUpFormProps) {
  const form = useSignUpForm(onSignedUp)
  const { lastFailure: failure } = form
  return (
    <Form form={form}>
      {failure && <SignUpNotice failure={failure} />}
      {failure instanceof CallError && failure.code === 'TAKEN' && (
        <SignedUpBefore
          account={{
            // A name that is free belongs to nobody, so the address is the one that is taken.
            username: failure.fields.username === undefined ? form.values.email : form.values.username,
            userSecret: form.values.password,
            emailAddress: form.values.email.trim(),
          }}
        />
      )}
      <div className={`stack ${classes.names}`}>
        <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
      </div>
      <TextField label="Username" autoComplete="username" {...noCorrection} {...form.field('username')} />
      <TextField label="Email" type="email" autoComplete="email" {...noCorrection} {...form.field('email')} />
      <div className="stack gap-s">
        <PasswordField label="Password" autoComplete="new-password" {...form.field('password')} />
        <PasswordChecklist password={form.values.password} />
      </div>
      {renderGroupPicker({
        name: 'group',
        value: form.values.group,
        error: form.errors.group,
        onChange: (group) => form.set({ group }),
        onLeave: () => form.checkField('group'),
      })}
      <CheckField label={groupConsentWording} {...form.checkbox('consent')} />
      <Button type="submit" isWide isBusy={form.isPending}>
        Sign up
      </Button>
    </Form>
  )
}

/** Leads whoever has signed up before, and got no mail, to the page that sends it, also to another address. */
function SignedUpBefore({ account }: { account: PendingAccount }) {
  return (
    <p>
      Did you sign up before, and no mail came?{' '}
      <Link to="/mail-sent" className="text-link" onClick={() => passAccount(account)}>
        Send the mail again
      </Link>
    </p>
  )
}

function SignUpNotice({ failure }: { failure: Error }) {
  const sentences = signUpNotice(failure)
  if (sentences.length === 0) return null
  return (
    <Notice kind="error">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
