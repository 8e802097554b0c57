import type { Group } from '@rootsquare/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { useAllPages } from '#web/entities/groups/use-all-pages.ts'

export type Joined = ReturnType<typeof useJoined>

/** Loads every page, since the list of all groups marks each one that is joined. */
export function useJoined(memberId: number) {
  const query = useInfiniteQuery(memberGroupsOf(memberId))
  useAllPages(query)
  const groups = groupsIn(query.data)
  const isComplete = query.data !== undefined && !query.hasNextPage
  return {
    query,
    groups,
    isComplete,
    count: isComplete ? groups.length : (query.data?.pages[0]?.totalElements ?? undefined),
    isJoined: ({ id }: Group) => groups.some((group) => group.id === id),
  }
}
