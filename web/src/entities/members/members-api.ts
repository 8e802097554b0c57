import { getProfile, getProfileByUsername, searchMembers } from '@rootsquare/contract/profiles'
import { listFollowers, listFollowing } from '@rootsquare/contract/people'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { memberKeys, type MemberListKind } from '#web/entities/members/member-keys.ts'
import { call } from '#web/lib/net/call.ts'

const pageSize = 20
const foundSize = 20

export function profileOf(id: number) {
  return queryOptions({
    queryKey: memberKeys.profile(id),
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(getProfile, { params: { id }, signal })).data,
  })
}

/** Compares usernames without regard to case. */
export function memberNamed(username: string) {
  return queryOptions({
    queryKey: [...memberKeys.named, username.toLowerCase()] as const,
    meta: { saved: 'part' },
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
