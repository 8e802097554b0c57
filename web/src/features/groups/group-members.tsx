import type { GroupMember } from '@rootsquare/contract/groups'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { groupMembersOf } from '#web/features/groups/membership-api.ts'
import { GroupMemberRow } from '#web/features/groups/group-member-row.tsx'
import { counted } from '#web/lib/counted.ts'
import { entriesOf } from '#web/lib/entries-of.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { soughtIn } from '#web/lib/table-search.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { SearchPill } from '#web/ui/search-pill.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './group-members.module.css'

type GroupMembersProps = {
  groupId: number
  canAppoint: boolean
  /** What else can be done about a member. */
  deedOf: (member: GroupMember) => ReactNode
}

/** Moderators first, then the newest. */
export function GroupMembers(props: GroupMembersProps) {
  const [asked, setAsked] = useState('')
  return (
    <div className={classes.members}>
      <SearchPill label="Search members" value={asked} onSearch={setAsked} />
      <Found {...props} q={soughtIn(asked)} />
    </div>
  )
}

function Found({ groupId, canAppoint, deedOf, q }: GroupMembersProps & { q: string }) {
  const members = useInfiniteQuery({ ...groupMembersOf(groupId, q), placeholderData: keepPreviousData })
  useTold(members.isLoadingError ? failureText(members.error) : null, members.errorUpdateCount)
  if (members.isPending) return <RowsSkeleton label="Loading members" />
  if (members.isLoadingError)
    return <TroubleCard text={failureText(members.error)} onRetry={() => void members.refetch()} />
  const entries = entriesOf(members.data, ({ id }) => id)
  const total = members.data.pages[0]?.totalElements ?? entries.length
  return (
    <section className="card" aria-busy={members.isPlaceholderData}>
      <output className="sr-only">
        {q === '' || members.isPlaceholderData ? '' : `${counted(total, 'member')} found`}
      </output>
      {entries.length === 0 && (
        <EmptyWords text={q === '' ? 'Nobody has joined yet.' : 'No member of this name'} />
      )}
      <ul aria-label="members">
        {entries.map((member) => (
          <GroupMemberRow key={member.id} groupId={groupId} member={member} canAppoint={canAppoint}>
            {deedOf(member)}
          </GroupMemberRow>
        ))}
      </ul>
      <LoadMore pages={members} />
    </section>
  )
}
