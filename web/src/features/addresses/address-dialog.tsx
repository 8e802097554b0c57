import { createAddress, type Address } from '@rootsquare/contract/addresses'
import { AddressFields } from '#web/entities/places/address-fields.tsx'
import { unexpectedErrorText, useAreLgasLoading, useSaveAddress } from '#web/features/addresses/api.ts'
import { addressRules, AddressText, addressTextOf, sentAddress } from '#web/lib/format/address-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

type AddressDialogProps = { address: Address | null; onClose: () => void }

/** Restores what was typed when the dialog is opened again. */
export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const save = useSaveAddress()
  const initial = addressTextOf(address)
  const draft = useDraft({ what: 'address', id: address?.id ?? 0 }, AddressText, initial)
  const form = useForm({
    initial,
    draft,
    rules: addressRules,
    isBusy: useAreLgasLoading(draft.draft.cityCode),
    send: (typed) => save.mutateAsync({ id: address?.id ?? null, address: sentAddress(typed) }),
    onClose,
    onSuccess: () => showSnackbar('success', createAddress.message),
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', serverMessage(failure, unexpectedErrorText))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={address === null ? 'Add address' : 'Edit address'}
      width={560}
      label="Save address"
      showsDraft
    >
      <AddressFields field={form.field} onChange={form.set} />
    </FormDialog>
  )
}
