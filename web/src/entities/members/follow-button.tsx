import type { MemberEntry } from '@rootsquare/contract/profiles'
import { useState } from 'react'
import { useFollow } from '#web/entities/members/use-follow.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useMember } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Followed = Pick<MemberEntry, 'id' | 'firstname' | 'lastname' | 'isFollowedByUser'>

type FollowButtonProps = {
  member: Followed
  isQuiet?: boolean
  /** Follows without a confirmation. */
  isDirect?: boolean
}

/**
 * Asks for confirmation before it follows, unless it is direct, and always before it unfollows. Members do not follow
 * themselves.
 */
export function FollowButton({ member, isQuiet = false, isDirect = false }: FollowButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { change, isPending } = useChange(member)
  const { userId: viewerId } = useMember()
  const isFollowed = member.isFollowedByUser
  // The button itself shows the success.
  const followNow = () => void change(true, (text) => announce('live-polite', text))
  if (member.id === viewerId) return null
  return (
    <>
      <Button
        variant={isFollowed || isQuiet ? 'outline' : 'primary'}
        isBusy={isPending}
        onClick={() => (isDirect && !isFollowed ? followNow() : setOpen(true))}
      >
        {isFollowed ? 'Unfollow' : 'Follow'}
        <span className="sr-only"> {nameOf(member)}</span>
      </Button>
      {isOpen && <FollowDialog member={member} onClose={() => setOpen(false)} />}
    </>
  )
}

function useChange(member: Followed) {
  const { mutateAsync, isPending } = useFollow(member.id)

  /** Runs to its end even if the button or the dialog has been removed. */
  async function change(isFollowing: boolean, onDone: (text: string) => void): Promise<void> {
    if (isPending) return
    clearSnackbars()
    try {
      const isNowFollowing = await mutateAsync(isFollowing)
      onDone(isNowFollowing ? `You follow ${nameOf(member)}` : `You no longer follow ${nameOf(member)}`)
    } catch (failure) {
      showSnackbar('error', errorText(failure))
    }
  }

  return { change, isPending }
}

function FollowDialog({ member, onClose }: { member: Followed; onClose: () => void }) {
  const { change, isPending } = useChange(member)
  // The reply may change `member` before the dialog has closed.
  const [isFollowing] = useState(!member.isFollowedByUser)
  const label = isFollowing ? 'Follow' : 'Unfollow'

  function confirm(): void {
    void change(isFollowing, (text) => {
      onClose()
      showSnackbar('success', text)
    })
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`${label} ${nameOf(member)}?`}
      confirmLabel={label}
      isBusy={isPending}
    >
      {isFollowing
        ? `What ${member.firstname} posts will be in your feed.`
        : `What ${member.firstname} posts will no longer be in your feed.`}
    </ConfirmDialog>
  )
}
