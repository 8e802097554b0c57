import { addressTextIn, isSameAddress } from '#web/lib/format/address-text.ts'
import type { AddressText } from '#web/lib/format/address-text.ts'
import { saveJson, savedJson } from '#web/lib/storage/saved-json.ts'
import { keyOf } from '#web/lib/storage/saved-text.ts'

/** `id` is the address, or 0 for a new one. */
export type Draft = { memberId: number; id: number }

const storageKeyOf = (draft: Draft) => keyOf({ what: 'address', ...draft })

/** Survives Esc, Back and a reload, in this tab only. */
export function saveAddress(draft: Draft, value: AddressText, before: AddressText): void {
  saveJson(storageKeyOf(draft), isSameAddress(value, before) ? null : value)
}

export function savedAddress(draft: Draft): AddressText | null {
  const saved = savedJson(storageKeyOf(draft))
  return saved === null ? null : addressTextIn(saved)
}

export function forgetAddress(draft: Draft): void {
  saveJson(storageKeyOf(draft), null)
}
