import type { Item } from '@rootsquare/contract/market'
import { nairaText } from '@rootsquare/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useDecideItem } from '#web/features/market/item/item-api.ts'
import { ItemThumbnail } from '#web/entities/items/item-thumbnail.tsx'
import { reloadItems } from '#web/entities/items/item-cache.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { momentText } from '#web/lib/format/time.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './submitted-items.module.css'

const facts = ['muted', classes.facts].join(' ')

type SubmittedItemProps = {
  item: Item
  /** The card is about to go, with the button that has the focus. */
  onDecided: () => void
  onDisapprove: () => void
}

export function SubmittedItem({ item, onDecided, onDisapprove }: SubmittedItemProps) {
  const titleId = useId()
  const { id, name, price, stock, description, images, disapprovalReason } = item
  const isDisapproved = disapprovalReason !== null
  return (
    <article className={['card', classes.card].join(' ')} aria-labelledby={titleId} data-item={id}>
      <ItemThumbnail image={item.imageUrl} size={200} />
      <div className={['stack gap-8 breakable', classes.text].join(' ')}>
        <h3 id={titleId} className={classes.name} dir="auto">
          {name}
        </h3>
        <p className={classes.price}>{nairaText(price)}</p>
        <Seller item={item} />
        {isDisapproved && (
          <p className={classes.disapproved}>
            <strong>Disapproved.</strong>{' '}
            <span dir="auto">{disapprovalReason || 'No reason was given.'}</span>
          </p>
        )}
        <p className={classes.description} dir="auto">
          <LinkedText text={description} />
        </p>
        <p className={facts}>
          {quantityText(stock, 'piece')} in stock
          {images.length > 0 && `, ${quantityText(images.length, 'more picture')}`}
        </p>
        <div className={['row wrap', classes.actions].join(' ')}>
          {item.can.approve ? (
            <Decision
              item={item}
              isDisapproved={isDisapproved}
              onDecided={onDecided}
              onDisapprove={onDisapprove}
            />
          ) : (
            <p className={facts}>This is your own item. Somebody else decides.</p>
          )}
          <Link to="/marketplace" search={{ item: id }} className={['link', classes.open].join(' ')}>
            Open item<span className="sr-only"> {name}</span>
          </Link>
        </div>
      </div>
    </article>
  )
}

function Seller({ item: { sellerUsername, sellerProfileImage, createdDate } }: { item: Item }) {
  return (
    <p className="row gap-10 muted">
      <Avatar name={sellerUsername} image={sellerProfileImage} size={32} />
      <span>
        <Link
          to="/u/$username"
          params={{ username: sellerUsername }}
          className={['strong underline-on-hover', classes.member].join(' ')}
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
        // The seller has deleted it meanwhile.
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
