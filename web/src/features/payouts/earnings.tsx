import { nairaText } from '@rootsquare/contract/lib/money'
import type { PayoutBalance } from '@rootsquare/contract/trade/payouts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { payoutAccount, payoutBalance } from '#web/features/payouts/api.ts'
import { PayoutList } from '#web/features/payouts/payout-list.tsx'
import { Statement } from '#web/features/payouts/statement.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './earnings.module.css'

/** What a seller has earned, where it went, and the file for the books. */
export function Earnings() {
  const balance = useQuery(payoutBalance)
  const headingId = useId()
  return (
    <section className="stack gap-12" aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Your earnings
      </h2>
      {balance.isLoadingError ? (
        <LoadError query={balance} otherwise="Your earnings could not be loaded." />
      ) : (
        <BalanceOrNothing balance={balance.data} />
      )}
    </section>
  )
}

function BalanceOrNothing({ balance }: { balance: PayoutBalance | undefined }) {
  if (balance === undefined) return <RowsSkeleton label="Loading your earnings" count={1} />
  if (Object.values(balance).every((amount) => amount === 0))
    return (
      <div className="card">
        <EmptyMessage text="You have not sold anything yet." />
      </div>
    )
  return (
    <>
      <Figures balance={balance} />
      <PayoutList />
      <Statement />
    </>
  )
}

function figuresOf(balance: PayoutBalance, hasAccount: boolean) {
  return [
    { name: 'Held', amount: balance.held, about: 'Until the buyer has it and a few days have passed' },
    { name: 'Available', amount: balance.available, about: aboutAvailable(balance.available, hasAccount) },
    { name: 'On its way', amount: balance.onTheWay, about: 'To your bank account' },
    { name: 'Paid out', amount: balance.paid, about: 'All that has arrived so far' },
  ]
}

function aboutAvailable(available: number, hasAccount: boolean): string {
  if (available < 0) return 'More was refunded than you had: your next sales make up for it'
  if (!hasAccount) return 'Add your bank account below, so that we can send it'
  return 'Goes out with the next payout, from ₦1,000 on'
}

function Figures({ balance }: { balance: PayoutBalance }) {
  const { data: account } = useQuery(payoutAccount)
  return (
    <dl className={classes.figures}>
      {figuresOf(balance, account !== null).map(({ name, amount, about }) => (
        <div key={name} className={`card ${classes.figure}`}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.amount}>{nairaText(amount)}</dd>
          <dd className="small muted">{about}</dd>
        </div>
      ))}
    </dl>
  )
}
