import { deleteAddress, type Address } from '@rootsquare/contract/addresses'
import { unexpected, useDeleteAddress } from '#web/features/addresses/api.ts'
import { addressDraftKey } from '#web/features/addresses/use-address-form.ts'
import { streetLine } from '@rootsquare/contract/lib/address-format'
import { saveDraft } from '#web/lib/storage/use-draft.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog, type DialogCallbacks } from '#web/ui/overlays/use-confirm-dialog.ts'

type DeleteAddressDialogProps = { memberId: number; address: Address; onClose: () => void }

export function DeleteAddressDialog({ memberId, address, onClose }: DeleteAddressDialogProps) {
  const mutation = useDeleteAddress(address.id)
  const run = useConfirmDialog(onClose)

  async function remove(ends: DialogCallbacks): Promise<string> {
    await mutation.mutateAsync(undefined, ends)
    saveDraft(addressDraftKey(memberId, address), null)
    return deleteAddress.message
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => run(remove, (failure) => serverMessage(failure, unexpected))}
      title="Delete this address?"
      confirmLabel="Delete address"
      tone="danger"
      isBusy={mutation.isPending}
    >
      <p>{streetLine(address)} leaves your saved addresses. Orders that were made with it keep it.</p>
    </ConfirmDialog>
  )
}
