import { ItemDialog } from '#web/features/market/item/item-dialog.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'

type MarketItemProps = { itemId: number; onClose: () => void }

/** Passes the reviews to the item, because they belong to another feature. */
export function MarketItem({ itemId, onClose }: MarketItemProps) {
  return <ItemDialog key={itemId} itemId={itemId} onClose={onClose} Reviews={ItemReviews} />
}

const ItemReviews = lazyExtra(async () => (await import('#web/features/reviews/review-list.tsx')).ItemReviews)
