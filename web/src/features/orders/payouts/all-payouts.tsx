import { nairaText } from '@rootsquare/contract/lib/money'
import type { PayoutProblem, TrialBalance } from '@rootsquare/contract/trade/payouts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { payoutProblems, trialBalance } from '#web/features/orders/payouts/api.ts'
import { PayoutPages, Section } from '#web/features/orders/payouts/earnings.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './earnings.module.css'

const stateTexts: Record<PayoutProblem['state'], string> = {
  PENDING: 'Waits to be sent',
  SENT: 'Sent, without an answer from the bank',
  PAID: 'Paid',
  FAILED: 'Failed',
  REVERSED: 'Sent back by the bank',
}

/** Lists payouts that staff must check. Each is retried from the page of its order. */
export function PayoutProblems() {
  return (
    <Section title="Payouts with problems">
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
    </Section>
  )
}

/** Shows what is owed to whom, computed from the ledger alone. */
export function LedgerBalance() {
  const balance = useQuery(trialBalance)
  return (
    <Section title="Trial balance">
      {balance.isLoadingError && (
        <LoadError query={balance} otherwise="The trial balance could not be loaded." />
      )}
      {balance.isPending && <RowsSkeleton label="Loading the trial balance" count={2} />}
      {balance.data !== undefined && <Accounts balance={balance.data} />}
    </Section>
  )
}

const accountNames: Record<string, string> = {
  PROVIDER: 'At the payment provider',
  FEES: 'Fees of the provider',
  CLEARING: 'Paid, neither sold nor refunded',
  REFUNDS: 'Owed to buyers',
  COMMISSION: 'Commission',
  CHARGEBACKS: 'Taken back by banks',
  PLATFORM: 'Written off, or paid outside the provider',
  HELD: 'Held for sellers',
  AVAILABLE: 'Available to sellers',
  ON_THE_WAY: 'On the way to sellers',
}

function Accounts({ balance: { accounts, sum } }: { balance: TrialBalance }) {
  return (
    <div className="card-box">
      <table className={classes.accounts}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Owed</th>
          </tr>
        </thead>
        <tbody>
          <ListRows of={accounts} rowKey={({ account }) => account} as="tr">
            {({ account, amount }) => (
              <tr>
                <th scope="row">{accountNames[account] ?? account}</th>
                <td className="amount">{nairaText(amount)}</td>
              </tr>
            )}
          </ListRows>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td className="amount">{nairaText(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
