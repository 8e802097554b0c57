import { BlockDialog } from '#web/entities/members/block-dialog.tsx'
import { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import type { Blockable } from '#web/entities/members/use-block.ts'

export type MemberDialogKind = 'block' | 'report'

type MemberDialogProps = {
  kind: MemberDialogKind
  member: Blockable
  onClose: () => void
}

/** Renders a dialog about a member. All are in a chunk that is loaded when one is first opened. */
export function MemberDialog({ kind, member, onClose }: MemberDialogProps) {
  if (kind === 'report') return <ReportDialog target={{ type: 'user', id: member.id }} onClose={onClose} />
  return <BlockDialog member={member} onClose={onClose} />
}
