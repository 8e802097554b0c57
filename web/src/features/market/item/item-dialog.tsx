import type { Item } from '@rootsquare/contract/trade/market'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Suspense, useId, useState, type ComponentType, type ReactNode } from 'react'
import { listedItem } from '#web/entities/items/item-cache.ts'
import { itemsFailed } from '#web/features/market/browse/api.ts'
import { itemOf } from '#web/features/market/item/item-api.ts'
import { ItemFrame, useLeave } from '#web/features/market/item/item-frame.tsx'
import { ItemPictures } from '#web/features/market/item/item-pictures.tsx'
import type { PictureViewerProps } from '#web/entities/market/picture-viewer.ts'
import { ItemSeller } from '#web/features/market/item/item-seller.tsx'
import { ItemStaffActions } from '#web/features/market/item/item-staff-actions.tsx'
import { ItemTexts } from '#web/features/market/item/item-texts.tsx'
import { ItemTools } from '#web/features/market/item/item-tools.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stepper } from '#web/ui/controls/stepper.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './item-dialog.module.css'

type ItemDialogProps = {
  itemId: number
  onClose: () => void
  onAdd: OnAdd
  /** The quantity in the cart. */
  inCart?: number | undefined
  /** The page passes both in, because they belong to other features. */
  PictureViewer: ComponentType<PictureViewerProps>
  Reviews: ComponentType<ReviewsProps>
}
type ReviewsProps = { item: Item; PictureViewer: ComponentType<PictureViewerProps> }
type Shared = Pick<ItemDialogProps, 'onAdd' | 'inCart' | 'PictureViewer' | 'Reviews'>

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

function LoadedItem({ item, titleId, leave, onAdd, inCart, PictureViewer, Reviews }: LoadedItemProps) {
  return (
    <div className={classes.columns}>
      <ItemPictures item={item} PictureViewer={PictureViewer} />
      <div className={classes.text}>
        <ItemTexts item={item} titleId={titleId} tools={<ItemTools item={item} onDeleted={leave} />} />
        <ItemStaffActions item={item} onDeleted={leave} />
        {item.can.buy && !item.can.approve && <ItemBuy item={item} onAdd={onAdd} inCart={inCart} />}
        <ItemSeller item={item} />
        {(item.isApproved || item.rating.count > 0) && (
          <Suspense>
            <Reviews item={item} PictureViewer={PictureViewer} />
          </Suspense>
        )}
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
    <div className={`stack ${classes.message}`}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </div>
  )
}

/** The sizes of name, price, stock, description and button. */
const ghosts = [
  ['70%', 34],
  ['40%', 42],
  ['120px', 44],
  ['100%', 96],
  ['100%', 52],
] as const

/** As large as the loaded item, so that nothing moves. */
function Skeleton({ titleId }: { titleId: string }) {
  return (
    <div className={classes.columns}>
      <h2 id={titleId} className="sr-only">
        Loading item
      </h2>
      <div className={classes.ghostPicture} aria-hidden="true" />
      <div className={classes.text} aria-hidden="true">
        {ghosts.map(([width, height]) => (
          <span key={`${width} ${height}`} className={classes.ghost} style={{ width, height }} />
        ))}
        <span className={classes.ghostSeller} />
      </div>
    </div>
  )
}

/** Sets the quantity in the cart; rejects if that failed. */
type OnAdd = (count: number) => Promise<unknown>
type ItemBuyProps = { item: Item; onAdd: OnAdd; inCart?: number | undefined }

function ItemBuy({ item, onAdd, inCart = 0 }: ItemBuyProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const [isAdding, setAdding] = useState(false)
  const count = Math.max(1, Math.min(chosen ?? inCart, item.stock))

  async function add(): Promise<void> {
    if (isAdding) return
    setAdding(true)
    try {
      await onAdd(count)
    } catch {
      // There may be fewer left than this page shows.
      await queryClient.invalidateQueries({ queryKey: itemOf(item.id).queryKey })
    }
    setAdding(false)
  }

  return (
    <div>
      <div className={`row wrap gap-12 ${classes.buy}`}>
        <Stepper name={item.name} count={count} most={item.stock} onChange={setChosen} />
        <Button isBusy={isAdding} onClick={() => void add()}>
          <span className={`row ${classes.label}`}>
            <ShoppingCart size={20} strokeWidth={1.9} aria-hidden="true" />
            {inCart > 0 ? 'Update cart' : 'Add to cart'}
          </span>
        </Button>
      </div>
      {inCart > 0 && (
        <p className={`muted ${classes.note}`}>{quantityText(inCart, 'is', 'are')} in your cart.</p>
      )}
    </div>
  )
}
