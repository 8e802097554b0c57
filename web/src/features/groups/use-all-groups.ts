import type { Group } from '@rootsquare/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupsNamed } from '#web/features/groups/api.ts'

export type AllGroups = {
  /** Nothing until the last page is here: half a count would be a wrong one. */
  groups: Group[] | undefined
  failure: Error | null
  failures: number
  retry: () => void
}

export function useAllGroups(): AllGroups {
  const query = useInfiniteQuery(groupsNamed(''))
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const isWhole = data !== undefined && !hasNextPage
  return {
    groups: isWhole ? data.pages.flatMap((page) => page.content) : undefined,
    failure: isWhole ? null : query.error,
    failures: query.errorUpdateCount,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}
