import type { DisputeEntry } from '@rootsquare/contract/trade/disputes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { disputesIn, useReloadDisputes } from '#web/features/disputes/api.ts'
import type { DisputeScope, DisputeTab } from '#web/features/disputes/api.ts'
import { DisputeChip } from '#web/features/disputes/dispute-chip.tsx'
import { TradeRow, tradeRowLink } from '#web/entities/orders/trade-row.tsx'
import { reasonLabels } from '#web/entities/orders/trade-labels.ts'
import { outcomeText } from '#web/features/disputes/dispute-labels.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { dayText } from '#web/lib/format/time.ts'
import { textIn } from '#web/lib/navigation/search-params.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'

/** `slug` is the name in the address; the first tab needs none. */
const tabs = [
  { state: 'OPEN', name: 'Open', slug: undefined },
  { state: 'DECIDED', name: 'Decided', slug: 'decided' },
] as const

const emptyTexts: Record<DisputeScope, Record<DisputeTab, string>> = {
  own: {
    OPEN: 'You have no open disputes. If something is wrong with what you bought, say so on the page of the order.',
    DECIDED: 'None of your disputes has been decided yet.',
  },
  all: { OPEN: 'No disputes are open.', DECIDED: 'No dispute has been decided yet.' },
}

/** Lists the viewer's own disputes for buyers and sellers, and all disputes for staff. */
export function DisputeList({ scope }: { scope: DisputeScope }) {
  const isDecided = textIn(useSearch({ strict: false }), 'tab') === 'decided'
  const state = isDecided ? 'DECIDED' : 'OPEN'
  useReloadDisputes()
  return (
    <>
      <div className="card-box">
        <Tabs label="Which disputes" current={state}>
          {tabs.map((tab) => (
            <Tab
              key={tab.state}
              to={scope === 'own' ? '/disputes' : '/admin-disputes'}
              search={{ tab: tab.slug }}
              state={{ keepsFocus: true }}
              resetScroll={false}
              name={tab.name}
              isCurrent={tab.state === state}
            />
          ))}
        </Tabs>
      </div>
      <Rows key={state} scope={scope} state={state} />
    </>
  )
}

function Rows({ scope, state }: { scope: DisputeScope; state: DisputeTab }) {
  const disputes = useInfiniteQuery(disputesIn(scope, state))
  if (disputes.isPending) return <RowsSkeleton label="Loading disputes" count={4} />
  if (disputes.isLoadingError) return <LoadError query={disputes} />
  const shown = entriesOf(disputes.data, ({ id }) => id)
  if (shown.length === 0) return <EmptyCard text={emptyTexts[scope][state]} />
  return (
    <>
      <ul className="stack gap-s" aria-label="Disputes">
        <ListRows of={shown} rowKey={({ id }) => id}>
          {(dispute) => <Row dispute={dispute} />}
        </ListRows>
      </ul>
      <LoadMore pages={disputes} />
    </>
  )
}

const roleTexts: Record<DisputeEntry['role'], (dispute: DisputeEntry) => string> = {
  buyer: ({ seller }) => `Bought from ${nameOf(seller)}`,
  seller: ({ buyer }) => `Sold to ${nameOf(buyer)}`,
  staff: ({ buyer, seller }) => `${nameOf(buyer)} bought from ${nameOf(seller)}`,
}

const nameOf = (side: DisputeEntry['buyer']) => (side === null ? 'a deleted user' : `@${side.username}`)

function Row({ dispute }: { dispute: DisputeEntry }) {
  const { id, name, quantity, total, createdDate } = dispute
  return (
    <TradeRow image={dispute.thumbnailUrl} chip={<DisputeChip state={dispute.state} />} total={total}>
      <Link to="/disputes/$disputeId" params={{ disputeId: String(id) }} className={tradeRowLink}>
        {quantity} × {name}
      </Link>
      <p className="breakable">{reasonLabels[dispute.reason]}</p>
      <p className="muted breakable">
        {roleTexts[dispute.role](dispute)} · <time dateTime={createdDate}>{dayText(createdDate)}</time>
      </p>
      {dispute.state !== 'OPEN' && <p className="text-s">{outcomeText(dispute)}</p>}
    </TradeRow>
  )
}
