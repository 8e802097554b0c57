import { getProfile, getProfileByUsername, searchMembers } from '@rootsquare/contract/profiles'
import type { MemberEntry, Profile } from '@rootsquare/contract/profiles'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { followMember, listFollowers, listFollowing, unfollowMember } from '@rootsquare/contract/people'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { memberKeys, type MemberListKind } from '#web/entities/members/member-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

const pageSize = 20
const foundSize = 20

export function profileOf(id: number) {
  return queryOptions({
    queryKey: memberKeys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { params: { id }, signal })).data,
  })
}

/** Compares usernames without regard to case. */
export function memberNamed(username: string) {
  return queryOptions({
    queryKey: [...memberKeys.named, username.toLowerCase()] as const,
    queryFn: async ({ signal }) => (await call(getProfileByUsername, { params: { username }, signal })).data,
  })
}

const endpoints = { followers: listFollowers, following: listFollowing }

export function memberListOf(kind: MemberListKind, memberId: number) {
  return infiniteQueryOptions({
    queryKey: memberKeys.list(kind, memberId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, userId: memberId }
      return (await call(endpoints[kind], { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** The server ignores case and accents. */
export function membersFound(text: string) {
  return queryOptions({
    queryKey: memberKeys.found(text),
    queryFn: async ({ signal }) => {
      const query = { q: text, page: 0, size: foundSize }
      return (await call(searchMembers, { query, signal })).data
    },
    enabled: text !== '',
  })
}

type FollowChange = { id: number; isFollowing: boolean }

/** Updates lists of members; profiles and feeds are updated by the page. */
export function useFollow() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async ({ id, isFollowing }: FollowChange) =>
      (await call(isFollowing ? followMember : unfollowMember, { params: { id } })).data.following,
    onSuccess: (isFollowing, { id }) => {
      markFollowed(queryClient, id, isFollowing)
      void queryClient.invalidateQueries({ queryKey: memberKeys.lists })
    },
  })
}

function markFollowed(queryClient: QueryClient, id: number, isFollowedByUser: boolean): void {
  const marked = (content: MemberEntry[]) =>
    content.map((entry) => (entry.id === id ? { ...entry, isFollowedByUser } : entry))
  queryClient.setQueriesData<InfiniteData<Paged<MemberEntry>>>(
    { queryKey: memberKeys.lists },
    (list) => list && patchPages(list, marked),
  )
  queryClient.setQueriesData<Paged<MemberEntry>>(
    { queryKey: memberKeys.allFound },
    (page) => page && { ...page, content: marked(page.content) },
  )
}

/** Profiles loaded by username are cached apart from those loaded by id. */
export function patchNamed(
  queryClient: QueryClient,
  id: number,
  change: (profile: Profile) => Profile,
): void {
  queryClient.setQueriesData<Profile>({ queryKey: memberKeys.named }, (profile) =>
    profile?.id === id ? change(profile) : profile,
  )
}
