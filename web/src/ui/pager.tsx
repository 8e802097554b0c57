import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { figureText } from '#web/lib/counted.ts'
import classes from './pager.module.css'

type Place = { page: number; size: number }
type PagerProps = Place & { total: number; sizes?: readonly number[]; onChange: (place: Place) => void }

const usualSizes = [10, 20, 50, 100]

/** Under a table: how many rows at a time, which ones these are, and the way to the others. Pages count from 0. */
export function Pager({ page, size, total, sizes = usualSizes, onChange }: PagerProps) {
  const id = useId()
  const isLast = (page + 1) * size >= total
  const turnTo = (next: number) => onChange({ page: next, size })
  return (
    <nav className={classes.pager} aria-label="Pages">
      <label className={classes.label} htmlFor={id}>
        Rows per page
      </label>
      <select
        id={id}
        className={classes.sizes}
        value={size}
        onChange={({ currentTarget }) => onChange({ page: 0, size: Number(currentTarget.value) })}
      >
        {sizes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <output className={classes.range}>{rangeText({ page, size }, total)}</output>
      <TurnButton name="Previous" isOff={page === 0} onTurn={() => turnTo(page - 1)} />
      <TurnButton name="Next" isOff={isLast} onTurn={() => turnTo(page + 1)} />
    </nav>
  )
}

type TurnButtonProps = { name: 'Previous' | 'Next'; isOff: boolean; onTurn: () => void }

/** Stays reachable at the end of the way: a disabled one would throw the keyboard back to the top. */
function TurnButton({ name, isOff, onTurn }: TurnButtonProps) {
  const Icon = name === 'Next' ? ChevronRight : ChevronLeft
  return (
    <button
      type="button"
      className={classes.turn}
      data-way={name}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onTurn}
    >
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
    </button>
  )
}

function rangeText({ page, size }: Place, total: number): string {
  if (total === 0) return '0 of 0'
  const first = Math.min(page * size + 1, total)
  const last = Math.min((page + 1) * size, total)
  return `${figureText(first)}–${figureText(last)} of ${figureText(total)}`
}
