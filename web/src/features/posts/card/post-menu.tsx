import type { Post } from '@rootsquare/contract/posts'
import Ban from 'lucide-react/icons/ban'
import Flag from 'lucide-react/icons/flag'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { postLink } from '#web/entities/posts/post-link.ts'
import type { PostDialogKind } from '#web/features/posts/dialogs/post-dialogs.tsx'
import { fetchDialogs, usePostDialog } from '#web/features/posts/dialogs/use-post-dialog.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { copyLink } from '#web/ui/layout/copy-text.ts'

type PostMenuProps = { post: Post; onDeleted?: (() => void) | undefined }

/** Offers only actions that the server will allow. `onDeleted` is called once the post is deleted. */
export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const { dialog, open } = usePostDialog(post, onDeleted)
  const { can } = post

  async function copy(): Promise<void> {
    if (!(await copyLink(postLink(post)))) await open('share-by-hand')
  }

  const action = (name: string, icon: Action['icon'], kind: PostDialogKind) => {
    return { name, icon, run: () => open(kind), keepsMenu: true }
  }
  const actions: Action[] = [{ name: 'Copy link', icon: Link2, run: copy, keepsMenu: true }]
  if (can.update) actions.push(action('Edit Post', Pencil, 'edit'))
  if (can.report)
    actions.push(action('Report Post', Flag, 'report'), action(`Block @${post.userName}`, Ban, 'block'))
  if (can.delete) actions.push({ ...action('Delete Post', Trash2, 'delete'), tone: 'danger' })
  return (
    <>
      <ActionMenu
        label={`Options for the post by ${nameOf(post)}`}
        actions={actions}
        onOpen={() => void fetchDialogs().catch(() => {})}
      />
      {dialog}
    </>
  )
}
