import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { memberGroupsOf } from '#web/features/groups/api.ts'
import { GroupRow } from '#web/features/groups/group-row.tsx'
import { groupsIn } from '#web/features/groups/groups-in.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './member-groups.module.css'

type MemberGroupsProps = { memberId: number; emptyText: string; wayOn?: ReactNode }

/** All the groups of a member, each a way into it. */
export function MemberGroups({ memberId, emptyText, wayOn }: MemberGroupsProps) {
  const groups = useInfiniteQuery(memberGroupsOf(memberId))
  useTold(groups.isLoadingError ? failureText(groups.error) : null, groups.errorUpdateCount)
  if (groups.isPending) return <RowsSkeleton label="Loading groups" />
  if (groups.isLoadingError)
    return <TroubleCard text={failureText(groups.error)} onRetry={() => void groups.refetch()} />
  const all = groupsIn(groups.data)
  return (
    <section className="card">
      {all.length === 0 && <EmptyWords text={emptyText} wayOn={wayOn} />}
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
