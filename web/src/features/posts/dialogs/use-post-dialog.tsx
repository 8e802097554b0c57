import type { Post } from '@rootsquare/contract/posts'
import type { ComponentProps, ComponentType } from 'react'
import type { PostDialog, PostDialogKind } from '#web/features/posts/dialogs/post-dialogs.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

/** Loads the code of the dialogs before one is opened, so that it opens without a delay. */
export function fetchDialogs() {
  return import('#web/features/posts/dialogs/post-dialogs.tsx')
}

export function usePostDialog(post: Post, onDeleted?: () => void) {
  const { Dialog, open, close } = useLoadedDialog(loadDialog)
  return { dialog: Dialog && <Dialog post={post} onClose={close} onDeleted={onDeleted} />, open }
}

type Props = Omit<ComponentProps<typeof PostDialog>, 'kind'>

async function loadDialog(kind: PostDialogKind): Promise<ComponentType<Props>> {
  const { PostDialog } = await fetchDialogs()
  return function OpenedDialog(props) {
    return <PostDialog kind={kind} {...props} />
  }
}
