import { useParams } from '@tanstack/react-router'
import { GroupMembers } from '#web/features/groups/members/group-members.tsx'
import { useMember } from '#web/lib/session/session.ts'

export function GroupMembersPage() {
  const { userId: viewerId } = useMember()
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  return (
    <>
      <h2 className="sr-only">Members</h2>
      <GroupMembers groupId={Number(groupId)} viewerId={viewerId} />
    </>
  )
}
