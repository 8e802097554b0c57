/** Ends the wait when the signal does; what was begun is closed by whoever opened it. */
export function orAborted(work, signal) {
  const { promise, reject } = Promise.withResolvers()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
