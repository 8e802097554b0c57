import type { Feed } from '@rootsquare/contract/posts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { feedOf, feedPageOf, homePosts, type FeedSource } from '#web/features/posts/api.ts'
import { readerEvents } from '#web/features/posts/feed/feed-scroller.ts'
import { postsOf, withNextPage, type FeedData } from '#web/entities/posts/post-cache.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

export type LoadedFeed = ReturnType<typeof useFeed>

/** Loads a feed. A return to a saved position reuses the loaded pages unless something has changed them. */
export function useFeed(source: FeedSource, isReturning: boolean) {
  const query = useInfiniteQuery({
    ...feedOf(source),
    refetchOnMount: ({ state }) => !isReturning || state.isInvalidated,
  })
  const { data, error, isSuccess } = query
  // Home is stale only after a change of it, so this is what an earlier visit saved.
  const isFromBefore = source === homePosts && query.isRefetching && !query.isStale
  useStaysOnceRead(source, isFromBefore)
  const more = useLoadMore(source)
  const reload = useReloadFeed(source)
  const posts = useMemo(() => postsOf(data), [data])
  useEffect(() => {
    // Offline the banner says it.
    if (error !== null && !isOffline()) showError(error)
    else if (isSuccess) closeErrors()
  }, [error, isSuccess])
  const cursor = lastOf(data?.pages)?.nextCursor ?? null
  return {
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

/** A feed of an earlier visit does not move under its reader: the posts that are newer are offered instead. */
function useStaysOnceRead({ queryKey }: FeedSource, isFromBefore: boolean): void {
  const queryClient = useQueryClient()
  const stay = useEffectEvent(() => void queryClient.cancelQueries({ queryKey, exact: true }))
  useEffect(() => {
    if (!isFromBefore) return
    const onRead = () => stay()
    const options = { capture: true, passive: true }
    for (const type of readerEvents) window.addEventListener(type, onRead, options)
    return () => {
      for (const type of readerEvents) window.removeEventListener(type, onRead, options)
    }
  }, [isFromBefore])
}

/**
 * Loads a next page without fetchNextPage, which restores the pages as they were when it began and would
 * undo a like or a new post made since.
 */
function useLoadMore(source: FeedSource) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (cursor: string): Promise<Feed> => queryClient.fetchQuery(feedPageOf(source, cursor)),
    onSuccess: (page, cursor) => {
      closeErrors()
      const { queryKey } = feedOf(source)
      queryClient.setQueryData<FeedData>(queryKey, (data) => data && withNextPage(data, page, cursor))
    },
    onError: showError,
  })
}

/** Reloads a feed. The old posts stay until the new ones have arrived. */
export function useReloadFeed(source: FeedSource) {
  const queryClient = useQueryClient()
  return useServerMutation({
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
