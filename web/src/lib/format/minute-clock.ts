import { useSyncExternalStore } from 'react'

export const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Shares one timer among all times on a page. It may also fire within a minute. */
export function everyMinute(listener: () => void): () => void {
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

const thisMinute = () => Math.floor(Date.now() / minuteMs)

/** Returns when the current minute began, in milliseconds. */
export function useMinute(): number {
  return useSyncExternalStore(everyMinute, thisMinute) * minuteMs
}
