import Star from 'lucide-react/icons/star'
import { useId } from 'react'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './rating-choice.module.css'

type RatingChoiceProps = {
  value: number | null
  error: string | undefined
  onChange: (rating: number) => void
}

const names = ['Bad', 'Poor', 'Okay', 'Good', 'Very good']

/** Radio buttons that look like stars, so that the arrow keys choose. */
export function RatingChoice({ value, error, onChange }: RatingChoiceProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset className={classes.choice} aria-describedby={error ? errorId : undefined}>
      <legend>Your rating</legend>
      <div className="row gap-4 wrap">
        {names.map((name, index) => {
          const stars = index + 1
          return (
            <label key={name} className={classes.star}>
              <input
                type="radio"
                name={id}
                className="sr-only"
                value={stars}
                checked={value === stars}
                data-autofocus={stars === (value ?? 1) || undefined}
                onChange={() => onChange(stars)}
              />
              <Star
                size={32}
                strokeWidth={1.6}
                fill={value !== null && stars <= value ? 'currentcolor' : 'none'}
                aria-hidden="true"
              />
              <span className="sr-only">
                {quantityText(stars, 'star')}: {name}
              </span>
            </label>
          )
        })}
        {value !== null && (
          <span className="note strong" aria-hidden="true">
            {names[value - 1]}
          </span>
        )}
      </div>
      {error && (
        <p id={errorId} className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
