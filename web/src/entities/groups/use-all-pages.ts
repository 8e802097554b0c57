import { useEffect } from 'react'

type Pages = {
  data: unknown
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Loads every page at once, for lists that are searched in the browser. */
export function useAllPages(pages: Pages): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  // Also with each new page: one that comes at once leaves `isReady` as it was.
  useEffect(() => {
    if (isReady) fetchNextPage()
  }, [data, isReady, fetchNextPage])
}
