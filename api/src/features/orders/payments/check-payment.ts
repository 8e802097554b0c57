import { moneyText } from '@rootsquare/contract/lib/money'
import type { Payments, VerifiedPayment } from '#api/ports/payments/payments.ts'

type ExpectedPayment = { reference: string; amount_kobo: number }

/** `absent`: the provider knows no such payment. `unreadable`: its answer has an unknown form. */
export type ProviderPayment = VerifiedPayment | 'absent' | 'unreadable'

/** Returns null while there is no payment; `why` says how a payment differs from the expected one. */
export function checkPayment(
  expected: ExpectedPayment,
  found: ProviderPayment,
  mode: Payments['mode'],
): { paid: VerifiedPayment | null; why: string | null } | null {
  if (found === 'absent') return null
  if (found === 'unreadable') return { paid: null, why: 'The provider’s answer could not be read.' }
  if (found.status !== 'success') return null
  return { paid: found, why: mismatch(expected, found, mode) }
}

function mismatch(expected: ExpectedPayment, found: VerifiedPayment, mode: Payments['mode']): string | null {
  if (found.reference !== expected.reference)
    return `The provider answered for another payment, ${found.reference}.`
  if (found.currency !== 'NGN') return `It was paid in ${found.currency}, not in NGN.`
  if (mode !== null && found.domain !== null && found.domain !== mode)
    return `It is a ${found.domain} payment, and this is ${mode} mode.`
  if (found.requestedKobo !== expected.amount_kobo)
    return `${moneyText(expected.amount_kobo)} was to be asked for, the provider asked for ${moneyText(found.requestedKobo)}.`
  if (found.amountKobo < expected.amount_kobo)
    return `${moneyText(found.amountKobo)} was paid, ${moneyText(expected.amount_kobo)} was asked for.`
  return null
}
