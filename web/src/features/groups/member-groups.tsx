import { useInfiniteQuery } from '@tanstack/react-query'
import { memberGroupsOf } from '#web/features/groups/api.ts'
import { GroupRow } from '#web/features/groups/group-row.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import classes from './member-groups.module.css'

/** All the groups of a member, each a way into it. */
export function MemberGroups({ memberId, emptyText }: { memberId: number; emptyText: string }) {
  const groups = useInfiniteQuery(memberGroupsOf(memberId))
  if (groups.isPending) return <RowsSkeleton label="Loading groups" />
  if (groups.isLoadingError)
    return <TroubleCard text={failureText(groups.error)} onRetry={() => void groups.refetch()} />
  const all = groups.data.pages.flatMap((page) => page.content)
  return (
    <section className="card">
      {all.length === 0 && <p className={classes.empty}>{emptyText}</p>}
      <ul aria-label="groups">
        {all.map((group) => (
          <li key={group.id} className={classes.row}>
            <GroupRow group={group} />
          </li>
        ))}
      </ul>
      <LoadMore pages={groups} />
    </section>
  )
}
