import { addressTextIn, isSameAddress } from '#web/lib/address-text.ts'
import type { AddressText } from '#web/lib/address-text.ts'
import { keepJson, keptJson } from '#web/lib/kept.ts'
import { keyOf } from '#web/lib/kept-text.ts'

/** Whose, and of which address; 0 is the next new one. */
export type Draft = { memberId: number; id: number }

const placeOf = (draft: Draft) => keyOf({ what: 'address', ...draft })

/** Survives Esc, Back and a reload, in this tab alone. Without a change there is nothing to keep. */
export function keepAddress(draft: Draft, value: AddressText, before: AddressText): void {
  keepJson(placeOf(draft), isSameAddress(value, before) ? null : value)
}

export function keptAddress(draft: Draft): AddressText | null {
  const kept = keptJson(placeOf(draft))
  return kept === null ? null : addressTextIn(kept)
}

export function forgetAddress(draft: Draft): void {
  keepJson(placeOf(draft), null)
}
