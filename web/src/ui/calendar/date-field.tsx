import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { dayText } from '#web/lib/format/time.ts'
import { Calendar } from '#web/ui/calendar/calendar.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type DateFieldProps = {
  label: string
  calendarLabel: string
  /** A day: `2026-01-31`. */
  value: string
  error?: string | undefined
  onChange: (day: string) => void
}

const gap = 6
const size = { width: 344, height: 384 }

/** Not typed into: it opens a calendar. */
export function DateField({ label, calendarLabel, value, error, onChange }: DateFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [position, setPosition] = useState<CSSProperties | null>(null)
  const close = () => setPosition(null)

  function open(): void {
    if (field.current !== null) setPosition(positionAt(field.current.getBoundingClientRect()))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    open()
  }

  function choose(day: string): void {
    // First, so that a navigation replaces the calendar's entry in the history.
    flushSync(close)
    if (day !== value) onChange(day)
  }

  return (
    <>
      <TextField
        ref={field}
        label={label}
        value={dayText(value)}
        error={error}
        readOnly
        aria-haspopup="dialog"
        rightSection={<CalendarDays size={20} strokeWidth={1.9} aria-hidden="true" />}
        onClick={open}
        onKeyDown={onKeyDown}
      />
      {position !== null && (
        <Popover label={calendarLabel} position={position} onClose={close}>
          <Calendar value={value} onChoose={choose} />
        </Popover>
      )}
    </>
  )
}

/** Below the field, or above if there is not enough space. */
function positionAt(field: DOMRect): CSSProperties {
  const isRoomBelow = field.bottom + gap + size.height <= window.innerHeight
  const above = Math.max(gap, field.top - gap - size.height)
  // By the window as it will be: a tablet may be turned meanwhile.
  const left = `max(${gap}px, min(${field.left}px, 100vw - ${size.width + gap}px))`
  return { inset: `${isRoomBelow ? field.bottom + gap : above}px auto auto ${left}`, width: size.width }
}
