import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.reset-code'
const area = () => window.sessionStorage

/** From the address, or from before the address was cleaned of it and the page loaded anew. */
export function givenResetCode(): string | null {
  const code = new URLSearchParams(location.search).get('vCode')
  if (code) writeStored(area, key, code)
  return code || readStored(area, key)
}

/** So that nobody reads it over a shoulder, in the history or in a shared picture of the screen. */
export function hideResetCode(): void {
  if (location.search !== '') window.history.replaceState(window.history.state, '', location.pathname)
}

export function forgetResetCode(): void {
  writeStored(area, key, null)
}
