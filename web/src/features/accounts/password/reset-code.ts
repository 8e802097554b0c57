import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.reset-code'
const area = () => window.sessionStorage

/** From the address, or from the storage after a reload, when the address no longer has it. */
export function readResetCode(): string | null {
  const code = new URLSearchParams(location.search).get('vCode')
  if (code) writeStored(area, key, code)
  return code || readStored(area, key)
}

/** Keeps the code out of sight: out of the address bar, the history and screenshots. */
export function hideResetCode(): void {
  if (location.search !== '') window.history.replaceState(window.history.state, '', location.pathname)
}

export function clearResetCode(): void {
  writeStored(area, key, null)
}
