import { commentLength } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useMentions } from '#web/entities/mentions/use-mentions.tsx'
import { useUpdateComment } from '#web/features/posts/comments/comments-api.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { isSendKey } from '#web/lib/navigation/send-key.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'

type CommentEditProps = { comment: Comment; postId: number; onEnd: () => void }

const nobodyNear = { thread: [], groupId: null }

/** Keeps the typed text until it is saved or cancelled. */
export function CommentEdit({ comment, postId, onEnd }: CommentEditProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, cancel } = useCommentForm({ comment, postId, onEnd })
  const mentions = useMentions({ onChange: (comments) => form.set({ comments }), people: nobodyNear })

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    mentions.fieldProps.onKeyDown(event)
    if (event.defaultPrevented) return
    if (event.key === 'Escape') cancel()
    if (isSendKey(event.nativeEvent)) form.props.onSubmit(event)
  }

  return (
    <DraftForm form={form} className="stack gap-xs">
      <TextArea
        aria-label="Edit comment"
        rows={2}
        {...form.field('comments')}
        {...mentions.fieldProps}
        ref={field}
        onKeyDown={onKeyDown}
      />
      {mentions.list}
      <div className="flex-row wrap">
        <Button type="submit" disabled={!form.isValid()} isBusy={form.isPending}>
          Save
        </Button>
        <Button variant="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </DraftForm>
  )
}

function useCommentForm({ comment, postId, onEnd }: CommentEditProps) {
  const initial = { comments: comment.comments }
  const draft = useTextsDraft({ what: 'comment-edit', memberId: comment.userId, id: comment.id }, initial)
  const update = useUpdateComment(postId, comment)

  function cancel(): void {
    draft.clear()
    onEnd()
  }

  const form = useForm({
    initial,
    draft,
    // The button cannot be pressed while there is no text.
    rules: { comments: (text) => (lengthOf(text) === 0 ? true : null) },
    limits: { comments: { max: commentLength } },
    send({ comments }) {
      if (comments.trim() !== comment.comments) return update.mutateAsync(comments.trim())
      cancel()
      return undefined
    },
    onClose: onEnd,
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', serverMessage(failure, 'Something went wrong'))
    },
  })
  return { form, cancel }
}
