import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'

const key = 'rootsquare.mail-sent'

/** Where the last mail to verify an address went, and when. */
export type SentMail = { address: string; at: number }

export function rememberMail(address: string): SentMail {
  const mail = { address, at: Date.now() }
  saveJson(key, mail)
  return mail
}

export function forgetMail(): void {
  saveJson(key, null)
}

export function lastMail(): SentMail | null {
  const kept = savedJson(key)
  const address = valueOf(kept, 'address')
  const at = valueOf(kept, 'at')
  return typeof address === 'string' ? { address, at: typeof at === 'number' ? at : 0 } : null
}
