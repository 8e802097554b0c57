import type { Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { BlockDialog } from '#web/entities/members/block-dialog.tsx'
import { dropAuthor } from '#web/entities/posts/blocked-author.ts'
import { focusNeighbour } from '#web/features/posts/card/focus-neighbour.ts'
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

/** All dialogs of a post, in one chunk that is loaded when the first is opened. */
export function PostDialog({ kind, post, onClose, onDeleted }: PostDialogProps) {
  if (kind === 'edit') return <EditPostDialog post={post} onClose={onClose} />
  if (kind === 'delete') return <DeletePostDialog post={post} onClose={onClose} onDeleted={onDeleted} />
  if (kind === 'report') return <ReportDialog target={{ postId: post.id }} onClose={onClose} />
  if (kind === 'block') return <BlockAuthor post={post} onClose={onClose} onBlocked={onDeleted} />
  if (kind === 'like-prompt') return <LoginPrompt title="Like posts" post={post} onClose={onClose} />
  if (kind === 'comment-prompt') return <LoginPrompt title="Drop comments" post={post} onClose={onClose} />
  return <ShareDialog post={post} isByHand={kind === 'share-by-hand'} onClose={onClose} />
}

type BlockAuthorProps = { post: Post; onClose: () => void; onBlocked?: (() => void) | undefined }

function BlockAuthor({ post, onClose, onBlocked }: BlockAuthorProps) {
  const queryClient = useQueryClient()
  const { userId, userName } = post

  function drop(): void {
    onBlocked?.()
    focusNeighbour('article', { isStaying: ({ dataset }) => dataset['author'] !== String(userId) })
    dropAuthor(queryClient, userId)
  }

  return <BlockDialog member={{ id: userId, username: userName }} onClose={onClose} onBlocked={drop} />
}
