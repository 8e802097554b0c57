import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Loads every page at once, for lists that are searched in the browser. */
export function useAllPages(pages: UseInfiniteQueryResult): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  // The effect runs for each new page too, because a page that loads at once leaves `isReady` unchanged.
  useEffect(() => {
    if (isReady) void fetchNextPage()
  }, [data, isReady, fetchNextPage])
}
