import { useParams } from '@tanstack/react-router'
import { GroupMembers } from '#web/features/groups/members/group-members.tsx'
import { useSession } from '#web/lib/session/session.ts'

export function GroupMembersPage() {
  const session = useSession()
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  // There is one render after the session ends, before the guard redirects.
  if (session === null) return null
  return (
    <>
      <h2 className="sr-only">Members</h2>
      <GroupMembers groupId={Number(groupId)} viewerId={session.userId} />
    </>
  )
}
