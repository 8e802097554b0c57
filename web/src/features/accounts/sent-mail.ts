import { keepJson, keptJson, valueOf } from '#web/lib/kept.ts'

const key = 'rootsquare.mail-sent'

/** Where the last mail to verify an address went, and when. */
export type SentMail = { address: string; at: number }

export function rememberMail(address: string): SentMail {
  const mail = { address, at: Date.now() }
  keepJson(key, mail)
  return mail
}

export function forgetMail(): void {
  keepJson(key, null)
}

export function lastMail(): SentMail | null {
  const kept = keptJson(key)
  const address = valueOf(kept, 'address')
  const at = valueOf(kept, 'at')
  return typeof address === 'string' ? { address, at: typeof at === 'number' ? at : 0 } : null
}
