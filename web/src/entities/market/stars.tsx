import type { Rating } from '@rootsquare/contract/trade/ratings'
import Star from 'lucide-react/icons/star'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './stars.module.css'

const all = [1, 2, 3, 4, 5]

/** Shows full stars, rounded to whole ones. Screen readers get the number. */
export function Stars({ value, size = 16 }: { value: number; size?: number }) {
  return (
    <span className={classes.stars}>
      {all.map((nth) => (
        <Star
          key={nth}
          size={size}
          strokeWidth={1.8}
          fill={nth <= Math.round(value) ? 'currentcolor' : 'none'}
          aria-hidden="true"
        />
      ))}
      <span className="sr-only">{value} of 5 stars</span>
    </span>
  )
}

/** Shows nothing if there are no reviews yet. */
export function RatingText({ rating: { average, count } }: { rating: Rating }) {
  if (average === null) return null
  return (
    <span className="flex-row wrap gap-xs text-s">
      <Stars value={average} />
      <span aria-hidden="true" className="strong">
        {average.toFixed(1)}
      </span>
      <span className="muted">({quantityText(count, 'review')})</span>
    </span>
  )
}
