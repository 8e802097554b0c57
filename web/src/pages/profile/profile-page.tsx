import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { profileOf } from '#web/entities/members/members-api.ts'
import { MemberHeaderSkeleton } from '#web/features/people/profile/member-header.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useMember } from '#web/lib/session/session.ts'
import { MemberProfile } from '#web/pages/profile/member-profile.tsx'
import { profileTabIn } from '#web/features/people/profile/profile-tabs.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { Page } from '#web/ui/layout/page.tsx'

export function ProfilePage() {
  const { userId: memberId } = useMember()
  const { tab } = useParams({ from: `/members${routes.UserProfile}` })
  usePageTitle('Profile')
  const profile = useQuery(profileOf(memberId))
  if (profile.isSuccess || profile.data !== undefined)
    return <MemberProfile profile={profile.data} viewerId={memberId} tab={profileTabIn(tab)} isAtOwn />
  return (
    <Page width={860} isEdgeToEdge>
      {profile.isPending && <MemberHeaderSkeleton />}
      {profile.isError && <LoadError query={profile} />}
    </Page>
  )
}
