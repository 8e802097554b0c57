import { reviewLength, type Review } from '@rootsquare/contract/trade/reviews'
import { useRef, useState, type SubmitEvent } from 'react'
import { useReply } from '#web/features/reviews/api.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

/** For the seller, once. What was typed stays until it is sent. */
export function ReplyForm({ review }: { review: Review }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const key = { what: 'review-reply', memberId: currentSession()?.userId ?? 0, id: review.id }
  const { draft: text, change, clear } = useTextDraft(key)
  const [isErrorShown, setErrorShown] = useState(false)
  const reply = useReply(review.id)
  const error = replyError(text)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (reply.isPending) return
    setErrorShown(true)
    if (error !== null) return field.current?.focus()
    clearSnackbars()
    reply.mutateAsync(text.trim(), { onSuccess: clear }).then(
      ({ message }) => showSnackbar('success', message ?? 'Your reply is under the review.'),
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  return (
    <form className="stack gap-8" noValidate onSubmit={submit}>
      <TextArea
        ref={field}
        aria-label={`Reply to ${nameOf(review.author)}`}
        placeholder="Reply once, for everybody to read"
        rows={2}
        value={text}
        error={isErrorShown || lengthOf(text) > reviewLength ? error : null}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p>
        <Button type="submit" variant="outline" isBusy={reply.isPending}>
          Reply
        </Button>
      </p>
    </form>
  )
}

function replyError(text: string): string | null {
  if (lengthOf(text) === 0) return 'Required.'
  return lengthOf(text) > reviewLength ? tooLongText(reviewLength) : null
}
