import { getGroup, listGroups, listMemberGroups, type GroupSort } from '@rootsquare/contract/groups'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { call } from '#web/lib/net/call.ts'

const pageSize = 100

/** A short page counts as the last one, whatever it says. */
export function groupsNamed(name: string, sort: GroupSort = 'name') {
  return infiniteQueryOptions({
    queryKey: groupKeys.list(name, sort),
    ...(name === '' && { meta: { saved: 'main' } }),
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
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(getGroup, { params: { id }, signal })).data,
  })
}

export function memberGroupsOf(memberId: number) {
  return infiniteQueryOptions({
    queryKey: groupKeys.ofMember(memberId),
    meta: { saved: 'part' },
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, userId: memberId }
      return (await call(listMemberGroups, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}
