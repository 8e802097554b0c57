import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState } from 'react'
import { numberText, totalText } from '#web/lib/format/count-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './pager.module.css'

type PageAndSize = { page: number; size: number }
type PagerProps = PageAndSize & {
  total: number
  isCapped?: boolean
  sizes: readonly number[]
  isWaiting: boolean
  onChange: (next: PageAndSize) => void
}

/** Pages count from 0. */
export function Pager({ page, size, total, isCapped, sizes, isWaiting, onChange }: PagerProps) {
  const id = useId()
  const shown = useShownPage({ page, size }, isWaiting)
  const isLast = (page + 1) * size >= total
  const turnTo = (next: number) => onChange({ page: next, size })
  return (
    <nav className={`flex-row wrap ${classes.pager} justify-end gap-2xs-xs`} aria-label="Pages">
      <label className="muted" htmlFor={id}>
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
      <output className={`muted amount ${classes.range}`}>{rangeText(shown, total, isCapped)}</output>
      <TurnButton name="Previous" isOff={page === 0} onTurn={() => turnTo(page - 1)} />
      <TurnButton name="Next" isOff={isLast} onTurn={() => turnTo(page + 1)} />
    </nav>
  )
}

type TurnButtonProps = { name: 'Previous' | 'Next'; isOff: boolean; onTurn: () => void }

/** Not disabled on the last page: a disabled button would lose the focus. */
function TurnButton({ name, isOff, onTurn }: TurnButtonProps) {
  const icon = name === 'Next' ? ChevronRight : ChevronLeft
  return (
    <button
      type="button"
      className={`flex-row gap-2xs hover-mark ${classes.turn} full-radius strong`}
      data-direction={name}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onTurn}
    >
      <Icon of={icon} />
      <span>{name}</span>
    </button>
  )
}

/** Shows the range of the previous rows as long as these are shown. */
function useShownPage({ page, size }: PageAndSize, isWaiting: boolean): PageAndSize {
  const [shown, setShown] = useState({ page, size })
  const isNew = !isWaiting && (shown.page !== page || shown.size !== size)
  if (isNew) setShown({ page, size })
  return isNew ? { page, size } : shown
}

function rangeText({ page, size }: PageAndSize, total: number, isCapped?: boolean): string {
  if (total === 0) return '0 of 0'
  const first = Math.min(page * size + 1, total)
  const last = Math.min((page + 1) * size, total)
  return `${numberText(first)}–${numberText(last)} of ${totalText(total, isCapped)}`
}
