import { useEffect } from 'react'

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** One after the other without waiting for anybody to scroll: for lists that are looked through here. */
export function useAllPages({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages): void {
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isReady) fetchNextPage()
  }, [isReady, fetchNextPage])
}
