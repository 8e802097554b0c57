import { brand } from '@rootsquare/contract/product'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileOf } from '#web/features/accounts/api.ts'
import { takeAskedFor } from '#web/lib/asked-for.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { currentSession } from '#web/lib/session.ts'
import { Weaving } from '#web/ui/weaving.tsx'
import classes from './loading-page.module.css'

const splashMs = 2000

export function LoadingPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  usePageTitle('Loading')

  useEffect(() => {
    const session = currentSession()
    // What is asked for early may fail: each page asks again and says so itself.
    if (session !== null) void queryClient.prefetchQuery(profileOf(session.userId))
    const timer = setTimeout(() => {
      void navigate({ to: takeAskedFor() ?? '/user', replace: true })
    }, splashMs)
    return () => clearTimeout(timer)
  }, [navigate, queryClient])

  return (
    <div className={classes.page}>
      <Weaving className={classes.cloth} />
      <p className={['display', classes.brand].join(' ')}>{brand}</p>
      <output className={classes.text}>Weaving your square together…</output>
    </div>
  )
}
