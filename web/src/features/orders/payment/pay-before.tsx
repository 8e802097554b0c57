import { useSyncExternalStore } from 'react'
import { payBeforeText } from '#web/features/orders/order/order-labels.ts'
import { everyMinute, minuteMs } from '#web/lib/format/minute-clock.ts'

/** Updates at midnight, when the date must be added. */
export function PayBefore({ iso }: { iso: string }) {
  const minute = useSyncExternalStore(everyMinute, thisMinute)
  return <time dateTime={iso}>{payBeforeText(iso, minute * minuteMs)}</time>
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
