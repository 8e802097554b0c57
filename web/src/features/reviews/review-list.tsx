import { reviewSorts, type ReviewPage, type ReviewSort } from '@rootsquare/contract/trade/reviews'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import type { Item } from '@rootsquare/contract/trade/market'
import { RatingText } from '#web/entities/market/stars.tsx'
import { reviewsOf, type ReviewSubject } from '#web/features/reviews/api.ts'
import { ReviewRow } from '#web/features/reviews/review-row.tsx'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './item-reviews.module.css'

const failed = 'The reviews could not be loaded.'

export function ReviewList({ reviewed }: { reviewed: ReviewSubject }) {
  const [sort, setSort] = useState<ReviewSort>('helpful')
  const reviews = useInfiniteQuery({ ...reviewsOf(reviewed, sort), placeholderData: keepPreviousData })
  if (reviews.isPending) return <RowsSkeleton label="Loading reviews" count={2} />
  if (reviews.isLoadingError) return <ErrorCard text={failed} onRetry={() => void reviews.refetch()} />
  const [first] = reviews.data.pages
  if (first?.rating.count === 0) return <p className="text-s muted">No reviews yet.</p>
  return (
    <>
      {first && <Summary rating={first.rating} />}
      {first && first.rating.count > 1 && <SortChoice sort={sort} onChange={setSort} />}
      <ul className="stack gap-m" aria-label="Reviews">
        <ListRows of={reviews.data.pages.flatMap(({ content }) => content)} rowKey={({ id }) => id}>
          {(review) => <ReviewRow review={review} isInShop={reviewed.type === 'seller'} />}
        </ListRows>
      </ul>
      <LoadMore pages={reviews} />
    </>
  )
}

/** Shows how often each rating was given, the best first. */
function Summary({ rating }: { rating: ReviewPage['rating'] }) {
  const rows = rating.spread.map((count, index) => ({ stars: index + 1, count })).reverse()
  return (
    <div className="stack gap-xs">
      <RatingText rating={rating} />
      <ul className={`stack gap-2xs ${classes.spread}`} aria-label="Ratings">
        {rows.map(({ stars, count }) => (
          <li key={stars} className="flex-row text-xs">
            <span className="sr-only">
              {quantityText(stars, 'star')}: {numberText(count)}
            </span>
            <span className={`rigid ${classes.starCount}`} aria-hidden="true">
              {stars} ★
            </span>
            <span className={`${classes.bar} fill clip full-radius on-tint`} aria-hidden="true">
              <span style={{ width: `${(100 * count) / Math.max(1, rating.count)}%` }} />
            </span>
            <span className={`amount rigid ${classes.amount}`} aria-hidden="true">
              {numberText(count)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const sortNames: Record<ReviewSort, string> = { helpful: 'Most helpful', newest: 'Newest' }

function SortChoice({ sort, onChange }: { sort: ReviewSort; onChange: (sort: ReviewSort) => void }) {
  return (
    <fieldset className="flex-row wrap gap-2xs-m">
      <legend className="sr-only">Sort reviews</legend>
      {reviewSorts.map((one) => (
        <label
          key={one}
          className={`text-s gap-xs touch ${classes.sort} display-inline-flex items-center pressable`}
        >
          <input type="radio" name="review-sort" checked={one === sort} onChange={() => onChange(one)} />
          {sortNames[one]}
        </label>
      ))}
    </fieldset>
  )
}

export function ItemReviews({ item }: { item: Item }) {
  const titleId = useId()
  return (
    <section className={`stack gap-s ${classes.reviews}`} aria-labelledby={titleId}>
      <h3 id={titleId} className="text-m">
        Reviews
      </h3>
      {item.rating.count === 0 ? (
        <p className="text-s muted">No reviews yet. Anyone who buys it can write the first one.</p>
      ) : (
        <ReviewList reviewed={{ type: 'item', id: item.id }} />
      )}
    </section>
  )
}
