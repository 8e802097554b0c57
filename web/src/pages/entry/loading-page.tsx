import { brand } from '@rootsquare/contract/product'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { memberListOf, profileOf } from '#web/entities/members/members-api.ts'
import { isWelcomeDue } from '#web/features/accounts/welcome/welcome-seen.ts'
import { feedOf, homePosts } from '#web/features/posts/api.ts'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { rememberRequestedPage, takeRequestedPage } from '#web/lib/session/requested-page.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Weaving } from '#web/ui/layout/weaving.tsx'
import classes from './loading-page.module.css'

const splashMs = 2000
const slowAfterMs = 8000

/** Fetches what home shows first. Each may fail here, because home loads it again and shows the error. */
const prefetches: ((queryClient: QueryClient, memberId: number) => Promise<void>)[] = [
  (queryClient, memberId) => queryClient.prefetchQuery(profileOf(memberId)),
  (queryClient) => queryClient.prefetchInfiniteQuery(feedOf(homePosts)),
  (queryClient, memberId) => queryClient.prefetchInfiniteQuery(memberGroupsOf(memberId)),
  (queryClient, memberId) => queryClient.prefetchInfiniteQuery(memberListOf('following', memberId)),
  (queryClient, memberId) => queryClient.prefetchInfiniteQuery(memberListOf('followers', memberId)),
]

export function LoadingPage() {
  const [isSlow, setSlow] = useState(false)
  const destination = useDestination()
  usePageTitle('Loading')

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={`stack centered ${classes.page}`}>
      <Weaving className={classes.cloth} />
      <p className={`display-text ${classes.brand}`}>{brand}</p>
      <output className="muted">
        {isSlow ? 'This is taking longer than usual. Is your network slow?' : 'Getting your feed ready…'}
      </output>
      {isSlow && (
        <div className={classes.retry}>
          <Button onClick={() => reload(destination.current)}>Retry</Button>
        </div>
      )}
    </div>
  )
}

/** Prefetches, and goes to the requested page after the splash. Returns that page, which Retry needs. */
function useDestination() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const destination = useRef('/user')

  useEffect(() => {
    const session = currentSession()
    // The profile says whether the welcome comes first.
    const loads = isSavingData() ? prefetches.slice(0, 1) : prefetches
    if (session !== null) for (const load of loads) void load(queryClient, session.userId)
    const timer = setTimeout(() => {
      // The welcome leads on to the requested page.
      destination.current = isNewcomer(queryClient) ? '/welcome' : (takeRequestedPage() ?? '/user')
      void router.navigate({ to: destination.current, replace: true })
    }, splashMs)
    return () => clearTimeout(timer)
  }, [router, queryClient])

  return destination
}

/** Returns false if the profile has not arrived in time, because home does not wait for it. */
function isNewcomer(queryClient: QueryClient): boolean {
  const session = currentSession()
  const profile = session && queryClient.getQueryData(profileOf(session.userId).queryKey)
  return profile ? isWelcomeDue(profile) : false
}

function reload(destination: string): void {
  // The requested page is still stored for after the welcome.
  if (destination !== '/welcome') rememberRequestedPage(destination)
  location.reload()
}
