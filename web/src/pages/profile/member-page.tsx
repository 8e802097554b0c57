import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { memberNamed } from '#web/entities/members/members-api.ts'
import { MemberHeaderSkeleton } from '#web/features/people/profile/member-header.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useMember } from '#web/lib/session/session.ts'
import { MemberProfile } from '#web/pages/profile/member-profile.tsx'
import { profileTabIn } from '#web/features/people/profile/profile-tabs.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { Page } from '#web/ui/layout/page.tsx'

export function MemberPage() {
  const { username } = useParams({ from: '/members/u/$username' })
  return <Member key={username} username={username} />
}

function Member({ username }: { username: string }) {
  const { userId: viewerId } = useMember()
  const member = useQuery(memberNamed(username))
  const { tab } = useSearch({ from: '/members/u/$username' })
  usePageTitle(`@${username}`)
  if (member.data !== undefined)
    return <MemberProfile profile={member.data} viewerId={viewerId} tab={profileTabIn(tab)} isAtOwn={false} />
  if (member.error instanceof CallError && member.error.status === 404) return <MemberNotFound />
  return (
    <Page width={860} isEdgeToEdge>
      {member.isPending && <MemberHeaderSkeleton />}
      {member.isError && <LoadError query={member} />}
    </Page>
  )
}

function MemberNotFound() {
  return (
    <NoticePage title="User not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>There is no member with this name. The address may be mistyped, or the account is closed.</p>
      <Link to="/user" className="text-link">
        Back to home
      </Link>
    </NoticePage>
  )
}
