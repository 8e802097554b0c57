import { deleteAddress } from '@rootsquare/contract/addresses'
import type { Address } from '@rootsquare/contract/addresses'
import { flushSync } from 'react-dom'
import { useDeleteAddress } from '#web/features/addresses/api.ts'
import { forgetAddress } from '#web/features/addresses/kept-address.ts'
import { streetText, unexpected } from '#web/features/addresses/words.ts'
import { saidByServer } from '#web/lib/said-by-server.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusContent } from '#web/ui/pass-focus.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

type DeleteAddressDialogProps = { memberId: number; address: Address; onClose: () => void }

export function DeleteAddressDialog({ memberId, address, onClose }: DeleteAddressDialogProps) {
  const deed = useDeleteAddress(address.id)

  /** Its card goes, and with it the button that had the focus. */
  function leave(): void {
    flushSync(onClose)
    focusContent()
  }

  function confirm(): void {
    clearSnackbars()
    deed.mutateAsync(undefined, { onSuccess: leave }).then(
      () => {
        forgetAddress({ memberId, id: address.id })
        showSnackbar('success', deleteAddress.message)
      },
      (failure: unknown) => showSnackbar('error', saidByServer(failure, unexpected)),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Delete this address?"
      confirmLabel="Delete address"
      tone="danger"
      isBusy={deed.isPending}
    >
      <p>{streetText(address)} leaves your saved addresses. Orders that were made with it keep it.</p>
    </ConfirmDialog>
  )
}
