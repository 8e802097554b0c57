import { brand } from '@rootsquare/contract/product'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { profileOf } from '#web/entities/members/own-profile.ts'
import { memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { memberListOf } from '#web/entities/members/members-api.ts'
import { homeFeedOf } from '#web/features/posts/api.ts'
import { rememberRequestedPage, takeRequestedPage } from '#web/lib/session/requested-page.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Weaving } from '#web/ui/layout/weaving.tsx'
import classes from './loading-page.module.css'

const splashMs = 2000
const patienceMs = 8000

/** What the square shows first. Each may fail here: its page asks again and says so itself. */
const firstNeeds: ((queryClient: QueryClient, memberId: number) => Promise<void>)[] = [
  (queryClient, memberId) => queryClient.prefetchQuery(profileOf(memberId)),
  (queryClient) => queryClient.prefetchInfiniteQuery(homeFeedOf()),
  (queryClient, memberId) => queryClient.prefetchInfiniteQuery(memberGroupsOf(memberId)),
  (queryClient, memberId) => queryClient.prefetchInfiniteQuery(memberListOf('following', memberId)),
  (queryClient, memberId) => queryClient.prefetchInfiniteQuery(memberListOf('followers', memberId)),
]

export function LoadingPage() {
  const [isLate, setLate] = useState(false)
  const goal = useGoal()
  usePageTitle('Loading')

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={classes.page}>
      <Weaving className={classes.cloth} />
      <p className={['display', classes.brand].join(' ')}>{brand}</p>
      <output className={classes.text}>
        {isLate ? 'This takes longer than it should. Is the line slow?' : 'Weaving your square together…'}
      </output>
      {isLate && (
        <div className={classes.retry}>
          <Button onClick={() => reload(goal.current)}>Retry</Button>
        </div>
      )}
    </div>
  )
}

/** Loads ahead, and after the splash goes to the page first asked for. Known here until its code has arrived. */
function useGoal() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const goal = useRef('/user')

  useEffect(() => {
    const session = currentSession()
    if (session !== null) for (const load of firstNeeds) void load(queryClient, session.userId)
    const timer = setTimeout(() => {
      goal.current = takeRequestedPage() ?? '/user'
      void router.navigate({ to: goal.current, replace: true })
    }, splashMs)
    return () => clearTimeout(timer)
  }, [router, queryClient])

  return goal
}

function reload(goal: string): void {
  rememberRequestedPage(goal)
  location.reload()
}
