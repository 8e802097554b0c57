import type { PostMedium } from '@rootsquare/contract/posts'
import { useState } from 'react'
import { ItemDialog } from '#web/features/market/item/item-dialog.tsx'
import type { PictureViewerProps } from '#web/entities/market/picture-viewer.ts'
import { Lightbox } from '#web/features/posts/media/lightbox.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'

type MarketItemProps = { itemId: number; onClose: () => void }

/** Passes the reviews and the picture viewer to the item, because they belong to other features. */
export function MarketItem({ itemId, onClose }: MarketItemProps) {
  return (
    <ItemDialog
      key={itemId}
      itemId={itemId}
      onClose={onClose}
      PictureViewer={PictureViewer}
      Reviews={ItemReviews}
    />
  )
}

const ItemReviews = lazyExtra(async () => (await import('#web/features/reviews/review-list.tsx')).ItemReviews)

/** Shows the pictures of an item or a review. */
export function PictureViewer({ pictures, first, name, by, onClose }: PictureViewerProps) {
  const [media] = useState(() => pictures.map((address) => mediumOf(address, name)))
  return <Lightbox media={media} first={first} by={by} label={`Pictures of ${name}`} onClose={onClose} />
}

function mediumOf(postImage: string, alt: string): PostMedium {
  return { postImage, thumbnail: null, type: 'image', width: null, height: null, alt }
}
