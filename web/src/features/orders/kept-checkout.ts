import { draftIn } from '#web/features/orders/checkout-draft.ts'
import type { CheckoutDraft } from '#web/features/orders/checkout-draft.ts'
import { keepJson, keptJson, valueOf } from '#web/lib/kept.ts'
import { keyOf } from '#web/lib/kept-text.ts'

/** An order that was sent and not answered yet: whoever sends the very same again, of the same `cart`, must have the same key. */
export type Attempt = { key: string; sent: string; cart: string }

const placeOf = (what: string, memberId: number) => keyOf({ what, memberId, id: 0 })

/** Survives a reload and a walk through other pages, in this tab alone. */
export function keptDraft(memberId: number): CheckoutDraft {
  return draftIn(keptJson(placeOf('checkout', memberId)))
}

export function keepDraft(memberId: number, draft: CheckoutDraft | null): void {
  keepJson(placeOf('checkout', memberId), draft)
}

export function keptAttempt(memberId: number): Attempt | null {
  const kept = keptJson(placeOf('checkout-sent', memberId))
  const [key, sent, cart] = [valueOf(kept, 'key'), valueOf(kept, 'sent'), valueOf(kept, 'cart')]
  if (typeof key !== 'string' || typeof sent !== 'string') return null
  return { key, sent, cart: typeof cart === 'string' ? cart : '' }
}

export function keepAttempt(memberId: number, attempt: Attempt | null): void {
  keepJson(placeOf('checkout-sent', memberId), attempt)
}

/** The phone number that the last order of this tab was given. */
export function keptPhone(memberId: number): string {
  const kept = keptJson(placeOf('checkout-phone', memberId))
  return typeof kept === 'string' ? kept : ''
}

export function keepPhone(memberId: number, phone: string): void {
  keepJson(placeOf('checkout-phone', memberId), phone)
}

/** The reference of the order that was made last in this tab. */
export function keptOrder(memberId: number): string | null {
  const kept = keptJson(placeOf('checkout-made', memberId))
  return typeof kept === 'string' ? kept : null
}

export function keepOrder(memberId: number, reference: string): void {
  keepJson(placeOf('checkout-made', memberId), reference)
}
