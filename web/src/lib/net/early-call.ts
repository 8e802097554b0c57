type RawResponse = { status: number; text: string }
type EarlyCall = { address: string; token: string | null; beganAt: number; response: Promise<RawResponse> }

declare global {
  var earlyCall: EarlyCall | undefined
}

/** As long as the query cache takes a response for fresh. */
const freshMs = 30_000

/**
 * The response to the call that index.html began before the app was there: once, for the same address and the same token, and
 * only while it is fresh.
 */
export function takeEarlyCall(
  address: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<RawResponse> | null {
  const early = globalThis.earlyCall
  if (early?.address !== address) return null
  globalThis.earlyCall = undefined
  if (early.token !== (token ?? null) || Date.now() - early.beganAt > freshMs) return null
  signal.throwIfAborted()
  return Promise.race([early.response, rejectionOf(signal)])
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
