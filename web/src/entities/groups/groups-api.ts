import { getGroup, listGroups, listMemberGroups, type GroupSort } from '@rootsquare/contract/groups'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

const pageSize = 100

export const groupKeys = {
  all: ['groups'] as const,
  lists: ['groups', 'list'] as const,
  list: (name: string, sort: GroupSort) => ['groups', 'list', name, sort] as const,
  found: (search: object) => ['groups', 'list', search] as const,
  named: ['groups', 'named'] as const,
  anotherPeople: ['groups', 'another-people'] as const,
  one: (id: number) => ['groups', 'one', id] as const,
  ofMembers: ['groups', 'of-member'] as const,
  ofMember: (memberId: number) => ['groups', 'of-member', memberId] as const,
  standing: (id: number) => ['groups', 'standing', id] as const,
  membersOfAny: ['groups', 'members'] as const,
  membersOf: (id: number) => ['groups', 'members', id] as const,
  members: (id: number, q: string) => ['groups', 'members', id, q] as const,
}

/** A short page counts as the last one, whatever it says. */
export function groupsNamed(name: string, sort: GroupSort = 'name') {
  return infiniteQueryOptions({
    queryKey: groupKeys.list(name, sort),
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        page: pageParam,
        size: pageSize,
        ...(name !== '' && { name }),
        ...(sort !== 'name' && { sort }),
      }
      return (await call(listGroups, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ content, last }, _, page) =>
      last || content.length < pageSize ? undefined : page + 1,
  })
}

/** Loads the group of those whose people have no group yet. */
export function anotherPeople() {
  return queryOptions({
    queryKey: groupKeys.anotherPeople,
    queryFn: async ({ signal }) => {
      const query = { name: 'Another people', size: 1 }
      return (
        (await call(listGroups, { query, signal })).data.content.find((group) => group.isAnotherPeople) ??
        null
      )
    },
  })
}

export function groupOf(id: number) {
  return queryOptions({
    queryKey: groupKeys.one(id),
    queryFn: async ({ signal }) => (await call(getGroup, { params: { id }, signal })).data,
  })
}

export function memberGroupsOf(memberId: number) {
  return infiniteQueryOptions({
    queryKey: groupKeys.ofMember(memberId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, userId: memberId }
      return (await call(listMemberGroups, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}
