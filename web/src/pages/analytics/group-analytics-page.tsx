import type { Group } from '@rootsquare/contract/groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFigures } from '#web/features/analytics/api.ts'
import { Board, isForbidden } from '#web/features/analytics/board.tsx'
import { groupMetrics } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/use-range-search.ts'
import { Toolbar } from '#web/features/analytics/toolbar.tsx'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { longDayText } from '#web/lib/format/days.ts'
import classes from './analytics-page.module.css'

/** The group page lets only moderators and admins in. */
export function GroupAnalyticsPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { data: group } = useQuery(groupOf(Number(groupId)))
  // The group page shows nothing inside until the group is loaded.
  return group && <GroupAnalytics key={group.id} group={group} />
}

function GroupAnalytics({ group: { id, name, createdDate } }: { group: Group }) {
  const { range, change } = useRangeSearch()
  const figures = useFigures({ kind: 'group', id }, groupMetrics, range)
  if (isForbidden(figures)) return <Forbidden groupId={id} />
  return (
    <div className={`stack ${classes.content}`}>
      <div className={`stack gap-6 ${classes.head}`}>
        <h2 className={`display page-title breakable ${classes.inGroup}`}>{name} Analytics</h2>
        <p className="muted">Created {longDayText(createdDate)}</p>
      </div>
      <Toolbar range={range} onChange={change} />
      <Board figures={figures} range={range} name={name} level={3} />
    </div>
  )
}

/** The viewer has lost the right meanwhile. The group page reloads it too, and hides the tab. */
function Forbidden({ groupId }: { groupId: number }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: standingOf(groupId).queryKey })
  }, [queryClient, groupId])
  return (
    <section className={`card stack gap-8 ${classes.forbidden}`}>
      <h2 className={`display page-title ${classes.inGroup}`}>Not open to you</h2>
      <p>This page is for moderators of the group and admins only.</p>
    </section>
  )
}
