import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupMembersOf, standingOf } from '#web/entities/groups/membership-api.ts'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import { GroupMemberRow } from '#web/features/groups/members/group-member-row.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { withoutAtSign } from '#web/lib/navigation/table-search.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './group-members.module.css'

type GroupMembersProps = { groupId: number }

export function GroupMembers(props: GroupMembersProps) {
  const [typed, setTyped] = useState('')
  return (
    <div className={`stack auto-margins ${classes.members}`}>
      <SearchPill label="Search members" value={typed} onSearch={setTyped} />
      <MemberResults {...props} q={withoutAtSign(typed)} />
    </div>
  )
}

function MemberResults({ groupId, q }: GroupMembersProps & { q: string }) {
  const members = useInfiniteQuery({ ...groupMembersOf(groupId, q), placeholderData: keepPreviousData })
  const canAppoint = useQuery(standingOf(groupId)).data?.can.appoint ?? false
  useErrorSnackbar(members.isLoadingError ? errorText(members.error) : null, members.errorUpdateCount)
  if (members.isPending) return <RowsSkeleton label="Loading members" />
  if (members.isLoadingError) return <LoadError query={members} />
  const entries = entriesOf(members.data, ({ id }) => id)
  const total = members.data.pages[0]?.totalElements ?? entries.length
  return (
    <section className="card-box" aria-busy={members.isPlaceholderData}>
      <output className="sr-only">
        {q === '' || members.isPlaceholderData ? '' : `${quantityText(total, 'member')} found`}
      </output>
      {entries.length === 0 && (
        <EmptyMessage text={q === '' ? 'Nobody has joined yet.' : 'No member of this name'} />
      )}
      <ul aria-label="members">
        <ListRows of={entries} rowKey={({ id }) => id}>
          {(member) => (
            <GroupMemberRow groupId={groupId} member={member} canAppoint={canAppoint}>
              <FollowButton member={member} isQuiet />
            </GroupMemberRow>
          )}
        </ListRows>
      </ul>
      <LoadMore pages={members} />
    </section>
  )
}
