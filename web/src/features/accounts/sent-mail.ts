import { readStored, writeStored } from '#web/lib/stored.ts'

const key = 'rootsquare.mail-sent'
const area = () => window.sessionStorage

/** Where the last mail to verify an address went, and when. */
export type SentMail = { address: string; at: number }

export function rememberMail(address: string): SentMail {
  const mail = { address, at: Date.now() }
  writeStored(area, key, JSON.stringify(mail))
  return mail
}

export function forgetMail(): void {
  writeStored(area, key, null)
}

export function lastMail(): SentMail | null {
  try {
    const kept: unknown = JSON.parse(readStored(area, key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    if (!('address' in kept && typeof kept.address === 'string')) return null
    return { address: kept.address, at: 'at' in kept && typeof kept.at === 'number' ? kept.at : 0 }
  } catch {
    return null
  }
}
