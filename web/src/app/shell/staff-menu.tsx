import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { queueCounts, queuesOfPage } from '#web/entities/staff/queue-counts.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { Badge } from '#web/ui/layout/badge.tsx'

const minuteMs = 60_000

/** The name of a staff entry in the menu, with how much waits there. */
export function StaffLinkName({ to, name }: { to: string; name: string }) {
  const { data } = useQuery(queueCounts())
  const count = (queuesOfPage[to] ?? []).reduce((sum, queue) => sum + (data?.[queue] ?? 0), 0)
  if (count === 0) return name
  return (
    <>
      <span aria-hidden="true">{name}</span>
      <Badge count={count} />
      <span className="sr-only">{`${name}, ${numberText(count)} waiting`}</span>
    </>
  )
}

/** Loads the counts again on focus, and every minute while a page of staff is open. Shows nothing. */
export function StaffCountRefresh({ pages }: { pages: string[] }) {
  const isOnStaffPage = useLocation({
    select: ({ pathname }) => pages.some((page) => pathname.startsWith(page)),
  })
  useQuery({
    ...queueCounts(),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: () => (isOnStaffPage && !isOffline() ? minuteMs : false),
  })
  return null
}
