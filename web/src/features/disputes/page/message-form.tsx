import { maxDisputeImages, type Dispute } from '@rootsquare/contract/trade/disputes'
import { useEffect, useState } from 'react'
import { usePictureForm } from '#web/entities/uploads/use-picture-form.ts'
import { useAddDisputeMessage } from '#web/features/disputes/api.ts'
import {
  MessageDraft,
  MessageFields,
  messageLimits,
  textError,
  noMessage,
} from '#web/features/disputes/message-fields.tsx'
import { randomId } from '#web/lib/storage/random-id.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
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
  const send = useAddDisputeMessage(disputeId)
  const form = usePictureForm(
    {
      initial: noMessage,
      draft: useDraft<MessageDraft>({ what: 'dispute-message', id: disputeId }, MessageDraft, noMessage),
      rules: { text: (text) => textError(text, 'Please write a message.') },
      limits: messageLimits,
      send: ({ text, pictures }) =>
        send.mutateAsync({ text: text.trim(), images: pictures.map(({ url }) => url), key: sendKey }),
      onSuccess: onSent,
      onFailure: resultInSnackbar.onFailure,
    },
    { most: maxDisputeImages },
  )
  const { ref } = form.props
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector('textarea')?.focus()
  }, [takesFocus, ref])
  return (
    <DraftForm form={form} className={`card-box stack gap-s ${classes.part}`} aria-label="New message">
      <MessageFields
        form={form}
        field={form.field('text')}
        label="Your message"
        description={role === 'staff' ? 'Buyer and seller read it.' : 'The other side and our staff read it.'}
      />
      <div className={classes.send}>
        <Button type="submit" isBusy={form.isPending}>
          Send
        </Button>
      </div>
    </DraftForm>
  )
}
