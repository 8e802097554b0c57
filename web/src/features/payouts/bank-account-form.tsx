import { accountNumberError } from '@rootsquare/contract/trade/payouts'
import { useRef, useState, type SubmitEvent } from 'react'
import { z } from 'zod'
import { useSetPayoutAccount } from '#web/features/payouts/api.ts'
import { BankField } from '#web/features/payouts/bank-field.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './bank-account.module.css'

type BankAccountFormProps = { memberId: number; onSaved: () => void; onCancel: (() => void) | undefined }

export function BankAccountForm({ memberId, onSaved, onCancel }: BankAccountFormProps) {
  const { value, errors, change, ref, isBusy, onSubmit } = useAccountForm(memberId, onSaved)
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
      <div className={classes.buttons}>
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

/** The draft outlives the page; the password does not. */
function useAccountForm(memberId: number, onSaved: () => void) {
  const ref = useRef<HTMLFormElement>(null)
  const key = { what: 'payout-account', memberId, id: 0 }
  const { draft, change: changeDraft, clear } = useDraft(key, AccountDraft, noAccount)
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

  /** Returns whether there are errors at the fields, and focuses the first of them. */
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
/** People write and copy numbers with blanks and dashes. */
const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')

function checkAccount({ bankCode, accountNumber, password }: AccountText): AccountErrors {
  return {
    ...(bankCode === '' && { bankCode: 'Choose your bank from the list.' }),
    ...(!/^\d{10}$/.test(digitsOf(accountNumber)) && { accountNumber: accountNumberError }),
    ...(password === '' && { password: 'Password is required' }),
  }
}
