import type { Post } from '@rootsquare/contract/posts'
import { BlockAuthor } from '#web/features/posts/dialogs/block-author.tsx'
import { DeletePostDialog } from '#web/features/posts/dialogs/delete-post-dialog.tsx'
import { EditPostDialog } from '#web/features/posts/dialogs/edit-post-dialog.tsx'
import { LoginPrompt } from '#web/features/posts/card/login-prompt.tsx'
import { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { ShareDialog } from '#web/features/posts/dialogs/share-dialog.tsx'

export type PostDialogKind =
  | 'share'
  | 'share-by-hand'
  | 'edit'
  | 'delete'
  | 'report'
  | 'block'
  | 'like-prompt'
  | 'comment-prompt'

type PostDialogProps = {
  kind: PostDialogKind
  post: Post
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** All that can open over a post, in one part of the code that is fetched when it is first needed. */
export function PostDialog({ kind, post, onClose, onDeleted }: PostDialogProps) {
  if (kind === 'edit') return <EditPostDialog post={post} onClose={onClose} />
  if (kind === 'delete') return <DeletePostDialog post={post} onClose={onClose} onDeleted={onDeleted} />
  if (kind === 'report') return <ReportDialog target={{ postId: post.id }} onClose={onClose} />
  if (kind === 'block') return <BlockAuthor post={post} onClose={onClose} onBlocked={onDeleted} />
  if (kind === 'like-prompt') return <LoginPrompt title="Like posts" post={post} onClose={onClose} />
  if (kind === 'comment-prompt') return <LoginPrompt title="Drop comments" post={post} onClose={onClose} />
  return <ShareDialog post={post} isByHand={kind === 'share-by-hand'} onClose={onClose} />
}
