import { nairaText } from '@rootsquare/contract/lib/money'
import type { Payout, PayoutState } from '@rootsquare/contract/trade/payouts'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { payoutList } from '#web/features/payouts/api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { stampText } from '#web/lib/format/time.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './earnings.module.css'

const stateTexts: Record<PayoutState, string> = {
  PENDING: 'About to be sent',
  SENT: 'On its way',
  PAID: 'Paid',
  FAILED: 'Did not go through. The money is available again.',
  REVERSED: 'Sent back by the bank. The money is available again.',
}

export function PayoutList() {
  return (
    <PayoutPages
      pages={useInfiniteQuery(payoutList())}
      label="Payouts"
      emptyText="Nothing has been paid out to you yet."
      rowOf={({ bankName, last4, state }) => ({
        receiver: bankName === null ? null : `${bankName} ••••${last4}`,
        state: stateTexts[state],
      })}
    />
  )
}

type Entry = Pick<Payout, 'id' | 'amount' | 'createdDate'>
type Row = { receiver: string | null; state: string; reference?: string }

type PayoutPagesProps<T extends Entry> = {
  pages: UseInfiniteQueryResult<InfiniteData<{ content: T[] }>>
  label: string
  emptyText: string
  rowOf: (payout: T) => Row
}

export function PayoutPages<T extends Entry>({ pages, label, emptyText, rowOf }: PayoutPagesProps<T>) {
  if (pages.isLoadingError) return <LoadError query={pages} otherwise="The payouts could not be loaded." />
  if (pages.isPending) return <RowsSkeleton label="Loading payouts" count={2} />
  const payouts = entriesOf(pages.data, ({ id }) => id)
  if (payouts.length === 0)
    return (
      <div className="card">
        <EmptyMessage text={emptyText} />
      </div>
    )
  return (
    <div>
      <ul className="card" aria-label={label}>
        {payouts.map((payout) => (
          <PayoutRow key={payout.id} {...payout} {...rowOf(payout)} />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </div>
  )
}

function PayoutRow({ amount, createdDate, receiver, state, reference }: Entry & Row) {
  return (
    <li className={`divided ${classes.payout}`}>
      <span>
        <strong>{nairaText(amount)}</strong>
        {receiver !== null && ` to ${receiver}`}
      </span>
      <span className={`breakable ${classes.state}`}>{state}</span>
      {reference !== undefined && <span className="small muted breakable">{reference}</span>}
      <time className="small muted" dateTime={createdDate}>
        {stampText(createdDate)}
      </time>
    </li>
  )
}
