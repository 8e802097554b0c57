import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './member-groups.module.css'

type MemberGroupsProps = { memberId: number; emptyText: string; action?: ReactNode }

export function MemberGroups({ memberId, emptyText, action }: MemberGroupsProps) {
  const groups = useInfiniteQuery(memberGroupsOf(memberId))
  useErrorSnackbar(groups.isLoadingError ? errorText(groups.error) : null, groups.errorUpdateCount)
  if (groups.isPending) return <RowsSkeleton label="Loading groups" />
  if (groups.isLoadingError) return <LoadError query={groups} />
  const all = groupsIn(groups.data)
  return (
    <section className="card-box">
      {all.length === 0 && <EmptyMessage text={emptyText} action={action} />}
      <ul aria-label="groups">
        <ListRows of={all} rowKey={({ id }) => id}>
          {(group) => (
            <li className={`divided ${classes.row}`}>
              <GroupRow group={group} />
            </li>
          )}
        </ListRows>
      </ul>
      <LoadMore pages={groups} />
    </section>
  )
}
