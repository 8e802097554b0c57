import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CommentEdit } from '#web/features/posts/comments/comment-edit.tsx'
import { dropComment, useDeleteComment } from '#web/features/posts/comments/comments-api.ts'
import { focusNeighbour } from '#web/features/posts/card/focus-neighbour.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './comments.module.css'

type CommentRowProps = { comment: Comment; postId: number }
type Opened = 'edit' | 'delete' | 'report' | null

export function CommentRow({ comment, postId }: CommentRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const name = nameOf(comment)
  const close = () => setOpened(null)

  function endEditing(): void {
    flushSync(close)
    row.current?.querySelector('button')?.focus()
  }

  return (
    <li ref={row} className={classes.row} data-comment={comment.id}>
      <Link
        to="/u/$username"
        params={{ username: comment.userName }}
        className={classes.avatar}
        tabIndex={-1}
        aria-hidden="true"
      >
        <Avatar name={name} image={comment.profileImage} size={36} />
      </Link>
      <div className={classes.main}>
        {opened === 'edit' ? (
          <CommentEdit comment={comment} postId={postId} onEnd={endEditing} />
        ) : (
          <div className={classes.bubble}>
            <CommentText comment={comment} />
            <CommentMenu comment={comment} onOpen={setOpened} />
          </div>
        )}
      </div>
      {opened === 'delete' && <DeleteComment comment={comment} postId={postId} onClose={close} />}
      {opened === 'report' && <ReportDialog target={{ commentId: comment.id }} onClose={close} />}
    </li>
  )
}

function CommentText({ comment }: { comment: Comment }) {
  return (
    <div className={classes.content}>
      <p className={classes.head}>
        <Link to="/u/$username" params={{ username: comment.userName }} className={classes.name}>
          <bdi>{nameOf(comment)}</bdi>
        </Link>
        <span>@{comment.userName}</span>
        <TimeAgo iso={comment.createdDate} />
        {comment.editedDate !== null && <span>edited</span>}
      </p>
      <p className={classes.text} dir="auto">
        <LinkedText text={comment.comments} />
      </p>
    </div>
  )
}

function CommentMenu({ comment, onOpen }: { comment: Comment; onOpen: (opened: Opened) => void }) {
  const { can } = comment
  const actions: Action[] = []
  if (can.update) actions.push({ name: 'Edit', Icon: Pencil, run: () => onOpen('edit') })
  if (can.report)
    actions.push({ name: 'Report comment', Icon: Flag, run: () => onOpen('report'), keepsMenu: true })
  if (can.delete)
    actions.push({
      name: 'Delete',
      Icon: Trash2,
      tone: 'danger',
      run: () => onOpen('delete'),
      keepsMenu: true,
    })
  if (actions.length === 0) return null
  return (
    <div className={classes.menu}>
      <ActionMenu label={`Options for the comment by ${nameOf(comment)}`} actions={actions} />
    </div>
  )
}

type DeleteCommentProps = CommentRowProps & { onClose: () => void }

function DeleteComment({ comment, postId, onClose }: DeleteCommentProps) {
  const queryClient = useQueryClient()
  const deletion = useDeleteComment(comment.id)

  function remove(isHere: boolean): void {
    if (!isHere) return
    // At once, so that the focus is back in the row before the row is removed.
    flushSync(onClose)
    focusNeighbour('[data-comment]', { otherwise: commentField })
    dropComment(queryClient, postId, comment.id)
  }

  function confirm(): void {
    const isHere = whileSignedIn()
    clearSnackbars()
    deletion.mutateAsync().then(
      (message) => {
        showSnackbar('success', message)
        remove(isHere())
      },
      (error: unknown) => {
        showSnackbar('error', serverMessage(error, 'Something went wrong'))
        remove(isHere() && isMissing(error))
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Delete comment"
      confirmLabel="Delete"
      tone="danger"
      isBusy={deletion.isPending}
    >
      <p>The comment goes for good.</p>
    </ConfirmDialog>
  )
}
