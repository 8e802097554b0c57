import { nairaText } from '@rootsquare/contract/lib/money'
import type { PayoutProblem, TrialBalance } from '@rootsquare/contract/trade/payouts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { payoutProblems, trialBalance } from '#web/features/payouts/api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { stampText } from '#web/lib/format/time.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './earnings.module.css'

const stateTexts: Record<PayoutProblem['state'], string> = {
  PENDING: 'Waits to be sent',
  SENT: 'Sent, without an answer from the bank',
  PAID: 'Paid',
  FAILED: 'Failed',
  REVERSED: 'Sent back by the bank',
}

/** Payouts that somebody has to look at. Each is paid again from its order. */
export function PayoutProblems() {
  const headingId = useId()
  return (
    <section className="stack gap-12" aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Payouts with problems
      </h2>
      <ProblemList />
    </section>
  )
}

function ProblemList() {
  const pages = useInfiniteQuery(payoutProblems())
  if (pages.isLoadingError) return <LoadError query={pages} otherwise="The payouts could not be loaded." />
  if (pages.isPending) return <RowsSkeleton label="Loading payouts" count={2} />
  const problems = entriesOf(pages.data, ({ id }) => id)
  if (problems.length === 0)
    return (
      <div className="card">
        <EmptyMessage text="No payout has a problem." />
      </div>
    )
  return (
    <div>
      <ul className={`card ${classes.list}`} aria-label="Payouts with problems">
        {problems.map((problem) => (
          <Problem key={problem.id} problem={problem} />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </div>
  )
}

function Problem({ problem }: { problem: PayoutProblem }) {
  const { amount, sellerUsername, state, why, reference, createdDate } = problem
  return (
    <li className={`divided ${classes.payout}`}>
      <span>
        <strong>{nairaText(amount)}</strong> to {sellerUsername}
      </span>
      <span className={`breakable ${classes.state}`}>
        {stateTexts[state]}
        {why !== null && `. ${why}`}
      </span>
      <span className="small muted breakable">{reference}</span>
      <time className="small muted" dateTime={createdDate}>
        {stampText(createdDate)}
      </time>
    </li>
  )
}

/** What is owed to whom, from the ledger alone. */
export function LedgerBalance() {
  const headingId = useId()
  const balance = useQuery(trialBalance)
  return (
    <section className="stack gap-12" aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Trial balance
      </h2>
      {balance.isLoadingError && (
        <LoadError query={balance} otherwise="The trial balance could not be loaded." />
      )}
      {balance.isPending && <RowsSkeleton label="Loading the trial balance" count={2} />}
      {balance.data !== undefined && <Accounts balance={balance.data} />}
    </section>
  )
}

const accountNames: Record<string, string> = {
  PROVIDER: 'At the payment provider',
  FEES: 'Fees of the provider',
  CLEARING: 'Paid, neither sold nor refunded',
  REFUNDS: 'Owed to buyers',
  COMMISSION: 'Commission',
  CHARGEBACKS: 'Taken back by banks',
  HELD: 'Held for sellers',
  AVAILABLE: 'Available to sellers',
  ON_THE_WAY: 'On the way to sellers',
}

function Accounts({ balance: { accounts, sum } }: { balance: TrialBalance }) {
  return (
    <div className="card">
      <table className={classes.accounts}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Owed</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, amount }) => (
            <tr key={account}>
              <th scope="row">{accountNames[account] ?? account}</th>
              <td>{nairaText(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td>{nairaText(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
