import type { Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { focusNeighbour } from '#web/features/posts/focus-neighbour.ts'
import { dropGonePost } from '#web/features/posts/gone-posts.ts'
import { useDeletePost } from '#web/features/posts/post-deeds.ts'
import { isMissing, saidByServer } from '#web/lib/said-by-server.ts'
import { whileHere } from '#web/lib/while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

type DeletePostDialogProps = { post: Post; onClose: () => void; onDeleted?: (() => void) | undefined }

export function DeletePostDialog({ post, onClose, onDeleted }: DeletePostDialogProps) {
  const queryClient = useQueryClient()
  const deed = useDeletePost(post.id)

  function remove(isHere: boolean): void {
    if (!isHere) return
    // At once, so that the focus is back in the post before it goes.
    flushSync(onClose)
    onDeleted?.()
    focusNeighbour('article')
    dropGonePost(queryClient, post.id)
  }

  function confirm(): void {
    const isHere = whileHere()
    clearSnackbars()
    deed.mutateAsync().then(
      (message) => {
        showSnackbar('success', message)
        remove(isHere())
      },
      (failure: unknown) => {
        showSnackbar('error', saidByServer(failure, 'Something went wrong'))
        remove(isHere() && isMissing(failure))
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
      isBusy={deed.isPending}
    >
      <p>The post goes for good, with its pictures, its likes and its comments.</p>
    </ConfirmDialog>
  )
}
