import type { GroupMember } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/lib/paged'
import type { MemberSuggestion } from '@rootsquare/contract/people'
import type { MemberEntry, Profile } from '@rootsquare/contract/profiles'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'

/** Changes a profile, which is cached by id and by username. */
export function patchProfile(
  queryClient: QueryClient,
  id: number,
  change: (profile: Profile) => Profile,
): void {
  queryClient.setQueryData<Profile>(memberKeys.profile(id), (profile) => profile && change(profile))
  queryClient.setQueriesData<Profile>({ queryKey: memberKeys.named }, (profile) =>
    profile?.id === id ? change(profile) : profile,
  )
}

type Followed = { id: number; isFollowedByUser: boolean }

/** Marks a member as followed or not in all lists. */
export function markFollowed(queryClient: QueryClient, id: number, isFollowedByUser: boolean): void {
  const mark = <Entry extends Followed>(content: Entry[]) =>
    content.map((entry) => (entry.id === id ? { ...entry, isFollowedByUser } : entry))
  queryClient.setQueriesData<InfiniteData<Paged<MemberEntry>>>(
    { queryKey: memberKeys.lists },
    (list) => list && patchPages(list, mark),
  )
  queryClient.setQueriesData<InfiniteData<Paged<GroupMember>>>(
    { queryKey: memberKeys.ofGroups },
    (list) => list && patchPages(list, mark),
  )
  queryClient.setQueriesData<Paged<MemberEntry>>(
    { queryKey: memberKeys.allFound },
    (page) => page && { ...page, content: mark(page.content) },
  )
  queryClient.setQueryData<MemberSuggestion[]>(memberKeys.suggested, (list) => list && mark(list))
}

/** Removes a member from the list of blocked ones. */
export function removeFromBlocked(queryClient: QueryClient, memberId: number): void {
  queryClient.setQueryData<InfiniteData<Paged<MemberEntry>>>(
    memberKeys.blocked,
    (data) => data && patchPages(data, (content) => content.filter(({ id }) => id !== memberId)),
  )
}
