import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { Post } from '@rootsquare/contract/posts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { PostDialog, PostDialogKind } from '#web/features/posts/dialogs/post-dialogs.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Shown = { Opened: typeof PostDialog; kind: PostDialogKind }

/** The code of the dialogs is loaded when one is opened; `fetchDialogs` loads it earlier. */
export function fetchDialogs() {
  return import('#web/features/posts/dialogs/post-dialogs.tsx')
}

/** `open` resolves when the dialog is shown, or an error in its place. */
export function usePostDialog(post: Post, onDeleted?: () => void) {
  const [shown, setShown] = useState<Shown | null>(null)

  async function open(kind: PostDialogKind): Promise<void> {
    try {
      const { PostDialog } = await fetchDialogs()
      setShown({ Opened: PostDialog, kind })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  const dialog: ReactNode = shown && (
    <shown.Opened kind={shown.kind} post={post} onClose={() => setShown(null)} onDeleted={onDeleted} />
  )
  return { dialog, open }
}
