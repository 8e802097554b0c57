import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { dayText } from '#web/lib/format/time.ts'
import { Calendar } from '#web/ui/calendar/calendar.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type DateFieldProps = {
  label: string
  calendarLabel: string
  /** A day such as `2026-01-31`. */
  value: string
  error?: string | undefined
  onChange: (day: string) => void
}

const gap = 6
const size = { width: 344, height: 384 }

/** Opens a calendar; nothing can be typed into it. */
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
    // The calendar closes first, so that a navigation replaces its entry in the history.
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
        rightSection={<Icon of={CalendarDays} />}
        onClick={open}
        onKeyDown={onKeyDown}
      />
      {position !== null && (
        <Overlay kind="popover" aria-label={calendarLabel} style={position} onClose={close}>
          <Calendar value={value} onChoose={choose} />
        </Overlay>
      )}
    </>
  )
}

/** Places the calendar below the field, or above it if there is not enough space. */
function positionAt(field: DOMRect): CSSProperties {
  const isRoomBelow = field.bottom + gap + size.height <= window.innerHeight
  const above = Math.max(gap, field.top - gap - size.height)
  // Uses the current size of the window, since a tablet may have been rotated.
  const left = `max(${gap}px, min(${field.left}px, 100vw - ${size.width + gap}px))`
  return { inset: `${isRoomBelow ? field.bottom + gap : above}px auto auto ${left}`, width: size.width }
}
