import { createAddress, type Address } from '@rootsquare/contract/addresses'
import { useId, useState, type SubmitEvent } from 'react'
import { unexpected, useAreLgasLoading, useSaveAddress } from '#web/features/addresses/api.ts'
import {
  addressErrorsIn,
  AddressText,
  addressTextOf,
  checkAddress,
  focusAddress,
  sentAddress,
} from '#web/lib/format/address-text.ts'
import type { AddressErrors } from '#web/lib/format/address-text.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { CallError } from '#web/lib/net/call.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Starts from the saved draft. */
type AddressFormOptions = { memberId: number; address: Address | null; onSaved: () => void }

export function addressDraftKey(memberId: number, address: Address | null) {
  return { what: 'address', memberId, id: address?.id ?? 0 }
}

export function useAddressForm({ memberId, address, onSaved }: AddressFormOptions) {
  const idPrefix = useId()
  const { clear, ...typing } = useAddressDraft(memberId, address)
  const { value, setErrors } = typing
  const save = useSaveAddress()
  const isLoading = useAreLgasLoading(value.cityCode)

  function showErrors(errors: AddressErrors): boolean {
    setErrors(errors)
    return focusAddress(idPrefix, errors)
  }

  /** Shown at its field, otherwise in a snackbar, also if the dialog was closed meanwhile. */
  function reject(failure: Error): void {
    const fields = failure instanceof CallError ? failure.fields : {}
    if (!showErrors(addressErrorsIn(fields))) showSnackbar('error', serverMessage(failure, unexpected))
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    if (save.isPending || isLoading) return
    const errors = checkAddress(value)
    showErrors(errors)
    if (Object.keys(errors).length > 0) return
    clearSnackbars()
    const edit = { id: address?.id ?? null, address: sentAddress(value) }
    save.mutateAsync(edit, { onSuccess: onSaved }).then(() => {
      clear()
      showSnackbar('success', createAddress.message)
    }, reject)
  }

  return { idPrefix, ...typing, isBusy: save.isPending || isLoading, onSubmit }
}

function useAddressDraft(memberId: number, address: Address | null) {
  const key = addressDraftKey(memberId, address)
  const { draft, isRestored, discard, clear, ...stored } = useDraft(key, AddressText, () =>
    addressTextOf(address),
  )
  const [errors, setErrors] = useState<AddressErrors>({})

  function change(changed: Partial<AddressText>): void {
    const settled = Object.fromEntries(Object.keys(changed).map((field) => [field, undefined]))
    stored.change((now) => ({ ...now, ...changed }))
    setErrors((now) => ({ ...now, ...settled }))
  }

  function startOver(): void {
    discard()
    setErrors({})
  }

  return { value: draft, errors, isRestored, change, setErrors, startOver, clear }
}
