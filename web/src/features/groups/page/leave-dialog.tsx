import type { Group, Standing } from '@rootsquare/contract/groups'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

type LeaveDialogProps = {
  group: Group
  standing: Standing
  isBusy: boolean
  onLeave: () => void
  onClose: () => void
}

export function LeaveDialog({ group, standing, isBusy, onLeave, onClose }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={onLeave}
      title={`Leave ${group.name}?`}
      confirmLabel="Leave"
      tone="danger"
      isBusy={isBusy}
    >
      <p>
        What is written here will no longer be in your feed. What you wrote stays, and you can join again.
      </p>
      {standing.moderator && <p>You moderate this group. That ends when you leave.</p>}
    </ConfirmDialog>
  )
}
