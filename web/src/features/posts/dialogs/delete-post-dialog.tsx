import type { Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { focusNeighbour } from '#web/features/posts/card/focus-neighbour.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { useDeletePost } from '#web/features/posts/card/post-mutations.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type DeletePostDialogProps = { post: Post; onClose: () => void; onDeleted?: (() => void) | undefined }

export function DeletePostDialog({ post, onClose, onDeleted }: DeletePostDialogProps) {
  const queryClient = useQueryClient()
  const deletion = useDeletePost(post.id)

  function remove(isHere: boolean): void {
    if (!isHere) return
    // At once, so that the focus is back in the post before the post is removed.
    flushSync(onClose)
    onDeleted?.()
    focusNeighbour('article')
    dropGonePost(queryClient, post.id)
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
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Delete Post"
      confirmLabel="Delete Post"
      tone="danger"
      isBusy={deletion.isPending}
    >
      <p>The post goes for good, with its pictures, its likes and its comments.</p>
    </ConfirmDialog>
  )
}
