import { deleteItem, type Item } from '@rootsquare/contract/trade/market'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { removeItem } from '#web/entities/items/item-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type DeleteItemDialogProps = { item: Item; onClose: () => void; onDeleted: () => void }

export function DeleteItemDialog({ item, onClose, onDeleted }: DeleteItemDialogProps) {
  const queryClient = useQueryClient()
  const deletion = useServerMutation({
    mutationFn: () => call(deleteItem, { params: { id: item.id }, query: {} }),
    onSuccess: ({ message }) => {
      showSnackbar('success', message ?? 'The item has been deleted.')
      closeAndRemove()
    },
    onError: (failure) => {
      showSnackbar('error', serverMessage(failure, 'Something went wrong'))
      if (isMissing(failure)) closeAndRemove()
    },
  })

  function closeAndRemove(): void {
    // Each dialog must return the focus before its opener is removed, so they close one after the other.
    flushSync(onClose)
    flushSync(onDeleted)
    void removeItem(queryClient, item.id)
  }

  function confirm(): void {
    clearSnackbars()
    deletion.mutate()
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${item.name}?`}
      confirmLabel="Delete item"
      tone="danger"
      isBusy={deletion.isPending}
    >
      <p>It leaves the marketplace and every cart for good. Existing orders do not change.</p>
    </ConfirmDialog>
  )
}
