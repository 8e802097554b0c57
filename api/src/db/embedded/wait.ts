import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition is true. Returns false after the timeout. */
export async function waitUntil(isDone: () => boolean | Promise<boolean>, milliseconds: number) {
  const end = Date.now() + milliseconds
  while (!(await isDone())) {
    if (Date.now() > end) return false
    await sleep(15)
  }
  return true
}
