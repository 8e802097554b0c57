import { createAddress, type Address } from '@rootsquare/contract/addresses'
import { useId, useState, type SubmitEvent } from 'react'
import { AddressFields } from '#web/entities/places/address-fields.tsx'
import { unexpectedErrorText, useAreLgasLoading, useSaveAddress } from '#web/features/addresses/api.ts'
import {
  addressErrorsIn,
  AddressText,
  addressTextOf,
  checkAddress,
  focusAddress,
  sentAddress,
} from '#web/lib/format/address-text.ts'
import type { AddressErrors } from '#web/lib/format/address-text.ts'
import { CallError } from '#web/lib/net/call.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

type AddressDialogProps = { address: Address | null; onClose: () => void }

/** Restores what was typed when the dialog is opened again. */
export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const formId = useId()
  const form = useAddressForm(address, onClose)
  const footer = <FormButtons form={formId} label="Save address" isBusy={form.isBusy} onCancel={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={address === null ? 'Add address' : 'Edit address'}
      width={560}
      footer={footer}
    >
      <form id={formId} className="stack" noValidate onSubmit={form.onSubmit}>
        {form.isRestored && <DraftStatus onDiscard={form.startOver} />}
        <AddressFields
          value={form.value}
          errors={form.errors}
          idPrefix={form.idPrefix}
          onChange={form.change}
        />
      </form>
    </Dialog>
  )
}

/** Starts with the saved draft. */
function useAddressForm(address: Address | null, onSaved: () => void) {
  const idPrefix = useId()
  const { clear, ...typing } = useAddressDraft(address)
  const { value, setErrors } = typing
  const save = useSaveAddress()
  const isLoading = useAreLgasLoading(value.cityCode)

  function showErrors(errors: AddressErrors): boolean {
    setErrors(errors)
    return focusAddress(idPrefix, errors)
  }

  /** Shows an error at its field or in a snackbar, even if the dialog was closed before the reply arrived. */
  function reject(failure: Error): void {
    const fields = failure instanceof CallError ? failure.fields : {}
    if (!showErrors(addressErrorsIn(fields)))
      showSnackbar('error', serverMessage(failure, unexpectedErrorText))
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

function useAddressDraft(address: Address | null) {
  const key = { what: 'address', id: address?.id ?? 0 }
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
