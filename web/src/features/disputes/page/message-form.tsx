import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useAddDisputeMessage } from '#web/features/disputes/api.ts'
import { MessageFields, useMessageDraft } from '#web/features/disputes/message-fields.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './dispute-view.module.css'

/** The form is new after each message, and its key makes the server accept a retried message only once. */
export function MessageForm({ dispute }: { dispute: Dispute }) {
  const [key, setKey] = useState(randomId)
  const [hasSent, setSent] = useState(false)
  const onSent = () => {
    setKey(randomId())
    setSent(true)
  }
  return <NewMessage key={key} sendKey={key} dispute={dispute} takesFocus={hasSent} onSent={onSent} />
}

type NewMessageProps = { dispute: Dispute; sendKey: string; takesFocus: boolean; onSent: () => void }

/** Takes the focus after a message, because the focused button was in the form before. */
function NewMessage({ dispute: { id: disputeId, role }, sendKey, takesFocus, onSent }: NewMessageProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useMessageDraft('dispute-message', disputeId)
  const send = useAddDisputeMessage(disputeId)
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('textarea')?.focus()
  }, [takesFocus])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (send.isPending) return
    setChecked(true)
    if (draft.textError !== null) return event.currentTarget.querySelector('textarea')?.focus()
    if (draft.picturesError !== null) return
    clearSnackbars()
    send.mutateAsync({ ...draft.content, key: sendKey }).then(
      () => {
        draft.finish()
        onSent()
      },
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  return (
    <form
      ref={form}
      className={`card stack gap-12 ${classes.part}`}
      aria-label="New message"
      noValidate
      onSubmit={submit}
    >
      <MessageFields
        draft={draft}
        label="Your message"
        description={role === 'staff' ? 'Buyer and seller read it.' : 'The other side and our staff read it.'}
        isChecked={isChecked}
        isBusy={send.isPending}
      />
      <div className={classes.send}>
        <Button type="submit" isBusy={send.isPending}>
          Send
        </Button>
      </div>
    </form>
  )
}
