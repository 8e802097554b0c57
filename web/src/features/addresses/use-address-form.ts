import { createAddress } from '@rootsquare/contract/addresses'
import type { Address } from '@rootsquare/contract/addresses'
import { useEffect, useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { unexpected, useAreLgasLoading, useSaveAddress } from '#web/features/addresses/api.ts'
import { forgetAddress, saveAddress, savedAddress } from '#web/features/addresses/saved-address.ts'
import {
  addressErrorsIn,
  addressTextIn,
  checkAddress,
  focusAddress,
  isSameAddress,
  sentAddress,
} from '#web/lib/format/address-text.ts'
import type { AddressErrors, AddressText } from '#web/lib/format/address-text.ts'
import { CallError } from '#web/lib/net/call.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Starts from the saved draft. */
type AddressFormOptions = { memberId: number; address: Address | null; onSaved: () => void }

export function useAddressForm({ memberId, address, onSaved }: AddressFormOptions) {
  const idPrefix = useId()
  const draft = { memberId, id: address?.id ?? 0 }
  const typing = useTyping(draft, address)
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
      forgetAddress(draft)
      showSnackbar('success', createAddress.message)
    }, reject)
  }

  return { idPrefix, ...typing, isBusy: save.isPending || isLoading, onSubmit }
}

function useTyping(draft: { memberId: number; id: number }, address: Address | null) {
  const { memberId, id } = draft
  const [before] = useState(() => addressTextIn(address))
  const [value, setValue] = useState(() => savedAddress(draft) ?? before)
  const [isRestored, setRestored] = useState(() => !isSameAddress(value, before))
  const [errors, setErrors] = useState<AddressErrors>({})

  useEffect(() => saveAddress({ memberId, id }, value, before), [memberId, id, value, before])

  function change(changed: Partial<AddressText>): void {
    const settled = Object.fromEntries(Object.keys(changed).map((field) => [field, undefined]))
    setValue((now) => ({ ...now, ...changed }))
    setErrors((now) => ({ ...now, ...settled }))
  }

  function startOver(): void {
    setValue(before)
    setErrors({})
    setRestored(false)
  }

  return { value, errors, isRestored, change, setErrors, startOver }
}
