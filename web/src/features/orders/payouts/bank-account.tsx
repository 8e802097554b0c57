import { accountNumberError, type PayoutAccount } from '@rootsquare/contract/trade/payouts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { z } from 'zod'
import { payoutAccount, useSetPayoutAccount } from '#web/features/orders/payouts/api.ts'
import { BankField } from '#web/features/orders/payouts/bank-field.tsx'
import { Section } from '#web/features/orders/payouts/earnings.tsx'
import { useMinute } from '#web/lib/format/minute-clock.ts'
import { CallError } from '#web/lib/net/call.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
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
    <div className={`card stack gap-12 ${classes.card}`}>
      <p ref={text} tabIndex={-1} className={`breakable ${classes.text}`}>
        Payouts go to <strong>{account.accountName}</strong>, {account.bankName} ••••{account.last4}
        {isWaiting ? `, from ${usableFromText(account.usableFrom)}.` : '.'}
      </p>
      {isWaiting && (
        <p className="muted small">
          A new bank account is used only after a while, so that nobody can redirect your money unnoticed.
        </p>
      )}
      <Button variant="outline" onClick={onChange}>
        Change bank account
      </Button>
    </div>
  )
}

const moment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

/** Returns the time in Lagos, such as 'Wed 18 Nov 15:20'. */
const usableFromText = (iso: string) => moment.format(new Date(iso)).replaceAll(',', '')

type BankAccountFormProps = {
  /** True if the form replaces the button that had the focus. */
  takesFocus: boolean
  onSaved: () => void
  onCancel: (() => void) | undefined
}

function BankAccountForm({ takesFocus, onSaved, onCancel }: BankAccountFormProps) {
  const { value, errors, change, ref, isBusy, onSubmit } = useAccountForm(onSaved)
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector('input')?.focus()
  }, [takesFocus, ref])
  return (
    <form ref={ref} className={`card stack ${classes.card}`} noValidate onSubmit={onSubmit}>
      <p className="muted">
        What you earn is sent to this account. Your bank tells us the name of its holder.
      </p>
      <BankField
        name="bankCode"
        code={value.bankCode}
        error={errors.bankCode}
        onChange={(bankCode) => change({ bankCode })}
      />
      <TextField
        name="accountNumber"
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={value.accountNumber}
        error={errors.accountNumber}
        onChange={(event) => change({ accountNumber: event.currentTarget.value })}
      />
      <PasswordField
        name="password"
        label="Your Rootsquare password"
        autoComplete="current-password"
        value={value.password}
        error={errors.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <div className={`wrap gap-12 ${classes.buttons}`}>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" isBusy={isBusy}>
          Save bank account
        </Button>
      </div>
    </form>
  )
}

const AccountDraft = z.object({ bankCode: z.string(), accountNumber: z.string() })
const noAccount = { bankCode: '', accountNumber: '' }
const fieldNames = ['bankCode', 'accountNumber', 'password'] as const
type AccountText = Record<(typeof fieldNames)[number], string>
type AccountErrors = Partial<AccountText>

/** Restores the draft when the page is opened again, but not the password. */
function useAccountForm(onSaved: () => void) {
  const ref = useRef<HTMLFormElement>(null)
  const { draft, change: changeDraft, clear } = useDraft({ what: 'payout-account' }, AccountDraft, noAccount)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<AccountErrors>({})
  const save = useSetPayoutAccount()
  const value = { ...draft, password }

  function change({ password: typed, ...changed }: Partial<AccountText>): void {
    if (typed === undefined) changeDraft((now) => ({ ...now, ...changed }))
    else setPassword(typed)
    const name = fieldNames.find((one) => one in changed) ?? 'password'
    setErrors((now) => ({ ...now, [name]: undefined }))
  }

  /** Returns whether any field has an error, and focuses the first one. */
  function showErrors(found: AccountErrors): boolean {
    setErrors(found)
    const first = fieldNames.find((name) => found[name] !== undefined)
    const field = first && ref.current?.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
    return first !== undefined
  }

  function reject(failure: Error): void {
    const fields: AccountErrors = failure instanceof CallError ? failure.fields : {}
    if (!showErrors(fields)) showSnackbar('error', serverMessage(failure, unsaved))
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    if (save.isPending || showErrors(checkAccount(value))) return
    clearSnackbars()
    const accountNumber = digitsOf(value.accountNumber)
    save.mutateAsync({ ...value, accountNumber }, { onSuccess: onSaved }).then(() => {
      clear()
      showSnackbar('success', 'Bank account saved')
    }, reject)
  }

  return { ref, value, errors, change, isBusy: save.isPending, onSubmit }
}

const unsaved = 'Your bank account could not be saved. Please try again.'
/** Removes blanks and dashes, because people type and copy numbers with them. */
const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')

function checkAccount({ bankCode, accountNumber, password }: AccountText): AccountErrors {
  return {
    ...(bankCode === '' && { bankCode: 'Choose your bank from the list.' }),
    ...(!/^\d{10}$/.test(digitsOf(accountNumber)) && { accountNumber: accountNumberError }),
    ...(password === '' && { password: 'Password is required' }),
  }
}
