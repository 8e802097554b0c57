import classes from './counter.module.css'

type CounterProps = { length: number; max: number }

/**
 * Is shown at the top right of the nearest `position: relative`. Screen readers get steps of ten, since every change is
 * read out.
 */
export function Counter({ length, max }: CounterProps) {
  return (
    <p className={`text-xs muted amount ${classes.counter}`} data-over={length > max || undefined}>
      <span aria-hidden="true">
        {length} / {max}
      </span>
      <output className="sr-only">{max - length <= 50 ? remainingText(max - length) : ''}</output>
    </p>
  )
}

function remainingText(left: number): string {
  if (left < 0) return 'Too many characters'
  return `${left < 10 ? left : Math.floor(left / 10) * 10} characters left`
}
