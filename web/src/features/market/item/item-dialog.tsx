import type { Item } from '@rootsquare/contract/market'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { itemsFailed } from '#web/features/market/browse/api.ts'
import { itemOf } from '#web/features/market/item/item-api.ts'
import { ItemBuy } from '#web/features/market/item/item-buy.tsx'
import type { OnAdd } from '#web/features/market/item/item-buy.tsx'
import { listedItem } from '#web/entities/items/item-cache.ts'
import { ItemFrame, useLeave } from '#web/features/market/item/item-frame.tsx'
import { ItemStaffActions } from '#web/features/market/item/item-staff-actions.tsx'
import { ItemPictures } from '#web/features/market/item/item-pictures.tsx'
import type { EnlargedProps } from '#web/features/market/item/item-pictures.tsx'
import { ItemSeller } from '#web/features/market/item/item-seller.tsx'
import { ItemTools } from '#web/features/market/item/item-tools.tsx'
import { ItemTexts } from '#web/features/market/item/item-texts.tsx'
import { isMissing } from '#web/lib/net/server-message.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './item-dialog.module.css'

type ItemDialogProps = {
  itemId: number
  onClose: () => void
  onAdd: OnAdd
  /** The quantity in the cart. */
  inCart?: number | undefined
  /** The page passes it in, because it belongs to another feature. */
  Enlarged: ComponentType<EnlargedProps>
}
type Shared = Pick<ItemDialogProps, 'onAdd' | 'inCart' | 'Enlarged'>

export function ItemDialog({ itemId, onClose, ...shared }: ItemDialogProps) {
  const titleId = useId()
  const { isLeft, leave } = useLeave(onClose)
  if (isLeft) return null
  return (
    <ItemFrame titleId={titleId} onClose={leave}>
      <Content itemId={itemId} titleId={titleId} leave={leave} {...shared} />
    </ItemFrame>
  )
}

type ContentProps = Shared & { itemId: number; titleId: string; leave: () => void }

function Content({ itemId, titleId, leave, ...shared }: ContentProps) {
  const queryClient = useQueryClient()
  const item = useQuery({ ...itemOf(itemId), placeholderData: () => listedItem(queryClient, itemId) })
  if (isMissing(item.error)) return <MissingItem titleId={titleId} leave={leave} />
  if (item.isPending) return <Skeleton titleId={titleId} />
  if (item.isLoadingError)
    return (
      <Message titleId={titleId} title="Item">
        <ErrorCard text={itemsFailed} onRetry={() => void item.refetch()} />
      </Message>
    )
  return <LoadedItem item={item.data} titleId={titleId} leave={leave} {...shared} />
}

type LoadedItemProps = Shared & { item: Item; titleId: string; leave: () => void }

function LoadedItem({ item, titleId, leave, onAdd, inCart, Enlarged }: LoadedItemProps) {
  return (
    <div className={classes.columns}>
      <ItemPictures item={item} Enlarged={Enlarged} />
      <div className={classes.text}>
        <ItemTexts item={item} titleId={titleId} tools={<ItemTools item={item} onDeleted={leave} />} />
        <ItemStaffActions item={item} onDeleted={leave} />
        {item.can.buy && !item.can.approve && <ItemBuy item={item} onAdd={onAdd} inCart={inCart} />}
        <ItemSeller item={item} />
      </div>
    </div>
  )
}

function MissingItem({ titleId, leave }: { titleId: string; leave: () => void }) {
  return (
    <Message titleId={titleId} title="This item is not here any more.">
      <p>It may be sold, taken back by its seller, or not approved at the moment.</p>
      <Button onClick={leave}>See what else is for sale</Button>
    </Message>
  )
}

function Message({ titleId, title, children }: { titleId: string; title: string; children: ReactNode }) {
  return (
    <div className={classes.message}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </div>
  )
}

/** As large as the loaded item, so that nothing moves. */
function Skeleton({ titleId }: { titleId: string }) {
  return (
    <div className={classes.columns}>
      <h2 id={titleId} className="sr-only">
        Loading item
      </h2>
      <div className={classes.ghostPicture} aria-hidden="true" />
      <div className={classes.text} aria-hidden="true">
        {['name', 'price', 'stock', 'description', 'buy', 'seller'].map((part) => (
          <span key={part} className={classes.ghost} data-part={part} />
        ))}
      </div>
    </div>
  )
}
