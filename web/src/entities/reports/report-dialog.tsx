import { createMessage } from '@rootsquare/contract/messages'
import { reportReasonLength, reportThanks } from '@rootsquare/contract/reports'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { call } from '#web/lib/net/call.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './report-dialog.module.css'

type ReportTarget =
  | { postId: number }
  | { commentId: number }
  | { chatId: number }
  | { itemId: number }
  | { reportedUserId: number }
  | { reviewId: number }
type ReportDialogProps = { target: ReportTarget; onClose: () => void }

const blank = 'Please enter a reason for reporting.'

/** Whatever goes wrong, what was typed stays. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useReport(target)
  const [reason, setReason] = useState('')
  const [isErrorShown, setErrorShown] = useState(false)
  const { title, kind, owner } = labelsFor(target)
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
      <p className={`muted ${classes.text}`}>
        The moderators read every report. The {owner} does not learn who wrote it.
      </p>
      <form id={formId} noValidate onSubmit={submit}>
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

function useReport(target: ReportTarget) {
  return useMutation({
    mutationFn: async (reason: string) => {
      const { message } = await call(createMessage, { body: { eventType: 'REPORT', ...target, reason } })
      return message ?? reportThanks
    },
  })
}

function labelsFor(target: ReportTarget) {
  if ('postId' in target) return { title: 'Report Post', kind: 'post', owner: 'author' }
  if ('commentId' in target) return { title: 'Report comment', kind: 'comment', owner: 'author' }
  if ('chatId' in target) return { title: 'Report message', kind: 'message', owner: 'sender' }
  if ('itemId' in target) return { title: 'Report item', kind: 'item', owner: 'seller' }
  if ('reviewId' in target) return { title: 'Report review', kind: 'review', owner: 'author' }
  return { title: 'Report member', kind: 'member', owner: 'member' }
}

function reasonError(reason: string): string | null {
  if (lengthOf(reason) === 0) return blank
  return lengthOf(reason) > reportReasonLength ? tooLongText(reportReasonLength) : null
}
