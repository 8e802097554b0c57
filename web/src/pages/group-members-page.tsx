import type { GroupMember } from '@rootsquare/contract/groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { standingOf } from '#web/features/groups/membership-api.ts'
import { markFollowed } from '#web/features/groups/followed-members.ts'
import { GroupMembers } from '#web/features/groups/group-members.tsx'
import { FollowButton } from '#web/features/people/follow-button.tsx'
import { useSession } from '#web/lib/session.ts'
import { useFollowChange } from '#web/pages/follow-change.ts'

export function GroupMembersPage() {
  const session = useSession()
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  // For one render after the session ends, until the guard has sent the person away.
  return session === null ? null : <Members groupId={Number(groupId)} viewerId={session.userId} />
}

function Members({ groupId, viewerId }: { groupId: number; viewerId: number }) {
  const queryClient = useQueryClient()
  const { data: standing } = useQuery(standingOf(groupId))
  const onFollow = useFollowChange(viewerId)

  function follow(memberId: number, isFollowing: boolean): void {
    onFollow(memberId, isFollowing)
    markFollowed(queryClient, { groupId, memberId, isFollowing })
  }

  function deedOf(member: GroupMember): ReactNode {
    return member.id !== viewerId && <FollowButton member={member} onFollow={follow} isQuiet />
  }

  return (
    <>
      <h2 className="sr-only">Members</h2>
      <GroupMembers groupId={groupId} canAppoint={standing?.can.appoint ?? false} deedOf={deedOf} />
    </>
  )
}
