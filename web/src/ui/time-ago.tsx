import { useSyncExternalStore } from 'react'
import { agoText, momentText } from '#web/lib/time.ts'

const minuteMs = 60_000

/** '2h', with the whole moment on hover and in words for who listens. Moves on by itself. */
export function TimeAgo({ iso }: { iso: string }) {
  const minute = useSyncExternalStore(everyMinute, thisMinute)
  // The clock of this device may be behind the server's.
  const { short, long } = agoText(iso, Math.max((minute + 1) * minuteMs - 1, Date.parse(iso)))
  const moment = momentText(iso)
  return (
    <time dateTime={iso} title={moment}>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">
        {long === short ? '' : `${long}, `}
        {moment}
      </span>
    </time>
  )
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all the times on a page. */
function everyMinute(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, minuteMs / 2)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

function tick(): void {
  for (const listener of listeners) listener()
}
