import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type DeleteDialogProps = {
  title: string
  confirmLabel: string
  /** Deletes, and resolves to the text of the notice. */
  send: () => Promise<string>
  onClose: () => void
  /** Is also called if somebody else has deleted it before. */
  onDeleted: () => void
  children: ReactNode
}

export function DeleteDialog({ send, onClose, onDeleted, ...texts }: DeleteDialogProps) {
  const deletion = useServerMutation({
    mutationFn: send,
    onSuccess: (message) => {
      showSnackbar('success', message)
      remove()
    },
    onError: (failure) => {
      showSnackbar('error', serverMessage(failure, 'Something went wrong'))
      if (isMissing(failure)) remove()
    },
  })

  function remove(): void {
    // Closes synchronously, so that the focus is back before the element that had it is removed.
    flushSync(onClose)
    onDeleted()
  }

  function confirm(): void {
    clearSnackbars()
    deletion.mutate()
  }

  return (
    <ConfirmDialog
      {...texts}
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      tone="danger"
      isBusy={deletion.isPending}
    />
  )
}
