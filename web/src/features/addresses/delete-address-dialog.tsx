import type { Address } from '@rootsquare/contract/addresses'
import { unexpectedErrorText, useDeleteAddress } from '#web/features/addresses/api.ts'
import { streetLine } from '@rootsquare/contract/lib/address-format'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

type DeleteAddressDialogProps = { address: Address; onClose: () => void }

export function DeleteAddressDialog({ address, onClose }: DeleteAddressDialogProps) {
  const mutation = useDeleteAddress(address.id)
  const draft = useTextDraft({ what: 'address', id: address.id })
  const run = useConfirmDialog(onClose)

  function remove(): void {
    run(
      async (ends) => {
        const answer = await mutation.mutateAsync(undefined, ends)
        draft.clear()
        return answer
      },
      (failure) => serverMessage(failure, unexpectedErrorText),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={remove}
      title="Delete this address?"
      confirmLabel="Delete address"
      tone="danger"
      isBusy={mutation.isPending}
    >
      <p>{streetLine(address)} leaves your saved addresses. Orders that were made with it keep it.</p>
    </ConfirmDialog>
  )
}
