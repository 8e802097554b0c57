import { accountNumberError, type PayoutAccount } from '@rootsquare/contract/trade/payouts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { payoutAccount, useSetPayoutAccount } from '#web/features/orders/payouts/api.ts'
import { BankField } from '#web/features/orders/payouts/bank-field.tsx'
import { Section } from '#web/features/orders/payouts/earnings.tsx'
import { dayAndClockText } from '#web/lib/format/clock-text.ts'
import { useMinute } from '#web/lib/format/minute-clock.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './bank-account.module.css'

export function BankAccount() {
  return (
    <Section title="Bank account">
      <AccountOrForm />
    </Section>
  )
}

function AccountOrForm() {
  const account = useQuery(payoutAccount)
  const [isChanging, setChanging] = useState(false)
  const [wasChanged, setChanged] = useState(false)
  if (account.isLoadingError)
    return <LoadError query={account} otherwise="Your bank account could not be loaded." />
  if (account.data === undefined) return <RowsSkeleton label="Loading your bank account" count={1} />
  const close = () => {
    setChanging(false)
    setChanged(true)
  }
  if (account.data === null || isChanging)
    return (
      <BankAccountForm
        takesFocus={isChanging}
        onSaved={close}
        onCancel={account.data === null ? undefined : close}
      />
    )
  return <SavedAccount account={account.data} takesFocus={wasChanged} onChange={() => setChanging(true)} />
}

type SavedAccountProps = { account: PayoutAccount; takesFocus: boolean; onChange: () => void }

/** Shows the account, and takes the focus after the form, because the focused button was removed. */
function SavedAccount({ account, takesFocus, onChange }: SavedAccountProps) {
  const text = useRef<HTMLParagraphElement>(null)
  const isWaiting = Date.parse(account.usableFrom) > useMinute()
  useEffect(() => {
    if (takesFocus) text.current?.focus()
  }, [takesFocus])
  return (
    <div className={`card-box stack gap-s ${classes.card}`}>
      <p ref={text} tabIndex={-1} className="breakable no-ring">
        Payouts go to <strong>{account.accountName}</strong>, {account.bankName} ••••{account.last4}
        {isWaiting ? `, from ${dayAndClockText(account.usableFrom)}.` : '.'}
      </p>
      {isWaiting && (
        <p className="muted text-xs">
          A new bank account is used only after a while, so that nobody can redirect your money unnoticed.
        </p>
      )}
      <Button variant="outline" onClick={onChange}>
        Change bank account
      </Button>
    </div>
  )
}

type BankAccountFormProps = {
  /** True if the form replaces the button that had the focus. */
  takesFocus: boolean
  onSaved: () => void
  onCancel: (() => void) | undefined
}

function BankAccountForm({ takesFocus, onSaved, onCancel }: BankAccountFormProps) {
  const form = useAccountForm(onSaved)
  const { ref } = form.props
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector('input')?.focus()
  }, [takesFocus, ref])
  return (
    <DraftForm form={form} className={`card-box stack ${classes.card}`}>
      <p className="muted">
        What you earn is sent to this account. Your bank tells us the name of its holder.
      </p>
      <BankField {...form.choice('bankCode')} />
      <TextField
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        {...form.field('accountNumber')}
      />
      <PasswordField
        label="Your Rootsquare password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <div className="wrap gap-s display-flex justify-end">
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" isBusy={form.isPending}>
          Save bank account
        </Button>
      </div>
    </DraftForm>
  )
}

const noAccount = { bankCode: '', accountNumber: '' }

/** Restores the draft when the page is opened again, but not the password. */
function useAccountForm(onSaved: () => void) {
  const save = useSetPayoutAccount()
  return useForm({
    initial: { ...noAccount, password: '' },
    draft: useTextsDraft({ what: 'payout-account', isPrivate: true }, noAccount),
    rules: {
      bankCode: (code) => (code === '' ? 'Choose your bank from the list.' : null),
      accountNumber: (typed) => (/^\d{10}$/.test(digitsOf(typed)) ? null : accountNumberError),
      password: (password) => (password === '' ? 'Password is required' : null),
    },
    send: (typed) => save.mutateAsync({ ...typed, accountNumber: digitsOf(typed.accountNumber) }),
    onClose: onSaved,
    onSuccess: () => showSnackbar('success', 'Bank account saved'),
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', serverMessage(failure, unsaved))
    },
  })
}

const unsaved = 'Your bank account could not be saved. Please try again.'
/** Removes blanks and dashes, because people type and copy numbers with them. */
const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')
