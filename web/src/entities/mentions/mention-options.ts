import type { MemberEntry } from '@rootsquare/contract/profiles'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { groupMembersOf } from '#web/entities/groups/membership-api.ts'
import { memberListOf, membersFound } from '#web/entities/members/members-api.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { foldText } from '#web/lib/format/fold-text.ts'
import { useSession } from '#web/lib/session/session.ts'

export type MentionedPerson = Pick<MemberEntry, 'id' | 'username' | 'firstname' | 'lastname' | 'profileImage'>
/** Who is offered besides followed members and those whom the search finds. */
export type MentionSources = { thread: readonly MentionedPerson[]; groupId: number | null }

/** They fit between text and keyboard of a phone. A list that scrolls would need a place in the tab order. */
export const maxOptions = 4
export const debounceMs = 200

/**
 * By the beginning of a name: first followed members, then those of the thread and of the group, then whoever else is found.
 * After all of these, whoever has what was typed inside a name.
 */
export function useMentionOptions(query: string, { thread, groupId }: MentionSources) {
  const memberId = useSession()?.userId ?? 0
  const searched = useDebounced(query, debounceMs)
  const options = { placeholderData: keepPreviousData, retry: false }
  const following = useInfiniteQuery({ ...memberListOf('following', memberId), retry: false })
  const inGroup = useInfiniteQuery({
    ...groupMembersOf(groupId ?? 0, searched),
    ...options,
    enabled: groupId !== null,
  })
  const found = useQuery({ ...membersFound(searched), ...options })
  const isNear = (person: MentionedPerson) => isNamed(person, query)
  const all = query === '' ? [] : (found.data?.content ?? [])
  const others = all.filter(isNear)
  // While the server searches, what it found before may not fit any more.
  const isOld = found.isPlaceholderData || searched !== query
  const ordered: MentionedPerson[] = [
    ...entriesOf(following.data, ({ id }) => id).filter(isNear),
    ...others.filter(isFollowed),
    ...thread.filter(isNear),
    ...entriesOf(inGroup.data, ({ id }) => id).filter(isNear),
    ...others,
    ...(isOld ? [] : [...all.filter(isFollowed), ...all]),
  ]
  // Each at the first of its positions.
  const people = new Map(ordered.map((person) => [person.id, person]))
  people.delete(memberId)
  return {
    options: [...people.values()].slice(0, maxOptions),
    isSettled: searched === query && !found.isFetching && !inGroup.isFetching && !following.isFetching,
  }
}

const isFollowed = ({ isFollowedByUser }: MemberEntry) => isFollowedByUser

/** By the beginning of one of the names, without regard to case and tone marks, as the server searches. */
function isNamed({ username, firstname, lastname }: MentionedPerson, query: string): boolean {
  const wanted = foldText(query)
  const names = [
    username,
    `${firstname} ${lastname}`,
    lastname,
    `${firstname}${lastname}`,
    ...username.split(/[._]/),
  ]
  return names.some((name) => foldText(name).startsWith(wanted))
}
