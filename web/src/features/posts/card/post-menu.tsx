import type { Post } from '@rootsquare/contract/posts'
import Ban from 'lucide-react/icons/ban'
import Flag from 'lucide-react/icons/flag'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { postLink } from '#web/entities/posts/post-link.ts'
import { fetchDialogs, usePostDialog } from '#web/features/posts/dialogs/use-post-dialog.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { copyLink } from '#web/ui/layout/copy-text.ts'

type PostMenuProps = { post: Post; onDeleted?: (() => void) | undefined }

/** What else can be done with a post: only what the server will allow. `onDeleted` is called when it has gone. */
export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const { dialog, open } = usePostDialog(post, onDeleted)
  const { can } = post

  async function copy(): Promise<void> {
    if (!(await copyLink(postLink(post)))) await open('share-by-hand')
  }

  const actions: Action[] = [{ name: 'Copy link', Icon: Link2, run: copy, keepsMenu: true }]
  if (can.update) actions.push({ name: 'Edit Post', Icon: Pencil, run: () => open('edit'), keepsMenu: true })
  if (can.report)
    actions.push(
      { name: 'Report Post', Icon: Flag, run: () => open('report'), keepsMenu: true },
      { name: `Block @${post.userName}`, Icon: Ban, run: () => open('block'), keepsMenu: true },
    )
  if (can.delete)
    actions.push({
      name: 'Delete Post',
      Icon: Trash2,
      tone: 'danger',
      run: () => open('delete'),
      keepsMenu: true,
    })
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
