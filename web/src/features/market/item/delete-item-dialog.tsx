import type { Item } from '@rootsquare/contract/trade/market'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useDeleteItem } from '#web/features/market/item/item-api.ts'
import { removeItem } from '#web/entities/items/item-cache.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type DeleteItemDialogProps = { item: Item; onClose: () => void; onDeleted: () => void }

export function DeleteItemDialog({ item, onClose, onDeleted }: DeleteItemDialogProps) {
  const queryClient = useQueryClient()
  const mutation = useDeleteItem(item.id)

  function closeAndRemove(isHere: boolean): void {
    if (!isHere) return
    // Each dialog must return the focus before its opener is removed, so they close one after the other.
    flushSync(onClose)
    flushSync(onDeleted)
    void removeItem(queryClient, item.id)
  }

  function confirm(): void {
    const isHere = whileSignedIn()
    clearSnackbars()
    mutation.mutateAsync().then(
      ({ message }) => {
        showSnackbar('success', message ?? 'The item has been deleted.')
        closeAndRemove(isHere())
      },
      (failure: unknown) => {
        showSnackbar('error', serverMessage(failure, 'Something went wrong'))
        closeAndRemove(isHere() && isMissing(failure))
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${item.name}?`}
      confirmLabel="Delete item"
      tone="danger"
      isBusy={mutation.isPending}
    >
      <p>It leaves the marketplace and every cart for good. Orders keep what was bought.</p>
    </ConfirmDialog>
  )
}
