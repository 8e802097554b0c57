import { draftIn } from '#web/features/orders/checkout/checkout-draft.ts'
import type { CheckoutDraft } from '#web/features/orders/checkout/checkout-draft.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { keyOf } from '#web/lib/storage/saved-text.ts'

/** An order without an answer yet. Sending the same order of the same `cart` again must use the same key. */
export type Attempt = { key: string; sent: string; cart: string }

const storageKeyOf = (what: string, memberId: number) => keyOf({ what, memberId, id: 0 })

/** Survives a reload and a visit to other pages, in this tab only. */
export function savedDraft(memberId: number): CheckoutDraft {
  return draftIn(savedJson(storageKeyOf('checkout', memberId)))
}

export function saveDraft(memberId: number, draft: CheckoutDraft | null): void {
  saveJson(storageKeyOf('checkout', memberId), draft)
}

export function savedAttempt(memberId: number): Attempt | null {
  const saved = savedJson(storageKeyOf('checkout-sent', memberId))
  const [key, sent, cart] = [propertyOf(saved, 'key'), propertyOf(saved, 'sent'), propertyOf(saved, 'cart')]
  if (typeof key !== 'string' || typeof sent !== 'string') return null
  return { key, sent, cart: typeof cart === 'string' ? cart : '' }
}

export function saveAttempt(memberId: number, attempt: Attempt | null): void {
  saveJson(storageKeyOf('checkout-sent', memberId), attempt)
}

export function savedPhone(memberId: number): string {
  const saved = savedJson(storageKeyOf('checkout-phone', memberId))
  return typeof saved === 'string' ? saved : ''
}

export function savePhone(memberId: number, phone: string): void {
  saveJson(storageKeyOf('checkout-phone', memberId), phone)
}

export function savedOrder(memberId: number): string | null {
  const saved = savedJson(storageKeyOf('checkout-made', memberId))
  return typeof saved === 'string' ? saved : null
}

export function saveOrder(memberId: number, reference: string): void {
  saveJson(storageKeyOf('checkout-made', memberId), reference)
}
