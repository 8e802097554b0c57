import { draftIn } from '#web/features/orders/checkout/checkout-draft.ts'
import type { CheckoutDraft } from '#web/features/orders/checkout/checkout-draft.ts'
import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'
import { keyOf } from '#web/lib/storage/saved-text.ts'

/** An order that was sent and not answered yet: whoever sends the very same again, of the same `cart`, must have the same key. */
export type Attempt = { key: string; sent: string; cart: string }

const placeOf = (what: string, memberId: number) => keyOf({ what, memberId, id: 0 })

/** Survives a reload and a walk through other pages, in this tab alone. */
export function savedDraft(memberId: number): CheckoutDraft {
  return draftIn(savedJson(placeOf('checkout', memberId)))
}

export function saveDraft(memberId: number, draft: CheckoutDraft | null): void {
  saveJson(placeOf('checkout', memberId), draft)
}

export function savedAttempt(memberId: number): Attempt | null {
  const kept = savedJson(placeOf('checkout-sent', memberId))
  const [key, sent, cart] = [valueOf(kept, 'key'), valueOf(kept, 'sent'), valueOf(kept, 'cart')]
  if (typeof key !== 'string' || typeof sent !== 'string') return null
  return { key, sent, cart: typeof cart === 'string' ? cart : '' }
}

export function saveAttempt(memberId: number, attempt: Attempt | null): void {
  saveJson(placeOf('checkout-sent', memberId), attempt)
}

/** The phone number that the last order of this tab was given. */
export function savedPhone(memberId: number): string {
  const kept = savedJson(placeOf('checkout-phone', memberId))
  return typeof kept === 'string' ? kept : ''
}

export function savePhone(memberId: number, phone: string): void {
  saveJson(placeOf('checkout-phone', memberId), phone)
}

/** The reference of the order that was made last in this tab. */
export function savedOrder(memberId: number): string | null {
  const kept = savedJson(placeOf('checkout-made', memberId))
  return typeof kept === 'string' ? kept : null
}

export function saveOrder(memberId: number, reference: string): void {
  saveJson(placeOf('checkout-made', memberId), reference)
}
