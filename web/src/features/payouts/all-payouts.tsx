import { nairaText } from '@rootsquare/contract/lib/money'
import type { PayoutProblem, TrialBalance } from '@rootsquare/contract/trade/payouts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { payoutProblems, trialBalance } from '#web/features/payouts/api.ts'
import { PayoutPages } from '#web/features/payouts/payout-list.tsx'
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
      <PayoutPages
        pages={useInfiniteQuery(payoutProblems())}
        label="Payouts with problems"
        emptyText="No payout has a problem."
        rowOf={({ sellerUsername, state, why, reference }) => ({
          receiver: sellerUsername,
          state: why === null ? stateTexts[state] : `${stateTexts[state]}. ${why}`,
          reference,
        })}
      />
    </section>
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
