import { groupConsentWording } from '@rootsquare/contract/accounts'
import type { ReactNode } from 'react'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import type { ChosenGroup } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { signUpNotice } from '#web/features/accounts/sign-up/sign-up-errors.ts'
import { useSignUpForm } from '#web/features/accounts/sign-up/use-sign-up-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './sign-up-form.module.css'

type GroupField = {
  name: string
  value: ChosenGroup | null
  error: ReactNode
  onChange: (group: ChosenGroup) => void
  onLeave: () => void
}

type SignUpFormProps = {
  onSignedUp: (emailAddress: string) => void
  /** The picker belongs to another feature, so the page provides it. */
  renderGroupPicker: (field: GroupField) => ReactNode
}

const noCorrection = { autoCapitalize: 'none', spellCheck: false } as const

export function SignUpForm({ onSignedUp, renderGroupPicker }: SignUpFormProps) {
  const { form, isBusy, failure, onSubmit } = useSignUpForm(onSignedUp)
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {failure && <SignUpNotice failure={failure} />}
      <div className={`stack ${classes.names}`}>
        <TextField label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      </div>
      <TextField
        label="Username"
        autoComplete="username"
        {...noCorrection}
        {...form.getInputProps('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        {...noCorrection}
        {...form.getInputProps('email')}
      />
      <div className="stack gap-14">
        <PasswordField label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordChecklist password={form.values.password} />
      </div>
      {renderGroupPicker({
        name: 'group',
        value: form.values.group,
        error: form.errors.group,
        onChange: (group) => form.setFieldValue('group', group),
        onLeave: () => form.validateField('group'),
      })}
      <CheckField label={groupConsentWording} {...form.getCheckboxProps('consent')} />
      <Button type="submit" isWide isBusy={isBusy}>
        Sign up
      </Button>
    </form>
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
