import { CallError } from '#web/lib/net/call.ts'
import { notifyAnswered, wait } from '#web/lib/net/wait.ts'

/** The statuses of a restarting server or of a proxy before it; 0 means that no answer came. */
const temporaryStatuses = [0, 502, 503, 504]
const giveUpAfterMs = 58_000
const [firstWaitMs, maxWaitMs, minWaitMs] = [2000, 30_000, 1000]

/** Retries while there is no connection or no server. Returns null if the reply is no longer wanted before an attempt. */
export async function retryUntilAnswered<Reply>(
  send: () => Promise<Reply>,
  isWanted: () => boolean,
): Promise<Reply | null> {
  let began = performance.now()
  for (let tries = 0; ; tries += 1) {
    if (!navigator.onLine) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      began = performance.now()
    }
    if (!isWanted()) return null
    try {
      const reply = await send()
      notifyAnswered()
      return reply
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
