import { commentLength } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useEffect, useRef, type KeyboardEvent, type SubmitEvent } from 'react'
import { useMentions } from '#web/entities/mentions/use-mentions.tsx'
import { useUpdateComment } from '#web/features/posts/comments/comments-api.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { isSendKey } from '#web/lib/navigation/send-key.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

type CommentEditProps = { comment: Comment; postId: number; onEnd: () => void }

const nobodyNear = { thread: [], groupId: null }

/** Keeps the typed text until it is saved or cancelled. */
export function CommentEdit({ comment, postId, onEnd }: CommentEditProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const draftKey = { what: 'comment-edit', memberId: comment.userId, id: comment.id }
  const { draft: text, change, clear } = useTextDraft(draftKey, comment.comments)
  const mentions = useMentions({ onChange: change, people: nobodyNear })
  const update = useUpdateComment(postId, comment)
  const length = lengthOf(text)
  const isValid = length > 0 && length <= commentLength

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  function cancel(): void {
    clear()
    onEnd()
  }

  function save(): void {
    if (update.isPending || !isValid) return field.current?.focus()
    if (text.trim() === comment.comments) return cancel()
    clearSnackbars()
    update.mutateAsync(text.trim(), { onSuccess: cancel }).catch((error: unknown) => {
      showSnackbar('error', serverMessage(error, 'Something went wrong'))
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    mentions.fieldProps.onKeyDown(event)
    if (event.defaultPrevented) return
    if (event.key === 'Escape') cancel()
    if (!isSendKey(event.nativeEvent)) return
    event.preventDefault()
    save()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    save()
  }

  return (
    <form className="stack gap-8" noValidate onSubmit={submit}>
      <TextArea
        {...mentions.fieldProps}
        ref={field}
        aria-label="Edit comment"
        rows={2}
        value={text}
        error={length > commentLength ? tooLongText(commentLength) : null}
        onKeyDown={onKeyDown}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {mentions.list}
      <div className="row wrap">
        <Button type="submit" disabled={!isValid} isBusy={update.isPending}>
          Save
        </Button>
        <Button variant="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
