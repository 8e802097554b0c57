import type { Group } from '@rootsquare/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFigures } from '#web/features/analytics/api.ts'
import { Board, isRefused } from '#web/features/analytics/board.tsx'
import { groupMetrics } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/range-search.ts'
import { Toolbar } from '#web/features/analytics/toolbar.tsx'
import { groupOf } from '#web/features/groups/api.ts'
import { longDayText } from '#web/lib/days.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import classes from './analytics-page.module.css'

/** For those the frame lets in. */
export function GroupAnalyticsPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { data: group } = useQuery(groupOf(Number(groupId)))
  // The frame around it shows nothing inside until it is known.
  return group && <GroupAnalytics key={group.id} group={group} />
}

function GroupAnalytics({ group: { id, name, createdDate } }: { group: Group }) {
  const { range, change } = useRangeSearch()
  const figures = useFigures({ kind: 'group', id }, groupMetrics, range)
  if (isRefused(figures))
    return (
      <section className="card">
        <EmptyWords text="This page is for moderators of the group and admins only." />
      </section>
    )
  return (
    <div className={classes.inGroup}>
      <div className={classes.head}>
        <h2 className={['display', classes.title].join(' ')}>{name} Analytics</h2>
        <p className={classes.facts}>Created {longDayText(createdDate)}</p>
      </div>
      <Toolbar range={range} onChange={change} />
      <Board figures={figures} range={range} />
    </div>
  )
}
