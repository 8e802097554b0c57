import { propertyOf } from '#web/lib/browser/property-of.ts'
import { readJson, writeStored } from '#web/lib/storage/browser-storage.ts'

const area = () => window.sessionStorage
const key = 'rootsquare.mail-sent'

/** The last mail that the server has sent to verify an address, and the account for which it has. */
export type SentMail = { address: string; at: number; username: string | null }

/** Is called only when the server has said that it sends a mail there: for an address that was merely typed it may send none. */
export function saveSentMail(address: string, username: string | null): SentMail {
  const mail = { address, at: Date.now(), username }
  writeStored(area, key, JSON.stringify(mail))
  return mail
}

export function clearSentMail(): void {
  writeStored(area, key, null)
}

export function lastSentMail(): SentMail | null {
  const saved = readJson(area, key)
  const [address, at, username] = ['address', 'at', 'username'].map((name) => propertyOf(saved, name))
  if (typeof address !== 'string') return null
  return {
    address,
    at: typeof at === 'number' ? at : 0,
    username: typeof username === 'string' ? username : null,
  }
}
