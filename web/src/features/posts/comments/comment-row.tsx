import { deleteComment } from '@rootsquare/contract/posts'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { CommentEdit } from '#web/features/posts/comments/comment-edit.tsx'
import { useAddComment } from '#web/features/posts/comments/comment-box.tsx'
import { dropComment } from '#web/features/posts/comments/comments-api.ts'
import { focusNeighbour } from '#web/features/posts/card/focus-neighbour.ts'
import { DeleteDialog } from '#web/features/posts/dialogs/delete-dialog.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { commentField } from '#web/entities/posts/post-link.ts'
import { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { call } from '#web/lib/net/call.ts'
import { discardEntry } from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './comments.module.css'

type CommentRowProps = { comment: Comment; postId: number }
type Opened = 'edit' | 'delete' | 'report' | null

const rowClass = `row gap-10 ${classes.row}`
const nameClass = `link ${classes.name}`

export function CommentRow({ comment, postId }: CommentRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const name = nameOf(comment)
  const toAuthor = { to: '/u/$username', params: { username: comment.userName } } as const
  const close = () => setOpened(null)

  function endEditing(): void {
    flushSync(close)
    row.current?.querySelector('button')?.focus()
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
    <li ref={row} className={rowClass} data-comment={comment.id}>
      <Link {...toAuthor} className={`rigid ${classes.avatar}`} tabIndex={-1} aria-hidden="true">
        <Avatar name={name} image={comment.profileImage} size={36} />
      </Link>
      <div className="grow">
        {opened === 'edit' ? (
          <CommentEdit comment={comment} postId={postId} onEnd={endEditing} />
        ) : (
          <Bubble head={head} text={<LinkedText text={comment.comments} />}>
            <CommentMenu comment={comment} onOpen={setOpened} />
          </Bubble>
        )}
      </div>
      {opened === 'delete' && <DeleteComment comment={comment} postId={postId} onClose={close} />}
      {opened === 'report' && <ReportDialog target={{ commentId: comment.id }} onClose={close} />}
    </li>
  )
}

function Bubble({ head, text, children }: { head: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.bubble}>
      <div className="grow">
        <p className={`row wrap small muted breakable ${classes.head}`}>{head}</p>
        <p className={`breakable ${classes.text}`} dir="auto">
          {text}
        </p>
      </div>
      {children}
    </div>
  )
}

function CommentMenu({ comment, onOpen }: { comment: Comment; onOpen: (opened: Opened) => void }) {
  const { can } = comment
  const actions: Action[] = []
  if (can.update) actions.push({ name: 'Edit', Icon: Pencil, run: () => onOpen('edit') })
  if (can.report)
    actions.push({ name: 'Report comment', Icon: Flag, run: () => onOpen('report'), keepsMenu: true })
  if (can.delete) {
    const run = () => onOpen('delete')
    actions.push({ name: 'Delete', Icon: Trash2, tone: 'danger', run, keepsMenu: true })
  }
  if (actions.length === 0) return null
  return (
    <div className={`rigid ${classes.menu}`}>
      <ActionMenu label={`Options for the comment by ${nameOf(comment)}`} actions={actions} />
    </div>
  )
}

type DeleteCommentProps = CommentRowProps & { onClose: () => void }

function DeleteComment({ comment: { id: commentId }, postId, onClose }: DeleteCommentProps) {
  const queryClient = useQueryClient()
  const send = async () =>
    (await call(deleteComment, { params: { commentId } })).message ?? deleteComment.message

  function drop(): void {
    focusNeighbour('[data-comment]', { otherwise: commentField })
    dropComment(queryClient, postId, commentId)
  }

  return (
    <DeleteDialog title="Delete comment" confirmLabel="Delete" send={send} onClose={onClose} onDeleted={drop}>
      <p>The comment goes for good.</p>
    </DeleteDialog>
  )
}

export type Writer = { id: number; name: string; image: string | null }
type PendingCommentRowProps = { entry: OutboxEntry; outbox: Outbox; writer: Writer }

/** A comment that is being sent, or one that did not arrive and can be sent again. */
export function PendingCommentRow({ entry, outbox, writer }: PendingCommentRowProps) {
  const queryClient = useQueryClient()
  const addComment = useAddComment(outbox)
  const { id, text, error } = entry
  // The button that has the focus disappears.
  const focusField = () => document.getElementById(commentField)?.focus({ preventScroll: true })

  function retry(): void {
    clearSnackbars()
    focusField()
    void addComment(entry)
  }

  function discard(): void {
    focusField()
    discardEntry(queryClient, outbox, id)
  }

  const head = (
    <>
      <bdi className={nameClass}>{writer.name}</bdi>
      <span>{error === null ? 'Sending…' : 'Not sent'}</span>
    </>
  )
  return (
    <li
      className={rowClass}
      data-pending={error === null || undefined}
      data-failed={error !== null || undefined}
    >
      <Avatar name={writer.name} image={writer.image} size={36} />
      <div className="grow">
        <Bubble head={head} text={text} />
        {error !== null && (
          <div className={`row wrap note breakable ${classes.error}`}>
            <p>{error}</p>
            <Button variant="outline" onClick={retry}>
              Retry
            </Button>
            <Button variant="outline" onClick={discard}>
              Discard
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
