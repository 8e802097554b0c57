import type { Item } from '@rootsquare/contract/trade/market'
import { useId, type ComponentType } from 'react'
import { ReviewList } from '#web/features/reviews/review-list.tsx'
import type { PictureViewerProps } from '#web/entities/market/picture-viewer.ts'
import classes from './item-reviews.module.css'

type ItemReviewsProps = { item: Item; PictureViewer: ComponentType<PictureViewerProps> }

export function ItemReviews({ item, PictureViewer }: ItemReviewsProps) {
  const titleId = useId()
  return (
    <section className={`stack gap-12 ${classes.reviews}`} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        Reviews
      </h3>
      {item.rating.count === 0 ? (
        <p className="note muted">No reviews yet. Whoever buys it can write the first one.</p>
      ) : (
        <ReviewList reviewed={{ type: 'item', id: item.id }} PictureViewer={PictureViewer} />
      )}
    </section>
  )
}
