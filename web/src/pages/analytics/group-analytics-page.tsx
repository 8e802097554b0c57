import type { Group } from '@rootsquare/contract/groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFigures } from '#web/features/analytics/api.ts'
import { AnalyticsBoard, isForbidden } from '#web/features/analytics/analytics-board.tsx'
import { groupMetrics } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/range-search.ts'
import { RangeToolbar } from '#web/features/analytics/range-toolbar.tsx'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { longDayText } from '#web/lib/format/days.ts'
import classes from './analytics-page.module.css'

/** Shows the figures of a group. The group page allows only moderators and admins here. */
export function GroupAnalyticsPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { data: group } = useQuery(groupOf(Number(groupId)))
  // The group page renders this only after the group is loaded.
  return group && <GroupAnalytics key={group.id} group={group} />
}

function GroupAnalytics({ group: { id, name, createdDate } }: { group: Group }) {
  const { range, change } = useRangeSearch()
  const figures = useFigures({ kind: 'group', id }, groupMetrics, range)
  if (isForbidden(figures)) return <ForbiddenNotice groupId={id} />
  return (
    <div className={`stack ${classes.content}`}>
      <div className={`stack gap-xs ${classes.head}`}>
        <h2 className={`display-text page-title breakable ${classes.inGroup}`}>{name} Analytics</h2>
        <p className="muted">Created {longDayText(createdDate)}</p>
      </div>
      <RangeToolbar range={range} onChange={change} />
      <AnalyticsBoard figures={figures} range={range} name={name} level={3} />
    </div>
  )
}

/** Says that the viewer has lost access. The group page also reloads the group, which hides the tab. */
function ForbiddenNotice({ groupId }: { groupId: number }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: standingOf(groupId).queryKey })
  }, [queryClient, groupId])
  return (
    <section className={`card-box stack gap-xs ${classes.forbidden}`}>
      <h2 className={`display-text page-title ${classes.inGroup}`}>You cannot open this page</h2>
      <p>This page is for moderators of the group and admins only.</p>
    </section>
  )
}
