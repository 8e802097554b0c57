import type { Profile } from '@rootsquare/contract/profiles'
import type { Usership } from '@rootsquare/contract/analytics'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { profileOf } from '#web/entities/members/members-api.ts'
import { useFigures, useUsership } from '#web/features/analytics/api.ts'
import { AnalyticsBoard, isForbidden, StatCards } from '#web/features/analytics/analytics-board.tsx'
import { userMetrics, userStats } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/range-search.ts'
import { RangeToolbar } from '#web/features/analytics/range-toolbar.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { longDayText } from '#web/lib/format/days.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useMember } from '#web/lib/session/session.ts'
import { NotAllowedPage } from '#web/pages/errors/not-allowed-page.tsx'
import { NotFoundPage } from '#web/pages/errors/not-found-page.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Page, PageHead } from '#web/ui/layout/page.tsx'
import classes from './analytics-page.module.css'

/** Shows the figures of a member, to that member and to admins only. */
export function UserAnalyticsPage() {
  const viewer = useMember()
  const { userId } = useParams({ from: '/members/user-analytics/$userId' })
  if (!/^[1-9]\d{0,8}$/.test(userId)) return <NotFoundPage />
  if (viewer.userId !== Number(userId) && !viewer.roles.some(isStaff)) return <NotAllowed />
  return <MemberAnalytics key={userId} id={Number(userId)} />
}

function MemberAnalytics({ id }: { id: number }) {
  const profile = useQuery(profileOf(id))
  const usership = useUsership(id)
  const { range, change } = useRangeSearch()
  // The figures load together with the member, not after it.
  const figures = useFigures({ kind: 'user', id }, userMetrics, range)
  const queries = [profile, usership]
  const failure = queries.find(({ isLoadingError }) => isLoadingError)?.error ?? null
  const status = failure instanceof CallError ? failure.status : undefined
  const hasOwnPage = failure === null || status === 403 || status === 404
  const text = errorText(failure, 'An unexpected error occurred')
  useErrorSnackbar(hasOwnPage ? null : text, profile.errorUpdateCount + usership.errorUpdateCount)
  if (status === 403 || isForbidden(figures)) return <NotAllowed />
  if (status === 404) return <MissingMember />
  if (failure !== null) return <LoadError text={text} onRetry={retry} />
  if (profile.data === undefined || usership.data === undefined) return <AnalyticsSkeleton />
  return (
    <Page width={1240} isEdgeToEdge>
      <AnalyticsHead profile={profile.data} usership={usership.data} />
      <RangeToolbar range={range} onChange={change} />
      <AnalyticsBoard figures={figures} range={range} name={profile.data.username}>
        <StatCards figures={figures} titles={userStats} range={range} />
      </AnalyticsBoard>
    </Page>
  )

  function retry(): void {
    for (const query of queries) if (query.isLoadingError) void query.refetch()
  }
}

type HeadProps = { profile: Profile; usership: Usership }

function AnalyticsHead({ profile: { username }, usership: { signUpDate, usershipDurationDays } }: HeadProps) {
  const title = `${username}'s Analytics`
  usePageTitle(title)
  return (
    <PageHead title={title}>
      <p className="flex-row wrap full-width muted gap-2xs-m">
        <span>Member since {longDayText(signUpDate)}</span>
        <span>{quantityText(usershipDurationDays, 'day')} active</span>
      </p>
    </PageHead>
  )
}

function AnalyticsSkeleton() {
  usePageTitle('Analytics')
  return (
    <div className={`stack centered muted gap-s ${classes.waiting}`}>
      <Spinner />
      <output>Loading the member…</output>
    </div>
  )
}

function LoadError(props: { text: string; onRetry: () => void }) {
  usePageTitle('Analytics')
  return (
    <Page width={1240} isEdgeToEdge>
      <ErrorCard {...props} />
    </Page>
  )
}

function NotAllowed() {
  return <NotAllowedPage who="the member it is about and admins" />
}

function MissingMember() {
  return (
    <NoticePage title="User not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>There is no member at this address. It may be mistyped, or the account is closed.</p>
      <Link to="/user" className="text-link">
        Back to home
      </Link>
    </NoticePage>
  )
}
