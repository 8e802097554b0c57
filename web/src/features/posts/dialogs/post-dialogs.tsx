import { deletePost, type Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { BlockDialog } from '#web/entities/members/block-dialog.tsx'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { postLink } from '#web/entities/posts/post-link.ts'
import { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { ShareDialog } from '#web/entities/share/share-dialog.tsx'
import { focusNeighbour } from '#web/lib/browser/focus-neighbour.ts'
import { DeleteDialog } from '#web/features/posts/dialogs/delete-dialog.tsx'
import { EditPostDialog } from '#web/features/posts/dialogs/edit-post-dialog.tsx'
import { SignInLinks } from '#web/features/posts/dialogs/sign-in-links.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { call } from '#web/lib/net/call.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

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

/** Renders a dialog of a post. All are in one chunk that is loaded when the first is opened. */
export function PostDialog({ kind, post, onClose, onDeleted }: PostDialogProps) {
  if (kind === 'edit') return <EditPostDialog post={post} onClose={onClose} />
  if (kind === 'delete') return <DeletePost post={post} onClose={onClose} onDeleted={onDeleted} />
  if (kind === 'report') return <ReportDialog target={{ type: 'post', id: post.id }} onClose={onClose} />
  if (kind === 'block') return <BlockAuthor post={post} onClose={onClose} onDeleted={onDeleted} />
  if (kind === 'like-prompt') return <LoginPrompt title="Like posts" post={post} onClose={onClose} />
  if (kind === 'comment-prompt') return <LoginPrompt title="Drop comments" post={post} onClose={onClose} />
  const name = nameOf(post)
  const shared = { link: postLink(post), name, title: `The post by ${name}` }
  return <ShareDialog shared={shared} isByHand={kind === 'share-by-hand'} onClose={onClose} />
}

type ActionProps = Omit<PostDialogProps, 'kind'>

function DeletePost({ post: { id }, onClose, onDeleted }: ActionProps) {
  const queryClient = useQueryClient()

  function drop(): void {
    onDeleted?.()
    focusNeighbour('article')
    removeDeletedPost(queryClient, id)
  }

  return (
    <DeleteDialog
      title="Delete Post"
      confirmLabel="Delete Post"
      send={async () => (await call(deletePost, { params: { id }, query: {} })).message ?? deletePost.message}
      onClose={onClose}
      onDeleted={drop}
    >
      <p>The post is deleted for good, with its pictures, likes and comments.</p>
    </DeleteDialog>
  )
}

function BlockAuthor({ post, onClose, onDeleted }: ActionProps) {
  const { userId, userName } = post

  function drop(): void {
    onDeleted?.()
    focusNeighbour('article', { isStaying: ({ dataset }) => dataset['author'] !== String(userId) })
  }

  return <BlockDialog member={{ id: userId, username: userName }} onClose={onClose} onBlocked={drop} />
}

const reasons = {
  'Like posts': (name: string) => `Sign in to tell ${name} that you like this post, or join Rootsquare.`,
  'Drop comments': (name: string) => `Sign in to answer ${name} and read the comments, or join Rootsquare.`,
}

type LoginPromptProps = { title: keyof typeof reasons; post: Post; onClose: () => void }

function LoginPrompt({ title, post, onClose }: LoginPromptProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title} width={420}>
      <div className="stack gap-m">
        <p>{reasons[title](nameOf(post))}</p>
        <SignInLinks postId={post.id} isInDialog />
      </div>
    </Dialog>
  )
}
