import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { isNamed } from '#web/entities/groups/match-group.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'

const pauseMs = 300

export const groupsFailed = 'Failed to load ethnic groups. Please refresh and try again.'

/** Filters the loaded groups with every letter; after a pause the answer of the server replaces them. */
export function useGroupSearch(typed: string) {
  const name = typed.trim()
  const paused = useDebounced(name, pauseMs)
  const searchText = name === '' ? '' : paused
  const query = useInfiniteQuery({ ...groupsNamed(searchText), placeholderData: keepPreviousData })
  const loaded = groupsIn(query.data)
  const isSettling = searchText !== name || query.isPlaceholderData
  const groups = isSettling ? loaded.filter((group) => isNamed(group, name)) : loaded
  const isWaiting = query.isPending || query.isFetchingNextPage || (isSettling && groups.length === 0)
  const hasFailed = query.isError && !query.isFetching
  return {
    groups,
    hasFailed,
    statusText: statusTextFor({ isWaiting, hasFailed, isEmpty: groups.length === 0, name }),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching && !hasFailed) void query.fetchNextPage()
    },
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}

type SearchStatus = { isWaiting: boolean; hasFailed: boolean; isEmpty: boolean; name: string }

function statusTextFor({ isWaiting, hasFailed, isEmpty, name }: SearchStatus): string | undefined {
  if (hasFailed) return groupsFailed
  if (isWaiting) return 'Loading more groups...'
  if (!isEmpty) return undefined
  return name === '' ? 'No groups available' : 'No matching groups found'
}
