import { quantityText } from '#web/lib/format/count-text.ts'
import { minuteMs, useMinute } from '#web/lib/format/minute-clock.ts'
import { stampText } from '#web/lib/format/time.ts'

const hourMs = 3_600_000
const hoursOfDay = 24

/** When a suspension ends and how much is left, updated every minute. */
export function SuspensionEnd({ iso }: { iso: string }) {
  const minute = useMinute()
  return (
    <>
      <time dateTime={iso}>{stampText(iso)}</time>
      <div className="small muted">{leftText(Date.parse(iso) - minute - minuteMs)}</div>
    </>
  )
}

/** The last day is quantityText in hours, since one day left may mean one minute. */
function leftText(ms: number): string {
  if (ms <= 0) return 'Over'
  const hours = Math.ceil(ms / hourMs)
  return `${hours > hoursOfDay ? quantityText(Math.ceil(hours / hoursOfDay), 'day') : quantityText(hours, 'hour')} left`
}
