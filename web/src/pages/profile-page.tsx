import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { profileOf } from '#web/features/accounts/api.ts'
import { MemberHeaderSkeleton } from '#web/features/people/member-header.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { routes } from '#web/lib/route-names.ts'
import { useSession } from '#web/lib/session.ts'
import { MemberProfile } from '#web/pages/member-profile.tsx'
import { tabIn } from '#web/pages/profile-tabs.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import classes from './member-profile.module.css'

export function ProfilePage() {
  const session = useSession()
  const { tab } = useParams({ from: `/members${routes.UserProfile}` })
  usePageTitle('Profile')
  // For one render after the session ends, until the guard has sent the person away.
  return session === null ? null : <OwnProfile memberId={session.userId} tab={tab} />
}

function OwnProfile({ memberId, tab }: { memberId: number; tab: string | undefined }) {
  const profile = useQuery(profileOf(memberId))
  if (profile.isSuccess || profile.data !== undefined)
    return <MemberProfile profile={profile.data} viewerId={memberId} tab={tabIn(tab)} isAtOwn />
  return (
    <div className={classes.page}>
      {profile.isPending && <MemberHeaderSkeleton />}
      {profile.isError && (
        <TroubleCard text={failureText(profile.error)} onRetry={() => void profile.refetch()} />
      )}
    </div>
  )
}
