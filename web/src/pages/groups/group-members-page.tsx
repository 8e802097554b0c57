import type { GroupMember } from '@rootsquare/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { GroupMembers } from '#web/features/groups/members/group-members.tsx'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useFollowChange } from '#web/entities/members/follow-change.ts'

export function GroupMembersPage() {
  const session = useSession()
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  // There is one render after the session ends, before the guard redirects.
  return session === null ? null : <Members groupId={Number(groupId)} viewerId={session.userId} />
}

function Members({ groupId, viewerId }: { groupId: number; viewerId: number }) {
  const { data: standing } = useQuery(standingOf(groupId))
  const onFollow = useFollowChange(viewerId)

  function actionsFor(member: GroupMember): ReactNode {
    return member.id !== viewerId && <FollowButton member={member} onFollow={onFollow} isQuiet />
  }

  return (
    <>
      <h2 className="sr-only">Members</h2>
      <GroupMembers groupId={groupId} canAppoint={standing?.can.appoint ?? false} actionsFor={actionsFor} />
    </>
  )
}
