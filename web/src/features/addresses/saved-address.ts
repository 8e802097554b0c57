import { addressTextIn, isSameAddress } from '#web/lib/format/address-text.ts'
import type { AddressText } from '#web/lib/format/address-text.ts'
import { saveJson, savedJson } from '#web/lib/storage/saved-json.ts'
import { keyOf } from '#web/lib/storage/saved-text.ts'

/** Whose, and of which address; 0 is the next new one. */
export type Draft = { memberId: number; id: number }

const placeOf = (draft: Draft) => keyOf({ what: 'address', ...draft })

/** Survives Esc, Back and a reload, in this tab alone. Without a change there is nothing to keep. */
export function saveAddress(draft: Draft, value: AddressText, before: AddressText): void {
  saveJson(placeOf(draft), isSameAddress(value, before) ? null : value)
}

export function savedAddress(draft: Draft): AddressText | null {
  const kept = savedJson(placeOf(draft))
  return kept === null ? null : addressTextIn(kept)
}

export function forgetAddress(draft: Draft): void {
  saveJson(placeOf(draft), null)
}
