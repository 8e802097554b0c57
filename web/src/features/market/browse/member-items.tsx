import type { Item } from '@rootsquare/contract/trade/market'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { AdButton } from '#web/features/market/publish/ad-button.tsx'
import { itemsFailed, itemsOf } from '#web/features/market/market-api.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useNeighbourFocus } from '#web/ui/overlays/use-neighbour-focus.ts'
import { ItemLine } from '#web/features/market/browse/item-line.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Chip } from '#web/ui/layout/chip.tsx'
import classes from './member-items.module.css'

type MemberItemsProps = {
  memberId: number
  isOwn: boolean
  emptyText: string
  /** Called when the number of the member's items may have changed. */
  onChange: () => void
}

export function MemberItems({ memberId, isOwn, emptyText, onChange }: MemberItemsProps) {
  const items = useInfiniteQuery(itemsOf(memberId))
  useErrorSnackbar(items.isLoadingError ? itemsFailed : null, items.errorUpdateCount)
  if (items.isPending) return <RowsSkeleton label="Loading items" />
  if (items.isLoadingError) return <ErrorCard text={itemsFailed} onRetry={() => void items.refetch()} />
  const all = entriesOf(items.data, ({ id }) => id)
  return (
    <section className="card-box" aria-label="Items">
      {(isOwn || all.length > 0) && (
        <div className={`flex-row ${classes.head} justify-end gap-m pad-s-m line-below`}>
          {all.length > 0 && (
            <Link
              to="/shop/$userId"
              params={{ userId: String(memberId) }}
              className={`text-link touch ${classes.shop}`}
            >
              {isOwn ? 'See your shop' : 'Visit the shop'}
            </Link>
          )}
          {isOwn && (
            <AdButton variant="primary" onDone={onChange}>
              Publish ads
            </AdButton>
          )}
        </div>
      )}
      {all.length === 0 && <EmptyMessage text={emptyText} />}
      <ul aria-label="items">
        <ListRows of={all} rowKey={({ id }) => id}>
          {(item) => <Row item={item} onChange={onChange} />}
        </ListRows>
      </ul>
      <LoadMore pages={items} />
    </section>
  )
}

function Row({ item, onChange }: { item: Item; onChange: () => void }) {
  const row = useRef<HTMLLIElement>(null)
  useNeighbourFocus(row)
  return (
    <li ref={row} className={`divided flex-row wrap ${classes.row}`}>
      <div className={classes.item}>
        <ItemLine item={item} />
        {item.can.update && <ApprovalState item={item} />}
      </div>
      {item.can.update && (
        <AdButton item={item} variant="outline" onDone={onChange}>
          Update Item
          <span className="sr-only">: {item.name}</span>
        </AdButton>
      )}
    </li>
  )
}

/** Shown only to the seller. */
function ApprovalState({ item: { isApproved, disapprovalReason } }: { item: Item }) {
  const reason = isApproved ? null : disapprovalReason
  return (
    <div className={`stack gap-2xs justify-start ${classes.approval}`}>
      {isApproved && <Chip tone="leaf">Approved</Chip>}
      {!isApproved && reason === null && <Chip tone="gold">Unapproved</Chip>}
      {reason !== null && <Chip tone="error">Disapproved</Chip>}
      {reason && <p className="text-s muted breakable pre-wrap">{reason}</p>}
    </div>
  )
}
