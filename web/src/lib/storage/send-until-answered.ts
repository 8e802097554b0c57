import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '#web/lib/net/call.ts'
import { wait } from '#web/lib/net/wait.ts'
import { entriesIn, type Outbox } from '#web/lib/storage/outbox.ts'

/** A server that restarts, or a proxy before it, answers with these; 0: no answer came. */
const temporaryStatuses = [0, 502, 503, 504]
const giveUpAfterMs = 58_000
const [firstWaitMs, maxWaitMs, minWaitMs] = [2000, 30_000, 1000]

/** Waits while there is no connection or no server. Null where the entry was deleted meanwhile. */
export async function sendUntilAnswered<Reply>(
  queryClient: QueryClient,
  outbox: Outbox,
  entryId: string,
  send: () => Promise<Reply>,
): Promise<Reply | null> {
  let began = performance.now()
  for (let tries = 0; ; tries += 1) {
    if (!navigator.onLine) {
      await whenOnline()
      began = performance.now()
    }
    // A sign-out deletes it, also when the member has signed in again.
    if (!entriesIn(queryClient, outbox).some(({ id }) => id === entryId)) return null
    try {
      return await send()
    } catch (failure) {
      const isOver = navigator.onLine && performance.now() - began >= giveUpAfterMs
      if (isOver || !isTemporary(failure)) throw failure
    }
    await wait({ ms: Math.min(maxWaitMs, firstWaitMs * 2 ** tries), minMs: minWaitMs })
  }
}

export function isTemporary(failure: unknown): boolean {
  return failure instanceof CallError && temporaryStatuses.includes(failure.status)
}

function whenOnline(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (navigator.onLine) resolve()
  else window.addEventListener('online', () => resolve(), { once: true })
  return promise
}
