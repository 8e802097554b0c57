import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'

const key = 'rootsquare.mail-sent'

/** The last mail that was sent to verify an address. */
export type SentMail = { address: string; at: number }

export function saveSentMail(address: string): SentMail {
  const mail = { address, at: Date.now() }
  saveJson(key, mail)
  return mail
}

export function clearSentMail(): void {
  saveJson(key, null)
}

export function lastSentMail(): SentMail | null {
  const saved = savedJson(key)
  const address = propertyOf(saved, 'address')
  const at = propertyOf(saved, 'at')
  return typeof address === 'string' ? { address, at: typeof at === 'number' ? at : 0 } : null
}
