import { createMessage } from '@rootsquare/contract/messages'
import {
  reportIdFields,
  reportReasonLength,
  reportThanks,
  type ReportTarget,
} from '@rootsquare/contract/reports'
import { call } from '#web/lib/net/call.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

type Target = { type: ReportTarget; id: number }
type ReportDialogProps = { target: Target; onClose: () => void }

const blank = 'Please enter a reason for reporting.'

/** Keeps what was typed, even after an error. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const report = useReport(target)
  const { title, kind, owner } = labels[target.type]
  const form = useForm({
    initial: { reason: '' },
    rules: { reason: (reason) => (lengthOf(reason) === 0 ? blank : null) },
    limits: { reason: { max: reportReasonLength } },
    send: ({ reason }) => report.mutateAsync(reason.trim()),
    onClose,
    onSuccess: (message) => showSnackbar('success', message),
    onFailure: (failure) => showSnackbar('error', serverMessage(failure, `Failed to report ${kind}.`)),
  })
  return (
    <FormDialog form={form} className="stack gap-s" title={title} label="Report" onClose={onClose}>
      <p className="muted">The moderators read every report. The {owner} does not learn who wrote it.</p>
      <TextArea label="Reason" rows={4} data-autofocus counterFrom={0} {...form.field('reason')} />
    </FormDialog>
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
