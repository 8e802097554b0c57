import type { Item } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, useId, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { deliveryLines } from '#web/entities/items/delivery-text.ts'
import { reloadItems } from '#web/entities/items/item-cache.ts'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { useStateNames } from '#web/entities/places/states.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { itemsFailed } from '#web/features/market/market-api.ts'
import { useDecideItem } from '#web/features/market/item-api.ts'
import { DisapproveDialog } from '#web/features/market/review/disapprove-dialog.tsx'
import { isOfKind, submittedItems, type SubmittedKind } from '#web/features/market/review/submissions-api.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { momentText } from '#web/lib/format/time.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import classes from './submitted-items.module.css'

const labels = {
  waiting: { title: 'Items waiting for approval', none: 'No items are waiting.' },
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

  /** Moves the focus only if it was in the removed card; otherwise the admin is working elsewhere. */
  function moveFocusFrom({ id }: Item): void {
    const { activeElement: at, body } = document
    const isInCard = at?.closest(`[data-item="${id}"]`) != null
    if (at === null || at === body || at.id === 'main' || isInCard) heading.current?.focus()
  }

  return (
    <section className="stack" aria-labelledby="submitted-items">
      <h2
        ref={heading}
        id="submitted-items"
        tabIndex={-1}
        className={`display-text ${classes.title} no-ring color-primary text-xl`}
      >
        {labels[kind].title}
      </h2>
      {shown.length === 0 && !items.hasNextPage && <EmptyCard text={labels[kind].none} action={action} />}
      <ul className={`stack ${classes.list}`}>
        <ListRows of={shown} rowKey={({ id }) => id}>
          {(item) => (
            <li>
              <SubmittedItem
                item={item}
                onDecided={() => moveFocusFrom(item)}
                onDisapprove={() => setDisapproved(item)}
              />
            </li>
          )}
        </ListRows>
      </ul>
      <LoadMore pages={items} />
      {disapproved !== null && (
        <DisapproveDialog
          item={disapproved}
          // The dialog must return the focus before the focus moves to another card.
          onClose={() => flushSync(() => setDisapproved(null))}
          onDone={() => moveFocusFrom(disapproved)}
        />
      )}
    </section>
  )
}

const facts = `muted ${classes.facts}`

/** The fees are approved with the item: a much higher one comes back here. */
function Delivery({ item: { delivery } }: { item: Item }) {
  const [state] = useStateNames(delivery.stateCode === null ? [] : [delivery.stateCode])
  const texts = deliveryLines(delivery, state).map(({ text }) => text)
  return <p className={facts}>{texts.join(' · ')}</p>
}

type SubmittedItemProps = {
  item: Item
  /** Called just before the card is removed together with its focused button. */
  onDecided: () => void
  onDisapprove: () => void
}

function SubmittedItem({ item, onDecided, onDisapprove }: SubmittedItemProps) {
  const titleId = useId()
  const { id, name, price, stock, description, images, disapprovalReason } = item
  const isDisapproved = disapprovalReason !== null
  return (
    <article className={`card-box padded gap-m ${classes.card}`} aria-labelledby={titleId} data-item={id}>
      <ItemThumbnail image={item.imageUrl} size={200} />
      <div className="stack gap-xs breakable content-top">
        <h3 id={titleId} className="text-l" dir="auto">
          {name}
        </h3>
        <p className="bold tabular text-m">{nairaText(price)}</p>
        <Seller item={item} />
        {isDisapproved && (
          <p className="pre-wrap soft-gold pad-s radius-s">
            <strong>Disapproved.</strong>{' '}
            <span dir="auto">{disapprovalReason || 'No reason was given.'}</span>
          </p>
        )}
        <p className="pre-wrap text-m leading-reading" dir="auto">
          <LinkedText text={description} />
        </p>
        <p className={facts}>
          {quantityText(stock, 'piece')} in stock
          {images.length > 0 && `, ${quantityText(images.length, 'more picture')}`}
        </p>
        <Delivery item={item} />
        <div className="flex-row wrap margin-top-2xs">
          {item.can.approve ? (
            <Decision
              item={item}
              isDisapproved={isDisapproved}
              onDecided={onDecided}
              onDisapprove={onDisapprove}
            />
          ) : (
            <p className={facts}>This is your own item. Another admin must decide.</p>
          )}
          <Link to="/marketplace" search={{ item: id }} className="text-link touch pad-x-xs">
            Open item<span className="sr-only"> {name}</span>
          </Link>
        </div>
      </div>
    </article>
  )
}

function Seller({ item: { sellerUsername, sellerProfileImage, createdDate } }: { item: Item }) {
  return (
    <p className="flex-row gap-s muted">
      <Avatar name={sellerUsername} image={sellerProfileImage} size={32} />
      <span>
        <Link
          to="/u/$username"
          params={{ username: sellerUsername }}
          className="strong underline-on-hover touch display-inline-flex items-center ink"
        >
          @{sellerUsername}
        </Link>{' '}
        <time dateTime={createdDate}>{momentText(createdDate)}</time>
      </span>
    </p>
  )
}

type DecisionProps = SubmittedItemProps & { isDisapproved: boolean }

function Decision({ item, isDisapproved, onDecided, onDisapprove }: DecisionProps) {
  const queryClient = useQueryClient()
  const decide = useDecideItem(item.id)

  function approve(): void {
    if (decide.isPending) return
    clearSnackbars()
    decide.mutateAsync({ state: true }).then(
      ({ message }) => {
        showSnackbar('success', message ?? 'The item is approved.')
        onDecided()
      },
      (failure: unknown) => {
        showSnackbar('error', errorText(failure))
        // The seller has already deleted the item.
        if (isMissing(failure)) void reloadItems(queryClient).then(onDecided)
      },
    )
  }

  return (
    <>
      <Button isBusy={decide.isPending} onClick={approve}>
        Approve<span className="sr-only"> {item.name}</span>
      </Button>
      {!isDisapproved && (
        <Button variant="outline" onClick={onDisapprove}>
          Disapprove<span className="sr-only"> {item.name}</span>
        </Button>
      )}
    </>
  )
}
