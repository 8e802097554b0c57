import { CallError } from '#web/lib/net/call.ts'
import { notifyAnswered, wait } from '#web/lib/net/wait.ts'

/** The statuses of a restarting server or of a proxy before it; 0 means that no answer came. */
const temporaryStatuses = [0, 502, 503, 504]
const giveUpAfterMs = 58_000
const [firstWaitMs, maxWaitMs, minWaitMs] = [2000, 30_000, 1000]

type Options = {
  /** Is called before every wait for the next attempt. */
  onWait?: () => void
  /** Whether it also waits when the server says that it gets too many calls. */
  waitsForLimit?: boolean
}

/**
 * Retries while there is no connection or no server, not earlier than the server asks for. An attempt that says how far it got may go on for as long as it gets
 * further. Returns null if the reply is no longer wanted before an attempt.
 */
export async function retryUntilAnswered<Reply>(
  send: (onReached: (bytes: number) => void) => Promise<Reply>,
  isWanted: () => boolean,
  { onWait, waitsForLimit = false }: Options = {},
): Promise<Reply | null> {
  let began = performance.now()
  let [tries, reached] = [0, 0]

  function onReached(bytes: number): void {
    if (bytes > reached) [reached, tries, began] = [bytes, 0, performance.now()]
  }

  for (; ; tries += 1) {
    if (!navigator.onLine) {
      onWait?.()
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      began = performance.now()
    }
    if (!isWanted()) return null
    let askedMs = 0
    try {
      const reply = await send(onReached)
      notifyAnswered()
      return reply
    } catch (failure) {
      const isOver = navigator.onLine && performance.now() - began >= giveUpAfterMs
      const isLater = isTemporary(failure) || (waitsForLimit && isLimited(failure))
      if (isOver || !isLater) throw failure
      if (failure instanceof CallError) askedMs = failure.retryAfterSeconds * 1000
    }
    onWait?.()
    const [ms, minMs] = [Math.min(maxWaitMs, firstWaitMs * 2 ** tries), minWaitMs]
    await wait({ ms: Math.max(ms, askedMs), minMs: Math.max(minMs, askedMs) })
  }
}

export function isTemporary(failure: unknown): boolean {
  return failure instanceof CallError && temporaryStatuses.includes(failure.status)
}

/** The server gets too many calls, and takes this one later. */
export function isLimited(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 429
}
