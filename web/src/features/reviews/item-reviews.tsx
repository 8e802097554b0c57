import type { Item } from '@rootsquare/contract/trade/market'
import { useId } from 'react'
import type { ComponentType } from 'react'
import { ReviewList } from '#web/features/reviews/review-list.tsx'
import type { EnlargedProps } from '#web/features/reviews/review-row.tsx'
import classes from './item-reviews.module.css'

type ItemReviewsProps = { item: Item; Enlarged: ComponentType<EnlargedProps> }

export function ItemReviews({ item, Enlarged }: ItemReviewsProps) {
  const titleId = useId()
  return (
    <section className={`stack gap-12 ${classes.reviews}`} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        Reviews
      </h3>
      {item.rating.count === 0 ? (
        <p className="note muted">No reviews yet. Whoever buys it can write the first one.</p>
      ) : (
        <ReviewList reviewed={{ type: 'item', id: item.id }} Enlarged={Enlarged} />
      )}
    </section>
  )
}
