import { nairaText } from '@rootsquare/contract/lib/money'
import type { HeldPayment } from '@rootsquare/contract/trade/payments'

const written = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** In the currency of the payment; the provider may not have named the amount. */
export function cameText({ paid, currency }: Pick<HeldPayment, 'paid' | 'currency'>): string {
  if (paid === null) return 'Not known'
  return currency === null || currency === 'NGN' ? nairaText(paid) : `${currency} ${written.format(paid)}`
}
