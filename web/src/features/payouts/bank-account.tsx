import type { PayoutAccount } from '@rootsquare/contract/trade/payouts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { BankAccountForm } from '#web/features/payouts/bank-account-form.tsx'
import { payoutAccount } from '#web/features/payouts/api.ts'
import { useMinute } from '#web/lib/format/minute-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './bank-account.module.css'

type BankAccountProps = { memberId: number }

export function BankAccount({ memberId }: BankAccountProps) {
  const headingId = useId()
  return (
    <section className="stack gap-12" aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Bank account
      </h2>
      <AccountOrForm memberId={memberId} />
    </section>
  )
}

function AccountOrForm({ memberId }: BankAccountProps) {
  const account = useQuery(payoutAccount)
  const [isChanging, setChanging] = useState(false)
  const [wasSaved, setSaved] = useState(false)
  if (account.isLoadingError)
    return <LoadError query={account} otherwise="Your bank account could not be loaded." />
  if (account.data === undefined) return <RowsSkeleton label="Loading your bank account" count={1} />
  const onSaved = () => {
    setChanging(false)
    setSaved(true)
  }
  if (account.data === null || isChanging)
    return (
      <BankAccountForm
        memberId={memberId}
        onSaved={onSaved}
        onCancel={account.data === null ? undefined : () => setChanging(false)}
      />
    )
  return <SavedAccount account={account.data} wasSaved={wasSaved} onChange={() => setChanging(true)} />
}

type SavedAccountProps = { account: PayoutAccount; wasSaved: boolean; onChange: () => void }

/** Gets the focus after saving, when the button that had it is gone. */
function SavedAccount({ account, wasSaved, onChange }: SavedAccountProps) {
  const text = useRef<HTMLParagraphElement>(null)
  const isWaiting = Date.parse(account.usableFrom) > useMinute()
  useEffect(() => {
    if (wasSaved) text.current?.focus()
  }, [wasSaved])
  return (
    <div className={`card stack gap-12 ${classes.card}`}>
      <p ref={text} tabIndex={-1} className={`breakable ${classes.text}`}>
        Payouts go to <strong>{account.accountName}</strong>, {account.bankName} ••••{account.last4}
        {isWaiting ? `, from ${fromText(account.usableFrom)}.` : '.'}
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

/** 'Wed 18 Nov 15:20', as clocks in Lagos show it. */
const fromText = (iso: string) => moment.format(new Date(iso)).replaceAll(',', '')
