import type { Item } from '@rootsquare/contract/market'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { itemsFailed } from '#web/features/market/browse/api.ts'
import { DisapproveDialog } from '#web/features/market/review/disapprove-dialog.tsx'
import { isOfKind, submittedItems } from '#web/features/market/review/submissions-api.ts'
import type { SubmittedKind } from '#web/features/market/review/submissions-api.ts'
import { SubmittedItem } from '#web/features/market/review/submitted-item.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './submitted-items.module.css'

const labels = {
  waiting: { title: 'Items that wait', none: 'No items are waiting.' },
  disapproved: { title: 'Disapproved items', none: 'No item is disapproved.' },
} as const

export function SubmittedItems({ kind, action }: { kind: SubmittedKind; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const items = useInfiniteQuery(submittedItems(kind))
  const [disapproved, setDisapproved] = useState<Item | null>(null)
  useErrorSnackbar(items.isLoadingError ? itemsFailed : null, items.errorUpdateCount)
  if (items.isPending) return <RowsSkeleton label="Loading items" />
  if (items.isLoadingError) return <ErrorCard text={itemsFailed} onRetry={() => void items.refetch()} />
  const shown = entriesOf(items.data, ({ id }) => id).filter((item) => isOfKind(kind, item))

  /** The focus moves only if it was in the card that goes; otherwise the person is busy elsewhere. */
  function moveFocusFrom({ id }: Item): void {
    const { activeElement: at, body } = document
    const isInCard = at?.closest(`[data-item="${id}"]`) != null
    if (at === null || at === body || at.id === 'main' || isInCard) heading.current?.focus()
  }

  return (
    <section className="stack" aria-labelledby="submitted-items">
      <h2 ref={heading} id="submitted-items" tabIndex={-1} className={['display', classes.title].join(' ')}>
        {labels[kind].title}
      </h2>
      {shown.length === 0 && !items.hasNextPage && (
        <div className="card">
          <EmptyMessage text={labels[kind].none} action={action} />
        </div>
      )}
      <ul className={['stack', classes.list].join(' ')}>
        {shown.map((item) => (
          <li key={item.id}>
            <SubmittedItem
              item={item}
              onDecided={() => moveFocusFrom(item)}
              onDisapprove={() => setDisapproved(item)}
            />
          </li>
        ))}
      </ul>
      <LoadMore pages={items} />
      {disapproved !== null && (
        <DisapproveDialog
          item={disapproved}
          // The dialog must return the focus before it moves on.
          onClose={() => flushSync(() => setDisapproved(null))}
          onDone={() => moveFocusFrom(disapproved)}
        />
      )}
    </section>
  )
}
