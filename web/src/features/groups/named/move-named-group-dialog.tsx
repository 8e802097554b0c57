import type { NamedGroup } from '@rootsquare/contract/named-groups'
import { useState } from 'react'
import { useMoveNamedGroup } from '#web/features/groups/named/named-groups-api.ts'
import { GroupPicker } from '#web/features/groups/picker/group-picker.tsx'
import type { GroupChoice } from '#web/features/groups/picker/use-combobox.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './move-named-group-dialog.module.css'

/** Moves everybody who named a people to its group. Nothing is chosen beforehand, since they cannot be moved back at once. */
export function MoveNamedGroupDialog({ named, onClose }: { named: NamedGroup; onClose: () => void }) {
  const move = useMoveNamedGroup(named.id)
  const run = useConfirmDialog(onClose)
  const [group, setGroup] = useState<GroupChoice | null>(null)
  const [error, setError] = useState<string | null>(null)

  function confirm(): void {
    if (group === null) return setError('Required.')
    run((ends) => move.mutateAsync(group.id, ends))
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`Move the members of ${named.name}?`}
      confirmLabel="Move members"
      isBusy={move.isPending}
    >
      <div className={`stack breakable ${classes.content}`}>
        <p>
          {quantityText(named.members, 'member')} named <strong>{named.name}</strong> at sign-up. They join
          the group that you choose, leave “Another people”, and are told.
        </p>
        <GroupPicker
          name="group"
          value={group}
          error={error}
          onChange={(chosen) => {
            setGroup(chosen)
            setError(null)
          }}
          onLeave={() => undefined}
        />
      </div>
    </ConfirmDialog>
  )
}
