import { nairaText } from '@rootsquare/contract/lib/money'
import type { Payout, PayoutState } from '@rootsquare/contract/trade/payouts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { payoutList } from '#web/features/payouts/api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { stampText } from '#web/lib/format/time.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './earnings.module.css'

export function PayoutList() {
  const pages = useInfiniteQuery(payoutList())
  if (pages.isLoadingError) return <LoadError query={pages} otherwise="Your payouts could not be loaded." />
  if (pages.isPending) return <RowsSkeleton label="Loading your payouts" count={2} />
  const payouts = entriesOf(pages.data, ({ id }) => id)
  if (payouts.length === 0)
    return (
      <div className="card">
        <EmptyMessage text="Nothing has been paid out to you yet." />
      </div>
    )
  return (
    <div>
      <ul className={`card ${classes.list}`} aria-label="Payouts">
        {payouts.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </div>
  )
}

const stateTexts: Record<PayoutState, string> = {
  PENDING: 'About to be sent',
  SENT: 'On its way',
  PAID: 'Paid',
  FAILED: 'Did not go through. The money is available again.',
  REVERSED: 'Sent back by the bank. The money is available again.',
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { amount, state, bankName, last4, createdDate } = payout
  return (
    <li className={`divided ${classes.payout}`}>
      <span>
        <strong>{nairaText(amount)}</strong>
        {bankName !== null && ` to ${bankName} ••••${last4}`}
      </span>
      <span className={classes.state}>{stateTexts[state]}</span>
      <time className="small muted" dateTime={createdDate}>
        {stampText(createdDate)}
      </time>
    </li>
  )
}
