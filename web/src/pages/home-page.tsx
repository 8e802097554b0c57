import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileOf } from '#web/features/accounts/api.ts'
import { ProfileCard, ProfileCardSkeleton } from '#web/features/accounts/profile-card.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'
import { partOfDay, weekdayText } from '#web/lib/time.ts'
import { Cloth } from '#web/ui/cloth.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import classes from './home-page.module.css'

export function HomePage() {
  const session = useSession()
  usePageTitle('Home')
  // For one render after the session ends, until the guard has sent the person away.
  return session === null ? null : <Home memberId={session.userId} />
}

function Home({ memberId }: { memberId: number }) {
  const profile = useQuery(profileOf(memberId))
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        {profile.isPending && <ProfileCardSkeleton />}
        {profile.isError && (
          <TroubleCard text={failureText(profile.error)} onRetry={() => void profile.refetch()} />
        )}
        {profile.isSuccess && <ProfileCard profile={profile.data} />}
      </div>
      <div className={classes.centre}>
        <Greeting firstName={profile.data?.firstname} />
        <section className={['card', classes.empty].join(' ')}>
          <div className={classes.cloths} aria-hidden="true">
            <Cloth cloth={{ family: 'adire', palette: 'linen' }} isSwatch />
            <Cloth cloth={{ family: 'akwete', palette: 'leaf' }} isSwatch />
            <Cloth cloth={{ family: 'nok', palette: 'clay' }} isSwatch />
          </div>
          <h2>The square is being built</h2>
          <p>
            You are signed in, and your profile is here. Posts, groups, messages and the marketplace have no
            pages yet.
          </p>
        </section>
      </div>
    </div>
  )
}

function Greeting({ firstName }: { firstName: string | undefined }) {
  const [now] = useState(() => new Date())
  const part = partOfDay(now)
  return (
    <div className={classes.greeting}>
      <h1 className={['display', classes.hello].join(' ')}>
        Good {part}
        {firstName !== undefined && `, ${firstName}`}
      </h1>
      <p>
        {weekdayText(now)} {part} in your square
      </p>
    </div>
  )
}
