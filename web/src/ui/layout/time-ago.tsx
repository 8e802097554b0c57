import { minuteMs, useMinute } from '#web/lib/format/minute-clock.ts'
import { agoText, momentText } from '#web/lib/format/time.ts'
import classes from './time-ago.module.css'

/** Shows '2h', with the full date on hover and for screen readers, and updates itself. */
export function TimeAgo({ iso }: { iso: string }) {
  const minute = useMinute()
  // The clock of this device may be behind the server's.
  const { short, long } = agoText(iso, Math.max(minute + minuteMs - 1, Date.parse(iso)))
  const moment = momentText(iso)
  return (
    <time dateTime={iso} title={moment}>
      <span aria-hidden="true" className={`amount ${classes.short}`}>
        {short}
      </span>
      <span className="sr-only">
        {long === short ? '' : `${long}, `}
        {moment}
      </span>
    </time>
  )
}
