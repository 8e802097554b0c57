import { useSyncExternalStore } from 'react'
import { quantityText } from '#web/lib/format/count-text.ts'
import { everyMinute, minuteMs } from '#web/lib/format/minute-clock.ts'
import { stampText } from '#web/lib/format/time.ts'
import classes from './suspended-table.module.css'

const hourMs = 3_600_000
const hoursOfDay = 24

/** When a suspension ends and how much is left, updated every minute. */
export function SuspensionEnd({ iso }: { iso: string }) {
  const minute = useSyncExternalStore(everyMinute, thisMinute)
  return (
    <span className={classes.ends}>
      <time dateTime={iso}>{stampText(iso)}</time>
      <span className={classes.left}>{leftText(Date.parse(iso) - (minute + 1) * minuteMs)}</span>
    </span>
  )
}

/** The last day is quantityText in hours, since one day left may mean one minute. */
function leftText(ms: number): string {
  if (ms <= 0) return 'Over'
  const hours = Math.ceil(ms / hourMs)
  return `${hours > hoursOfDay ? quantityText(Math.ceil(hours / hoursOfDay), 'day') : quantityText(hours, 'hour')} left`
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
