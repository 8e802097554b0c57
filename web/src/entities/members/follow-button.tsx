import type { MemberEntry } from '@rootsquare/contract/profiles'
import { useState } from 'react'
import { useFollow } from '#web/entities/members/members-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Followed = Pick<MemberEntry, 'id' | 'firstname' | 'lastname' | 'isFollowedByUser'>
export type OnFollow = (memberId: number, isFollowing: boolean) => void

type FollowButtonProps = { member: Followed; onFollow: OnFollow; isQuiet?: boolean }

/** Asks for confirmation before it follows or unfollows. */
export function FollowButton({ member, onFollow, isQuiet = false }: FollowButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isFollowed = member.isFollowedByUser
  const name = `${member.firstname} ${member.lastname}`
  return (
    <>
      <Button variant={isFollowed || isQuiet ? 'outline' : 'primary'} onClick={() => setOpen(true)}>
        {isFollowed ? 'Unfollow' : 'Follow'}
        <span className="sr-only"> {name}</span>
      </Button>
      {isOpen && <FollowDialog member={member} onFollow={onFollow} onClose={() => setOpen(false)} />}
    </>
  )
}

type FollowDialogProps = Pick<FollowButtonProps, 'member' | 'onFollow'> & { onClose: () => void }

function FollowDialog({ member, onFollow, onClose }: FollowDialogProps) {
  const follow = useFollow()
  const name = `${member.firstname} ${member.lastname}`
  // The answer may change `member` before the dialog has closed.
  const [isFollowing] = useState(!member.isFollowedByUser)
  const label = isFollowing ? 'Follow' : 'Unfollow'

  function confirm(): void {
    clearSnackbars()
    follow.mutate(
      { id: member.id, isFollowing },
      {
        onSuccess: (isNowFollowing) => {
          onClose()
          onFollow(member.id, isNowFollowing)
          showSnackbar('success', isNowFollowing ? `You follow ${name}` : `You no longer follow ${name}`)
        },
        onError: (failure) => showSnackbar('error', errorText(failure)),
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`${label} ${name}?`}
      confirmLabel={label}
      isBusy={follow.isPending}
    >
      {isFollowing
        ? `What ${member.firstname} posts will be in your feed.`
        : `What ${member.firstname} posts will no longer be in your feed.`}
    </ConfirmDialog>
  )
}
