import { setTimeout as sleep } from 'node:timers/promises'

/** Looks again and again; false when the time is over. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, milliseconds: number) {
  const end = Date.now() + milliseconds
  while (!(await isSo())) {
    if (Date.now() > end) return false
    await sleep(15)
  }
  return true
}
