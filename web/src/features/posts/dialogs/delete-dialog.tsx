import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
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
  const deletion = useMutation({ mutationFn: send })

  function remove(isHere: boolean): void {
    if (!isHere) return
    // Closes synchronously, so that the focus is back before the element that had it is removed.
    flushSync(onClose)
    onDeleted()
  }

  function confirm(): void {
    const isHere = whileSignedIn()
    clearSnackbars()
    deletion.mutateAsync().then(
      (message) => {
        showSnackbar('success', message)
        remove(isHere())
      },
      (error: unknown) => {
        showSnackbar('error', serverMessage(error, 'Something went wrong'))
        remove(isHere() && isMissing(error))
      },
    )
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
