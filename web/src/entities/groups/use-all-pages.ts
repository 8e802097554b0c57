import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Loads every page at once, for lists that are searched in the browser. */
export function useAllPages(pages: UseInfiniteQueryResult): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  // Also with each new page: one that comes at once leaves `isReady` as it was.
  useEffect(() => {
    if (isReady) void fetchNextPage()
  }, [data, isReady, fetchNextPage])
}
