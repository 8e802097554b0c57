export const fieldId = 'message'
export const logId = 'thread-log'

/** To the field, or where nobody can write any more to what was said: for a focus that would be lost. */
export function focusThread(): void {
  const place = document.getElementById(fieldId) ?? document.getElementById(logId)
  place?.focus({ preventScroll: true })
}
