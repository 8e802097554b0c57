/** Aborts when either signal does. Browsers have AbortSignal.any since 2023 only. */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const signal of [one, other]) {
    if (signal.aborted) either.abort()
    signal.addEventListener('abort', () => either.abort(), { once: true, signal: either.signal })
  }
  return either.signal
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortError()
}

export const abortError = () => new DOMException('Aborted', 'AbortError')
