/** For a person at a terminal. Includes the causes, because the message alone may only say what was tried. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error instanceof AggregateError ? error.errors.map(errorText).join(' ') : error.message
  return error.cause === undefined ? own : `${own} ${errorText(error.cause)}`
}
