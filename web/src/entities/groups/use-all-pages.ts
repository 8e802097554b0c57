import { useEffect } from 'react'

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Loads every page at once, for lists that are searched in the browser. */
export function useAllPages({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages): void {
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isReady) fetchNextPage()
  }, [isReady, fetchNextPage])
}
