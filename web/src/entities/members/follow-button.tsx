import type { MemberEntry } from '@rootsquare/contract/profiles'
import { useState } from 'react'
import { useFollow } from '#web/entities/members/use-follow.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { announce } from '#web/lib/navigation/announce.ts'
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
  const { userId: viewerId } = useMember()
  // The button itself shows the success.
  const { value, change, isPending } = useFollow(member, (...done) => announceDone(doneText(member, ...done)))
  const isFollowed = isPending ? member.isFollowedByUser : value
  if (member.id === viewerId) return null

  function followNow(): void {
    clearSnackbars()
    if (!isPending) change(true)
  }

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
      {isOpen && <FollowDialog {...{ member, isFollowed }} onClose={() => setOpen(false)} />}
    </>
  )
}

const announceDone = (text: string) => announce('live-polite', text)

function doneText(member: Followed, isFollowing: boolean, isWaiting: boolean): string {
  const text = isFollowing ? `You follow ${nameOf(member)}` : `You no longer follow ${nameOf(member)}`
  return isWaiting ? `${text} as soon as you are back online` : text
}

type DialogProps = { member: Followed; isFollowed: boolean; onClose: () => void }

function FollowDialog({ member, isFollowed, onClose }: DialogProps) {
  const { change, isPending } = useFollow(member, (...done) => {
    onClose()
    showSnackbar('success', doneText(member, ...done))
  })
  // The reply may change `member` before the dialog has closed.
  const [isFollowing] = useState(!isFollowed)
  const label = isFollowing ? 'Follow' : 'Unfollow'

  function confirm(): void {
    clearSnackbars()
    if (!isPending) change(isFollowing)
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
