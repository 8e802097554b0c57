import { deleteAddress } from '@rootsquare/contract/addresses'
import type { Address } from '@rootsquare/contract/addresses'
import { useDeleteAddress } from '#web/features/addresses/api.ts'
import { forgetAddress } from '#web/features/addresses/kept-address.ts'
import { unexpected } from '#web/features/addresses/words.ts'
import { streetText } from '#web/lib/address-text.ts'
import { saidByServer } from '#web/lib/said-by-server.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeedDialog } from '#web/ui/use-deed-dialog.ts'
import type { Ends } from '#web/ui/use-deed-dialog.ts'

type DeleteAddressDialogProps = { memberId: number; address: Address; onClose: () => void }

export function DeleteAddressDialog({ memberId, address, onClose }: DeleteAddressDialogProps) {
  const deed = useDeleteAddress(address.id)
  const run = useDeedDialog(onClose)

  async function remove(ends: Ends): Promise<string> {
    await deed.mutateAsync(undefined, ends)
    forgetAddress({ memberId, id: address.id })
    return deleteAddress.message
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => run(remove, (failure) => saidByServer(failure, unexpected))}
      title="Delete this address?"
      confirmLabel="Delete address"
      tone="danger"
      isBusy={deed.isPending}
    >
      <p>{streetText(address)} leaves your saved addresses. Orders that were made with it keep it.</p>
    </ConfirmDialog>
  )
}
