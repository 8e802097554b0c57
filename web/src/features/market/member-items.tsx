import { useInfiniteQuery } from '@tanstack/react-query'
import { itemsFailed, itemsOf } from '#web/features/market/api.ts'
import { ItemLine } from '#web/features/market/item-line.tsx'
import { entriesOf } from '#web/lib/entries-of.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './member-items.module.css'

/** What a member sells; one's own can be changed from here. */
export function MemberItems({ memberId, emptyText }: { memberId: number; emptyText: string }) {
  const items = useInfiniteQuery(itemsOf(memberId))
  useTold(items.isLoadingError ? itemsFailed : null, items.errorUpdateCount)
  if (items.isPending) return <RowsSkeleton label="Loading items" />
  if (items.isLoadingError) return <TroubleCard text={itemsFailed} onRetry={() => void items.refetch()} />
  const all = entriesOf(items.data, ({ id }) => id)
  return (
    <section className="card">
      {all.length === 0 && <EmptyWords text={emptyText} />}
      <ul aria-label="items">
        {all.map((item) => (
          <li key={item.id} className={classes.row}>
            <div className={classes.item}>
              <ItemLine item={item} />
              {!item.isApproved && <span className={classes.waiting}>Unapproved</span>}
            </div>
            {item.can.update && <UpdateItem name={item.name} />}
          </li>
        ))}
      </ul>
      <LoadMore pages={items} />
    </section>
  )
}

function UpdateItem({ name }: { name: string }) {
  return (
    <Button
      look="outline"
      onClick={() => showSnackbar('warning', 'Items are edited in the marketplace, which is being built.')}
    >
      Update Item
      <span className="sr-only">: {name}</span>
    </Button>
  )
}
