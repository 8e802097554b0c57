import { reportReasonLength } from '@rootsquare/contract/reports'
import { useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useReport } from '#web/features/posts/post-deeds.ts'
import type { ReportTarget } from '#web/features/posts/post-deeds.ts'
import { saidByServer } from '#web/features/posts/said-by-server.ts'
import { lengthOf, tooLongText } from '#web/lib/length.ts'
import { Button } from '#web/ui/button.tsx'
import { Counter } from '#web/ui/counter.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import classes from './post-dialogs.module.css'

type ReportDialogProps = { target: ReportTarget; onClose: () => void }

const blank = 'Please enter a reason for reporting.'

/** What was typed stays until the report is with the moderators. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useReport(target)
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(false)
  const thing = 'postId' in target ? 'post' : 'comment'
  const trouble = troubleIn(reason)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (report.isPending) return
    setTold(true)
    if (trouble !== null) return field.current?.focus()
    clearSnackbars()
    report.mutateAsync(reason.trim(), { onSuccess: onClose }).then(
      (message) => showSnackbar('success', message),
      (failure: unknown) => showSnackbar('error', saidByServer(failure, `Failed to report ${thing}.`)),
    )
  }

  const footer = (
    <>
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={report.isPending}>
        Report
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={thing === 'post' ? 'Report Post' : 'Report comment'}
      footer={footer}
    >
      <p className={classes.words}>
        The moderators read every report. The author does not learn who wrote it.
      </p>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.counted}>
          <TextArea
            ref={field}
            label="Reason"
            name="reason"
            rows={4}
            data-autofocus
            value={reason}
            error={isTold || lengthOf(reason) > reportReasonLength ? trouble : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Counter length={lengthOf(reason)} max={reportReasonLength} />
        </div>
      </form>
    </Dialog>
  )
}

function troubleIn(reason: string): string | null {
  if (lengthOf(reason) === 0) return blank
  return lengthOf(reason) > reportReasonLength ? tooLongText(reportReasonLength) : null
}
