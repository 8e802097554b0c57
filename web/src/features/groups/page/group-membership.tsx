import type { Group, Standing } from '@rootsquare/contract/groups'
import { useState } from 'react'
import { useExit } from '#web/entities/groups/membership-api.ts'
import { LeaveDialog } from '#web/features/groups/page/leave-dialog.tsx'
import { tellMembership, useJoining } from '#web/entities/groups/use-joining.ts'
import type { OnMembership } from '#web/entities/groups/use-joining.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'

type MembershipProps = {
  group: Group
  standing: Standing
  onChange: OnMembership
  onLeft: () => void
}

/** Join or Leave: one button, so that the focus stays on it when it turns. Leaving asks first. */
export function GroupMembership({ group, standing, onChange, onLeft }: MembershipProps) {
  const { isJoining, join } = useJoining(group, onChange)
  const exit = useExit()
  const [isAsking, setAsking] = useState(false)
  const { joined } = standing

  function leave(): void {
    clearSnackbars()
    // Not by the call's own callbacks, which are lost with a dialog that was closed meanwhile.
    exit.mutateAsync(group).then(() => {
      setAsking(false)
      onChange(group.id)
      onLeft()
    }, tellMembership)
  }

  return (
    <>
      <Button
        look={joined ? 'outline' : 'primary'}
        isBusy={isJoining || exit.isPending}
        onClick={() => (joined ? setAsking(true) : join())}
      >
        {joined ? 'Leave' : 'Join'}
        <span className="sr-only"> {group.name}</span>
      </Button>
      {isAsking && (
        <LeaveDialog
          group={group}
          standing={standing}
          isBusy={exit.isPending}
          onLeave={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

export function GroupJoin({ group, onChange }: Pick<MembershipProps, 'group' | 'onChange'>) {
  const { isJoining, join } = useJoining(group, onChange)
  return (
    <Button isBusy={isJoining} onClick={join}>
      Join<span className="sr-only"> {group.name}</span>
    </Button>
  )
}
