import { deleteComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Bubble, nameClass, rowClass } from '#web/features/posts/comments/bubble.tsx'
import { CommentActions } from '#web/features/posts/comments/comment-actions.tsx'
import { CommentEdit } from '#web/features/posts/comments/comment-edit.tsx'
import { dropComment } from '#web/features/posts/comments/comment-cache.ts'
import { focusNextComment } from '#web/features/posts/comments/focus-next-comment.ts'
import { DeleteDialog } from '#web/features/posts/dialogs/delete-dialog.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { call } from '#web/lib/net/call.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './comments.module.css'

type CommentRowProps = {
  comment: Comment
  postId: number
  onReply: (comment: Comment) => void
  /** Whether the address of the page leads to this comment. */
  isLinked: boolean
}
type OpenDialog = 'edit' | 'delete' | 'report' | null

/** Renders one comment or reply without its list item. */
export function CommentRow({ comment, postId, onReply, isLinked }: CommentRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<OpenDialog>(null)
  const name = nameOf(comment)
  const toAuthor = { to: '/u/$username', params: { username: comment.userName } } as const
  const close = () => setOpened(null)
  useScrollTo(row, isLinked)

  function endEditing(): void {
    flushSync(close)
    row.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  const head = (
    <>
      <Link {...toAuthor} className={nameClass}>
        <bdi>{name}</bdi>
      </Link>
      <span>@{comment.userName}</span>
      <TimeAgo iso={comment.createdDate} />
      {comment.editedDate !== null && <span>edited</span>}
    </>
  )
  return (
    <div
      ref={row}
      className={rowClass}
      data-comment={comment.id}
      data-linked={isLinked || undefined}
      tabIndex={isLinked ? -1 : undefined}
    >
      <Link {...toAuthor} className="rigid circle" tabIndex={-1} aria-hidden="true">
        <Avatar name={name} image={comment.profileImage} size={comment.parentId === null ? 36 : 30} />
      </Link>
      <div className="grow">
        {opened === 'edit' ? (
          <CommentEdit comment={comment} postId={postId} onEnd={endEditing} />
        ) : (
          <>
            <Bubble head={head} text={<LinkedText text={comment.comments} mentions={comment.mentions} />}>
              <CommentMenu comment={comment} onOpen={setOpened} />
            </Bubble>
            <CommentActions {...{ comment, postId, onReply }} />
          </>
        )}
      </div>
      {opened === 'delete' && <DeleteComment comment={comment} postId={postId} onClose={close} />}
      {opened === 'report' && <ReportDialog target={{ type: 'comment', id: comment.id }} onClose={close} />}
    </div>
  )
}

function useScrollTo(row: RefObject<HTMLElement | null>, isLinked: boolean): void {
  useEffect(() => {
    if (!isLinked) return
    row.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    row.current?.focus({ preventScroll: true })
  }, [row, isLinked])
}

function CommentMenu({ comment, onOpen }: { comment: Comment; onOpen: (opened: OpenDialog) => void }) {
  const { can } = comment
  const actions: Action[] = []
  if (can.update) actions.push({ name: 'Edit', icon: Pencil, run: () => onOpen('edit') })
  if (can.report)
    actions.push({ name: 'Report comment', icon: Flag, run: () => onOpen('report'), keepsMenu: true })
  if (can.delete) {
    const run = () => onOpen('delete')
    actions.push({ name: 'Delete', icon: Trash2, tone: 'danger', run, keepsMenu: true })
  }
  if (actions.length === 0) return null
  return (
    <div className={`rigid ${classes.menu}`}>
      <ActionMenu label={`Options for the comment by ${nameOf(comment)}`} actions={actions} />
    </div>
  )
}

type DeleteCommentProps = Pick<CommentRowProps, 'comment' | 'postId'> & { onClose: () => void }

function DeleteComment({ comment, postId, onClose }: DeleteCommentProps) {
  const queryClient = useQueryClient()
  const { id: commentId, parentId, replyCount } = comment
  const what = parentId === null ? 'comment' : 'reply'
  const send = async () =>
    (await call(deleteComment, { params: { commentId }, query: {} })).message ?? deleteComment.message

  function removeFromList(): void {
    focusNextComment(commentId)
    dropComment(queryClient, postId, comment)
  }

  return (
    <DeleteDialog
      title={`Delete ${what}`}
      confirmLabel="Delete"
      send={send}
      onClose={onClose}
      onDeleted={removeFromList}
    >
      <p>
        The {what} goes for good
        {replyCount > 0 && `, with its ${quantityText(replyCount, 'reply', 'replies')}`}.
      </p>
    </DeleteDialog>
  )
}
