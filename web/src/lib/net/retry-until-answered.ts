import { CallError } from '#web/lib/net/call.ts'
import { notifyAnswered, wait } from '#web/lib/net/wait.ts'

/** The statuses of a restarting server or of a proxy before it; 0 means that no answer came. */
const temporaryStatuses = [0, 502, 503, 504]
const giveUpAfterMs = 58_000
const [firstWaitMs, maxWaitMs, minWaitMs] = [2000, 30_000, 1000]

type Options = {
  /** Is called before every wait for the next attempt. */
  onWait?: () => void
}

/**
 * Retries while there is no connection or no server. An attempt that says how far it got may go on for as long as it gets
 * further. Returns null if the reply is no longer wanted before an attempt.
 */
export async function retryUntilAnswered<Reply>(
  send: (onReached: (bytes: number) => void) => Promise<Reply>,
  isWanted: () => boolean,
  { onWait }: Options = {},
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
    try {
      const reply = await send(onReached)
      notifyAnswered()
      return reply
    } catch (failure) {
      const isOver = navigator.onLine && performance.now() - began >= giveUpAfterMs
      if (isOver || !isTemporary(failure)) throw failure
    }
    onWait?.()
    await wait({ ms: Math.min(maxWaitMs, firstWaitMs * 2 ** tries), minMs: minWaitMs })
  }
}

export function isTemporary(failure: unknown): boolean {
  return failure instanceof CallError && temporaryStatuses.includes(failure.status)
}
