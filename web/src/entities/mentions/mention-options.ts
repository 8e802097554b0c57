import { foldTag } from '@rootsquare/contract/lib/mentions'
import type { MemberEntry } from '@rootsquare/contract/profiles'
import { search } from '@rootsquare/contract/search'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { groupMembersOf } from '#web/entities/groups/membership-api.ts'
import { memberListOf, membersFound } from '#web/entities/members/members-api.ts'
import { popularTags } from '#web/entities/posts/popular-tags.tsx'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { foldText } from '#web/lib/format/fold-text.ts'
import { call } from '#web/lib/net/call.ts'
import { useSession } from '#web/lib/session/session.ts'

type MentionedMember = Pick<MemberEntry, 'id' | 'username' | 'firstname' | 'lastname' | 'profileImage'>
/** Members to offer besides followed members and search results. */
export type MentionSources = { thread: readonly MentionedMember[]; groupId: number | null }

/** This many fit above the keyboard of a phone. A scrolling list would need a place in the tab order. */
const maxOptions = 4
const debounceMs = 200

/**
 * Matches the beginning of a name: first followed members, then those of the thread and of the group, then other results.
 * Members whose name contains the text elsewhere come last.
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
  const isNear = (member: MentionedMember) => isNamed(member, query)
  const all = query === '' ? [] : (found.data?.content ?? [])
  const others = all.filter(isNear)
  // While the server searches, its previous results may no longer match.
  const isOld = found.isPlaceholderData || searched !== query
  const ordered: MentionedMember[] = [
    ...entriesOf(following.data, ({ id }) => id).filter(isNear),
    ...others.filter(isFollowed),
    ...thread.filter(isNear),
    ...entriesOf(inGroup.data, ({ id }) => id).filter(isNear),
    ...others,
    ...(isOld ? [] : [...all.filter(isFollowed), ...all]),
  ]
  // A member that occurs several times keeps the first position.
  const members = new Map(ordered.map((member) => [member.id, member]))
  members.delete(memberId)
  return {
    options: [...members.values()].slice(0, maxOptions),
    isSettled: searched === query && !found.isFetching && !inGroup.isFetching && !following.isFetching,
  }
}

const isFollowed = ({ isFollowedByUser }: MemberEntry) => isFollowedByUser

/** Matches the beginning of a name, ignoring case and tone marks as the server does. */
function isNamed({ username, firstname, lastname }: MentionedMember, query: string): boolean {
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

const searchSize = 20

const isLonger = (tag: string, typed: string) => tag.startsWith(typed) && tag !== typed

/**
 * Offers popular tags at first, then tags that begin with the text: an exact match first, then those with most posts.
 */
export function useTagOptions(query: string) {
  const searched = useDebounced(query, debounceMs)
  const popular = useQuery(popularTags)
  const found = useQuery({
    queryKey: ['tags', 'typed', searched],
    queryFn: async ({ signal }) => {
      const { data } = await call(search, { query: { type: 'tags', q: searched, size: searchSize }, signal })
      return data.type === 'tags' ? data.content : []
    },
    enabled: searched !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const typed = foldTag(query)
  const all = (typed === '' ? popular.data : found.data) ?? []
  const [whole, longer] = [
    all.filter(({ tag }) => tag === typed),
    all.filter(({ tag }) => isLonger(tag, typed)),
  ]
  const options = [...whole, ...longer].slice(0, maxOptions)
  // A completely typed tag needs no suggestions, and Enter adds a line again.
  const isWhole = whole.length > 0 && longer.length === 0
  return { options: isWhole ? [] : options, isSettled: searched === query && !found.isFetching }
}
