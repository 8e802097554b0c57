import type { Group, GroupMembership } from '@rootsquare/contract/groups'
import { useState, useRef } from 'react'
import { useChangeMembership } from '#web/entities/groups/membership-api.ts'
import { showMembershipError, useJoining } from '#web/entities/groups/use-joining.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'

type MembershipProps = {
  group: Group
  standing: Pick<GroupMembership, 'joined' | 'moderator'>
  isQuiet?: boolean
  /** Replaces the snackbar that would show this text. */
  onJoined?: (text: string) => void
  onLeft: () => void
}

/** Renders Join and Leave as one button, so that it keeps the focus when one becomes the other. */
export function MembershipControls({ group, standing, isQuiet = false, onJoined, onLeft }: MembershipProps) {
  const { isJoining, join } = useJoining(group, onJoined)
  const exit = useChangeMembership('exit')
  const [isConfirming, setConfirming] = useState(false)
  const { joined } = standing

  function leave(): void {
    clearSnackbars()
    // The callbacks of the mutation would be lost if the dialog was closed before the answer.
    exit.mutateAsync(group).then(() => {
      setConfirming(false)
      onLeft()
    }, showMembershipError)
  }

  return (
    <>
      <Button
        variant={joined || isQuiet ? 'outline' : 'primary'}
        isBusy={isJoining || exit.isPending}
        onClick={() => (joined ? setConfirming(true) : join())}
      >
        {joined ? 'Leave' : 'Join'}
        <span className="sr-only"> {group.name}</span>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          isOpen
          onClose={() => setConfirming(false)}
          onConfirm={leave}
          title={`Leave ${group.name}?`}
          confirmLabel="Leave"
          tone="danger"
          isBusy={exit.isPending}
        >
          <p>
            What is written here will no longer be in your feed. What you wrote stays, and you can join again.
          </p>
          {standing.moderator && <p>You moderate this group. That ends when you leave.</p>}
        </ConfirmDialog>
      )}
    </>
  )
}

type UnknownStandingProps = { text: string; isBusy: boolean; onRetry: () => void }

/** Replaces Join and Leave while it is unknown which of them applies. */
export function UnknownStanding({ text, isBusy, onRetry }: UnknownStandingProps) {
  const box = useRef<HTMLDivElement>(null)
  usePassFocus(box)
  return (
    <div ref={box} className="flex-row wrap between gap-s muted">
      <p>{text}</p>
      <Button variant="outline" isBusy={isBusy} onClick={() => !isBusy && onRetry()}>
        Retry
      </Button>
    </div>
  )
}
