import type { Feed } from '@rootsquare/contract/posts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { feedOf, feedPageOf, type FeedSource } from '#web/features/posts/api.ts'
import { postsOf, withNext, type FeedData } from '#web/entities/posts/post-cache.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type LoadedFeed = ReturnType<typeof useFeed>

/** On the way back to a position, what is loaded is not loaded again unless something has changed it. */
export function useFeed(source: FeedSource, isReturning: boolean) {
  const options = feedOf(source)
  const query = useInfiniteQuery({
    ...options,
    refetchOnMount: ({ state }) => !isReturning || state.isInvalidated,
  })
  const { data, error, isSuccess } = query
  const more = useLoadMore(source)
  const reload = useReload(source)
  const posts = useMemo(() => postsOf(data), [data])
  useEffect(() => {
    if (error !== null) showError(error)
    else if (isSuccess) closeErrors()
  }, [error, isSuccess])
  const cursor = data?.pages.at(-1)?.nextCursor ?? null
  return {
    source,
    query,
    data,
    posts,
    cursor,
    isLoadingMore: more.isPending,
    hasFailed: more.isError,
    failure: more.error,
    loadMore() {
      if (cursor !== null && !more.isPending) more.mutate(cursor)
    },
    reload,
  }
}

/**
 * Not the cache's own way to load a next page: that puts back the pages as they were when it began, and with them
 * undoes a like or a new post of the meantime.
 */
function useLoadMore(source: FeedSource) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cursor: string): Promise<Feed> => queryClient.fetchQuery(feedPageOf(source, cursor)),
    onSuccess: (page, cursor) => {
      closeErrors()
      const { queryKey } = feedOf(source)
      queryClient.setQueryData<FeedData>(queryKey, (data) => data && withNext(data, page, cursor))
    },
    onError: showError,
  })
}

/** The old posts stay until the new ones have come. */
export function useReload(source: FeedSource) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (): Promise<Feed> => queryClient.fetchQuery(feedPageOf(source, null)),
    onSuccess: (page) => {
      closeErrors()
      const fresh: FeedData = { pages: [page], pageParams: [null] }
      queryClient.setQueryData(feedOf(source).queryKey, fresh)
    },
    onError: showError,
  })
}

export function feedErrorText(failure: unknown): string {
  return serverMessage(failure, 'An unexpected error occurred')
}

let shownErrors: number[] = []

function showError(failure: unknown): void {
  shownErrors.push(showSnackbar('error', feedErrorText(failure)))
}

function closeErrors(): void {
  for (const id of shownErrors) closeSnackbar(id)
  shownErrors = []
}
