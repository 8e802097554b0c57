import { useParams } from '@tanstack/react-router'
import { GroupMembers } from '#web/features/groups/members/group-members.tsx'

export function GroupMembersPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  return (
    <>
      <h2 className="sr-only">Members</h2>
      <GroupMembers groupId={Number(groupId)} />
    </>
  )
}
