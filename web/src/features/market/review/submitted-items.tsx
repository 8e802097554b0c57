import type { Item } from '@rootsquare/contract/market'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { itemsFailed } from '#web/features/market/browse/api.ts'
import { DisapproveDialog } from '#web/features/market/review/disapprove-dialog.tsx'
import { isStill, submittedItems } from '#web/features/market/review/submissions-api.ts'
import type { SubmittedKind } from '#web/features/market/review/submissions-api.ts'
import { SubmittedItem } from '#web/features/market/review/submitted-item.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-announced.ts'
import classes from './submitted-items.module.css'

const words = {
  waiting: { title: 'Items that wait', none: 'No items are waiting.' },
  disapproved: { title: 'Disapproved items', none: 'No item is disapproved.' },
} as const

/** What members want to sell, for an admin to decide on. */
export function SubmittedItems({ kind, wayOn }: { kind: SubmittedKind; wayOn: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const items = useInfiniteQuery(submittedItems(kind))
  const [refused, setRefused] = useState<Item | null>(null)
  useErrorSnackbar(items.isLoadingError ? itemsFailed : null, items.errorUpdateCount)
  if (items.isPending) return <RowsSkeleton label="Loading items" />
  if (items.isLoadingError) return <ErrorCard text={itemsFailed} onRetry={() => void items.refetch()} />
  const shown = entriesOf(items.data, ({ id }) => id).filter((item) => isStill(kind, item))

  /** Whoever has gone on to something else meanwhile is left there. */
  function passFocusOn({ id }: Item): void {
    const { activeElement: at, body } = document
    const isInCard = at?.closest(`[data-item="${id}"]`) != null
    if (at === null || at === body || at.id === 'main' || isInCard) heading.current?.focus()
  }

  return (
    <section className={classes.items} aria-labelledby="submitted-items">
      <h2 ref={heading} id="submitted-items" tabIndex={-1} className={['display', classes.title].join(' ')}>
        {words[kind].title}
      </h2>
      {shown.length === 0 && !items.hasNextPage && (
        <div className="card">
          <EmptyMessage text={words[kind].none} wayOn={wayOn} />
        </div>
      )}
      <ul className={classes.list}>
        {shown.map((item) => (
          <li key={item.id}>
            <SubmittedItem
              item={item}
              onDecided={() => passFocusOn(item)}
              onRefuse={() => setRefused(item)}
            />
          </li>
        ))}
      </ul>
      <LoadMore pages={items} />
      {refused !== null && (
        <DisapproveDialog
          item={refused}
          // At once, so that the focus is back from the dialog before it goes on.
          onClose={() => flushSync(() => setRefused(null))}
          onDone={() => passFocusOn(refused)}
        />
      )}
    </section>
  )
}
