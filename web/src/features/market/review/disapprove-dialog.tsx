import { disapprovalReasonLength } from '@rootsquare/contract/market'
import type { Item } from '@rootsquare/contract/market'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useDecideItem } from '#web/features/market/item/item-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './disapprove-dialog.module.css'

type DisapproveDialogProps = { item: Item; onClose: () => void; onDone?: () => void }

/** The seller gets the reason as a message. What is typed is saved until it is sent. */
export function DisapproveDialog({ item, onClose, onDone }: DisapproveDialogProps) {
  const formId = useId()
  const memberId = useSession()?.userId ?? 0
  const { draft: reason, change, clear } = useTextDraft({ what: 'disapproval', memberId, id: item.id })
  const decide = useDecideItem(item.id)
  const [isSubmitted, setSubmitted] = useState(false)
  const error = fieldErrorIn(reason, isSubmitted)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setSubmitted(true)
    if (decide.isPending) return
    if (fieldErrorIn(reason, true) !== null) return event.currentTarget.querySelector('textarea')?.focus()
    clearSnackbars()
    decide.mutateAsync({ state: false, reason: reason.trim() }).then(
      ({ message }) => {
        clear()
        showSnackbar('success', message ?? 'The item is disapproved.')
        onClose()
        onDone?.()
      },
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant="danger" isBusy={decide.isPending}>
        Disapprove Item
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Disapprove ${item.name}?`} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p>The seller is told, with your reason. It leaves the marketplace.</p>
        <div className={classes.counted}>
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            data-autofocus
            value={reason}
            error={error}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Counter length={lengthOf(reason)} max={disapprovalReasonLength} />
        </div>
      </form>
    </Dialog>
  )
}

function fieldErrorIn(reason: string, isSubmitted: boolean): string | null {
  if (lengthOf(reason) > disapprovalReasonLength) return tooLongText(disapprovalReasonLength)
  return isSubmitted && reason.trim() === '' ? 'Please tell the seller why.' : null
}
