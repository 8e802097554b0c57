import type { PostMedium } from '@rootsquare/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChangeLine } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { ItemDialog } from '#web/features/market/item/item-dialog.tsx'
import type { PictureViewerProps } from '#web/entities/market/picture-viewer.ts'
import { Lightbox } from '#web/features/posts/media/lightbox.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'

type MarketItemProps = { itemId: number; onClose: () => void }

/** Joins the item with the cart and the lightbox, which belong to other features. */
export function MarketItem({ itemId, onClose }: MarketItemProps) {
  const cart = useQuery(cartOf())
  const change = useChangeLine({ itemId }, () => {})
  return (
    <ItemDialog
      key={itemId}
      itemId={itemId}
      onClose={onClose}
      inCart={cart.data?.find((line) => line.itemId === itemId)?.count}
      onAdd={(count) => change.mutateAsync({ itemId, lineId: 0, count })}
      PictureViewer={PictureViewer}
      Reviews={ItemReviews}
    />
  )
}

const ItemReviews = lazyExtra(
  async () => (await import('#web/features/reviews/item-reviews.tsx')).ItemReviews,
)

/** Pictures of an item or a review. */
export function PictureViewer({ pictures, first, name, by, onClose }: PictureViewerProps) {
  const [media] = useState(() => pictures.map((address) => mediumOf(address, name)))
  return <Lightbox media={media} first={first} by={by} label={`Pictures of ${name}`} onClose={onClose} />
}

function mediumOf(postImage: string, alt: string): PostMedium {
  return { postImage, thumbnail: null, type: 'image', width: null, height: null, alt }
}
