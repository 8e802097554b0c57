import type { MemberSuggestion } from '@rootsquare/contract/people'
import { useQuery } from '@tanstack/react-query'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import { MemberRow } from '#web/entities/members/member-row.tsx'
import { suggestedMembers } from '#web/features/people/suggestions/suggestions-api.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'

const reasons: Record<MemberSuggestion['reason'], string> = {
  FOLLOWED_BY_FOLLOWED: 'Followed by people you follow',
  SAME_GROUP: 'In your groups',
  POPULAR: 'Popular',
}

type SuggestedPeopleProps = {
  most: number
  isInDialog?: boolean
  /** Lets one press follow without a question. */
  isDirect?: boolean
}

/** Suggests people. Followed ones stay in the list, so that nothing moves under the thumb. */
export function SuggestedPeople({ most, isInDialog = false, isDirect = false }: SuggestedPeopleProps) {
  const members = useQuery(suggestedMembers)
  if (members.isPending) return <RowsSkeleton label="Loading suggestions" count={3} isBare />
  if (members.data === undefined) return <LoadError query={members} />
  if (members.data.length === 0) return <EmptyMessage text="No suggestions yet. Search for people by name." />
  return (
    <ul aria-label="Suggested people">
      <ListRows of={members.data.slice(0, most)} rowKey={({ id }) => id}>
        {(member) => (
          <MemberRow
            member={member}
            mark={<span className="text-xs muted">{reasons[member.reason]}</span>}
            isInDialog={isInDialog}
          >
            <FollowButton member={member} isQuiet isDirect={isDirect} />
          </MemberRow>
        )}
      </ListRows>
    </ul>
  )
}
