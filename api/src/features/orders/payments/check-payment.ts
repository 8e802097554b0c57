import { nairaOf, nairaText } from '@rootsquare/contract/money'
import type { Payments, Verified } from '#api/ports/payments/payments.ts'

/** What was asked of the provider, and so what must come. */
type Asked = { reference: string; amount_kobo: number }

/** `absent`: the provider knows of no such payment. `unreadable`: it answered, in no form that we know. */
export type Found = Verified | 'absent' | 'unreadable'

const said = (kobo: number) => nairaText(nairaOf(kobo))

/** Null: there is no payment, or not yet. Else whether it is the one that was asked for, and if not, why. */
export function judge(
  asked: Asked,
  found: Found,
  mode: Payments['mode'],
): { paid: Verified | null; why: string | null } | null {
  if (found === 'absent') return null
  if (found === 'unreadable') return { paid: null, why: 'The provider’s answer could not be read.' }
  if (found.status !== 'success') return null
  return { paid: found, why: mismatch(asked, found, mode) }
}

function mismatch(asked: Asked, found: Verified, mode: Payments['mode']): string | null {
  if (found.reference !== asked.reference)
    return `The provider answered for another payment, ${found.reference}.`
  if (found.currency !== 'NGN') return `It was paid in ${found.currency}, not in NGN.`
  if (mode !== null && found.domain !== null && found.domain !== mode)
    return `It is a ${found.domain} payment, and this is ${mode} mode.`
  if (found.requestedKobo !== asked.amount_kobo)
    return `${said(asked.amount_kobo)} was to be asked for, the provider asked for ${said(found.requestedKobo)}.`
  if (found.amountKobo < asked.amount_kobo)
    return `${said(found.amountKobo)} was paid, ${said(asked.amount_kobo)} was asked for.`
  return null
}
