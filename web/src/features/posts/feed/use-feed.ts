import type { Feed } from '@rootsquare/contract/posts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { feedOf, feedPageOf } from '#web/features/posts/api.ts'
import type { FeedSource } from '#web/features/posts/api.ts'
import { postsOf, withNext } from '#web/entities/posts/post-cache.ts'
import type { FeedData } from '#web/entities/posts/post-cache.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type LoadedFeed = ReturnType<typeof useFeed>

/** On the way back to a place, what stands is not loaded anew unless something has changed it. */
export function useFeed(source: FeedSource, isReturning: boolean) {
  const options = feedOf(source)
  const query = useInfiniteQuery({
    ...options,
    refetchOnMount: ({ state }) => !isReturning || state.isInvalidated,
  })
  const { data, error, isSuccess } = query
  const more = useMore(source)
  const reload = useReload(source)
  const posts = useMemo(() => postsOf(data), [data])
  useEffect(() => {
    if (error !== null) tell(error)
    else if (isSuccess) takeBack()
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
function useMore(source: FeedSource) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cursor: string): Promise<Feed> => queryClient.fetchQuery(feedPageOf(source, cursor)),
    onSuccess: (page, cursor) => {
      takeBack()
      const { queryKey } = feedOf(source)
      queryClient.setQueryData<FeedData>(queryKey, (data) => data && withNext(data, page, cursor))
    },
    onError: tell,
  })
}

/** What stands stays until its successor has come. */
export function useReload(source: FeedSource) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (): Promise<Feed> => queryClient.fetchQuery(feedPageOf(source, null)),
    onSuccess: (page) => {
      takeBack()
      const fresh: FeedData = { pages: [page], pageParams: [null] }
      queryClient.setQueryData(feedOf(source).queryKey, fresh)
    },
    onError: tell,
  })
}

export function feedTrouble(failure: unknown): string {
  return serverMessage(failure, 'An unexpected error occurred')
}

let told: number[] = []

function tell(failure: unknown): void {
  told.push(showSnackbar('error', feedTrouble(failure)))
}

/** Once another try has worked, nothing is wrong any more. */
function takeBack(): void {
  for (const id of told) closeSnackbar(id)
  told = []
}
