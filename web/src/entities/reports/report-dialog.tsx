import { createMessage } from '@rootsquare/contract/messages'
import {
  reportIdFields,
  reportReasonLength,
  reportThanks,
  type ReportTarget,
} from '@rootsquare/contract/reports'

import { useId, useRef, useState, type SubmitEvent } from 'react'
import { call } from '#web/lib/net/call.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

type Target = { type: ReportTarget; id: number }
type ReportDialogProps = { target: Target; onClose: () => void }

const blank = 'Please enter a reason for reporting.'

/** Keeps what was typed, even after an error. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useReport(target)
  const [reason, setReason] = useState('')
  const [isErrorShown, setErrorShown] = useState(false)
  const { title, kind, owner } = labels[target.type]
  const error = reasonError(reason)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (report.isPending) return
    setErrorShown(true)
    if (error !== null) return field.current?.focus()
    clearSnackbars()
    report.mutateAsync(reason.trim(), { onSuccess: onClose }).then(
      (message) => showSnackbar('success', message),
      (failure: unknown) => showSnackbar('error', serverMessage(failure, `Failed to report ${kind}.`)),
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={<FormButtons form={formId} label="Report" isBusy={report.isPending} onCancel={onClose} />}
    >
      <form id={formId} className="stack gap-14" noValidate onSubmit={submit}>
        <p className="muted">The moderators read every report. The {owner} does not learn who wrote it.</p>
        <div className="counted">
          <TextArea
            ref={field}
            label="Reason"
            name="reason"
            rows={4}
            data-autofocus
            value={reason}
            error={isErrorShown || lengthOf(reason) > reportReasonLength ? error : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Counter length={lengthOf(reason)} max={reportReasonLength} />
        </div>
      </form>
    </Dialog>
  )
}

function useReport({ type, id }: Target) {
  return useServerMutation({
    mutationFn: async (reason: string) => {
      const body = { eventType: 'REPORT' as const, [reportIdFields[type]]: id, reason }
      const { message } = await call(createMessage, { body })
      return message ?? reportThanks
    },
  })
}

const labels: Record<ReportTarget, { title: string; kind: string; owner: string }> = {
  post: { title: 'Report Post', kind: 'post', owner: 'author' },
  comment: { title: 'Report comment', kind: 'comment', owner: 'author' },
  chat: { title: 'Report message', kind: 'message', owner: 'sender' },
  item: { title: 'Report item', kind: 'item', owner: 'seller' },
  user: { title: 'Report member', kind: 'member', owner: 'member' },
  review: { title: 'Report review', kind: 'review', owner: 'author' },
}

function reasonError(reason: string): string | null {
  if (lengthOf(reason) === 0) return blank
  return lengthOf(reason) > reportReasonLength ? tooLongText(reportReasonLength) : null
}
