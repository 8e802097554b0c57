import type { Group } from '@rootsquare/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { useAllPages } from '#web/entities/groups/use-all-pages.ts'

type AllGroups = {
  /** Undefined until the last page has loaded, since the counts would be too low. */
  groups: Group[] | undefined
  failure: Error | null
  failures: number
  retry: () => void
}

export function useAllGroups(): AllGroups {
  const query = useInfiniteQuery(groupsNamed(''))
  useAllPages(query)
  const isWhole = query.data !== undefined && !query.hasNextPage
  return {
    groups: isWhole ? groupsIn(query.data) : undefined,
    failure: isWhole ? null : query.error,
    failures: query.errorUpdateCount,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}
