import type { Item } from '@rootsquare/contract/trade/market'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, type HistoryLocation } from '@tanstack/react-router'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import X from 'lucide-react/icons/x'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useCartCount } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { listedItem } from '#web/entities/items/item-cache.ts'
import { itemsFailed } from '#web/features/market/market-api.ts'
import { itemOf } from '#web/features/market/item-api.ts'
import { ItemPictures } from '#web/features/market/item/item-pictures.tsx'
import { ItemSeller } from '#web/features/market/item/item-seller.tsx'
import { ItemStaffActions } from '#web/features/market/item/item-staff-actions.tsx'
import { itemTitleId, ItemTexts } from '#web/features/market/item/item-texts.tsx'
import { ItemTools } from '#web/features/market/item/item-tools.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Stepper } from '#web/ui/controls/stepper.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
import classes from './item-dialog.module.css'

type ItemDialogProps = {
  itemId: number
  onClose: () => void
  /** The page passes it in, because it belongs to another feature. */
  Reviews: ComponentType<{ item: Item }>
}
type ContentProps = Pick<ItemDialogProps, 'itemId' | 'Reviews'> & { leave: () => void }

export function ItemDialog({ onClose, ...content }: ItemDialogProps) {
  const { isLeft, leave } = useLeave(onClose)
  if (isLeft) return null
  return (
    <Overlay kind="dialog" aria-labelledby={itemTitleId} className={classes.panel} onClose={leave}>
      <IconButton label="Close" className={classes.close} onClick={leave} icon={X} />
      <Content leave={leave} {...content} />
    </Overlay>
  )
}

function Content({ itemId, leave, Reviews }: ContentProps) {
  const queryClient = useQueryClient()
  const item = useQuery({ ...itemOf(itemId), placeholderData: () => listedItem(queryClient, itemId) })
  if (isMissing(item.error))
    return (
      <Message title="This item is no longer available.">
        <p>It may be sold, removed by its seller, or not approved at the moment.</p>
        <Button onClick={leave}>See what else is for sale</Button>
      </Message>
    )
  if (item.isPending) return <Skeleton />
  if (item.isLoadingError)
    return (
      <Message title="Item">
        <ErrorCard text={itemsFailed} onRetry={() => void item.refetch()} />
      </Message>
    )
  return <LoadedItem item={item.data} leave={leave} Reviews={Reviews} />
}

type LoadedItemProps = Omit<ContentProps, 'itemId'> & { item: Item }

function LoadedItem({ item, leave, Reviews }: LoadedItemProps) {
  return (
    <div className={classes.columns}>
      <ItemPictures item={item} />
      <div className={`${classes.text} display-flex column gap-m shrinkable`}>
        <ItemTexts item={item} tools={<ItemTools item={item} onDeleted={leave} />} />
        <ItemStaffActions item={item} onDeleted={leave} />
        {item.can.buy && !item.can.approve && <ItemBuy item={item} />}
        <ItemSeller item={item} />
        {(item.isApproved || item.rating.count > 0) && (
          <Suspense>
            <Reviews item={item} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`stack justify-start ${classes.message}`}>
      <h2 id={itemTitleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </div>
  )
}

/** The placeholder has the sizes of name, price, stock, description and button. */
const placeholders = [
  ['70%', 34],
  ['40%', 42],
  ['120px', 44],
  ['100%', 96],
  ['100%', 52],
] as const

/** The placeholder is as large as the loaded item, so that nothing moves. */
function Skeleton() {
  return (
    <div className={classes.columns}>
      <h2 id={itemTitleId} className="sr-only">
        Loading item
      </h2>
      <div className={classes.ghostPicture} aria-hidden="true" />
      <div className={`${classes.text} display-flex column gap-m shrinkable`} aria-hidden="true">
        {placeholders.map(([width, height]) => (
          <span key={`${width} ${height}`} className={classes.ghost} style={{ width, height }} />
        ))}
        <span className={classes.ghostSeller} />
      </div>
    </div>
  )
}

function ItemBuy({ item }: { item: Item }) {
  const queryClient = useQueryClient()
  const cart = useQuery(cartOf())
  const inCart = cart.data?.find(({ itemId }) => itemId === item.id)?.count ?? 0
  const { change, isPending } = useCartCount({
    itemId: item.id,
    count: inCart,
    // Fewer pieces may be left than the page shows.
    onFailed: () => void queryClient.invalidateQueries({ queryKey: itemOf(item.id).queryKey }),
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const count = Math.max(1, Math.min(chosen ?? inCart, item.stock))

  return (
    <div>
      <div className={`flex-row wrap gap-s ${classes.buy}`}>
        <Stepper name={item.name} count={count} most={item.stock} onChange={setChosen} />
        <Button isBusy={isPending} onClick={() => isPending || change(count)}>
          <span className={`flex-row ${classes.label}`}>
            <Icon of={ShoppingCart} />
            {inCart > 0 ? 'Update cart' : 'Add to cart'}
          </span>
        </Button>
      </div>
      {inCart > 0 && (
        <p className="flex-row wrap muted margin-top-xs text-s">
          {quantityText(inCart, 'is', 'are')} in your cart.
          <Link to="/cart" className="text-link touch">
            View cart
          </Link>
        </p>
      )}
    </div>
  )
}

/**
 * Closes the dialog through the history. The address names the item, and open layers have history entries above it.
 * Closing first goes back over those entries and only then removes the item; otherwise Back would open it again.
 */
function useLeave(onClose: () => void): { isLeft: boolean; leave: () => void } {
  const { history } = useRouter()
  const [path] = useState(history.location.pathname)
  const [isLeft, setLeft] = useState(false)
  const isClosing = useRef(false)
  const closeLater = useEffectEvent(close)
  useEffect(
    () => (isLeft ? history.subscribe(({ location }) => hasNoLayers(location) && closeLater()) : undefined),
    [isLeft, history],
  )

  /** Closing changes the address, which notifies this subscriber again and would close the dialog twice. */
  function close(): void {
    if (isClosing.current) return
    isClosing.current = true
    onClose()
    isClosing.current = false
  }

  function leave(): void {
    // After a link was followed, the address belongs to another page.
    if (history.location.pathname !== path) return
    if (hasNoLayers(history.location)) close()
    else setLeft(true)
  }

  return { isLeft, leave }
}

function hasNoLayers({ state }: HistoryLocation): boolean {
  return state.layers === undefined || state.layers.length === 0
}
