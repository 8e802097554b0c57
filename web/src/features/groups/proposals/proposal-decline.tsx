import { declineReasonLength } from '@rootsquare/contract/sections'
import type { Proposal } from '@rootsquare/contract/sections'
import { useId } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { isOver, useDecide } from '#web/features/groups/sections/sections-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './proposals.module.css'

type ProposalDeclineProps = {
  proposal: Proposal
  memberId: number
  onClose: () => void
  onDecided: () => void
}

export function ProposalDecline({ proposal, memberId, onClose, onDecided }: ProposalDeclineProps) {
  const { id, groupId, name, firstname } = proposal
  const formId = useId()
  const decide = useDecide(groupId)
  const { draft: reason, change, clear } = useTextDraft({ what: 'decline', memberId, id })
  const isTooLong = lengthOf(reason) > declineReasonLength

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (decide.isPending || isTooLong) return
    clearSnackbars()
    decide.mutateAsync({ id, state: 'DECLINED', reason: reason.trim() || undefined }).then(
      () => {
        showSnackbar('success', 'Proposal declined')
        leave()
      },
      (error: unknown) => {
        showSnackbar('error', errorText(error))
        if (isOver(error)) leave()
      },
    )
  }

  function leave(): void {
    clear()
    // Synchronously, so that the focus is back in the card before the card is removed.
    flushSync(onClose)
    onDecided()
  }

  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant="danger" isBusy={decide.isPending}>
        Decline
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Decline the change of ${name}?`} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <p>{firstname} is told, with your reason if you give one.</p>
        <div className={classes.counted}>
          <TextArea
            label="Reason (optional)"
            name="reason"
            rows={3}
            data-autofocus
            value={reason}
            error={isTooLong && tooLongText(declineReasonLength)}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Counter length={lengthOf(reason)} max={declineReasonLength} />
        </div>
      </form>
    </Dialog>
  )
}
