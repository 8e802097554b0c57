import { nairaText } from '@rootsquare/contract/money'
import type { HeldPayment } from '@rootsquare/contract/payments'

const written = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** What came, in the money it came in; the provider’s answer may not have told. */
export function cameText({ paid, currency }: Pick<HeldPayment, 'paid' | 'currency'>): string {
  if (paid === null) return 'Not known'
  return currency === null || currency === 'NGN' ? nairaText(paid) : `${currency} ${written.format(paid)}`
}
