import { removalReasonLength } from '@rootsquare/contract/removals'
import type { ReportRecord } from '@rootsquare/contract/reports'
import { useState } from 'react'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { reportKinds } from '#web/features/moderation/moderation-labels.ts'
import { useRemoveContent } from '#web/features/moderation/reports/remove-api.ts'
import { closeToTitle } from '#web/ui/overlays/use-confirm-dialog.ts'
import { CheckField } from '#web/ui/fields/check-field.tsx'

type RemoveDialogProps = { report: ReportRecord; onDone: () => void; onClose: () => void }

export function RemoveDialog({ report, onDone, onClose }: RemoveDialogProps) {
  const { id, targetType, username, can } = report
  const [willResolve, setWillResolve] = useState(can.resolve)
  const remove = useRemoveContent(report)
  const kind = reportKinds[targetType].one

  async function send(reason: string): Promise<string> {
    await remove.mutateAsync({ reason, willResolve })
    return `The ${kind.toLowerCase()} is removed.${willResolve ? ' The report is resolved.' : ''}`
  }

  function leave(): void {
    onClose()
    onDone()
  }

  return (
    <ReasonDialog
      title={`Remove ${kind}`}
      explanation={`It is deleted for everybody, and @${username} is told why.`}
      missing="Reason is required"
      max={removalReasonLength}
      draft={{ what: 'removal', id }}
      confirmLabel={`Remove ${kind}`}
      variant="danger"
      onClose={onClose}
      leave={() => closeToTitle(leave)}
      send={send}
    >
      {can.resolve && (
        <CheckField
          label="Resolve the report too"
          checked={willResolve}
          onChange={(event) => setWillResolve(event.currentTarget.checked)}
        />
      )}
    </ReasonDialog>
  )
}
