import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { commentsOf, ownCommentsOf } from '#web/features/posts/comments/comments-api.ts'
import { deletedIdsOf } from '#web/features/posts/comments/first-comment.ts'
import { uniqueComments, type Thread } from '#web/features/posts/comments/comment-cache.ts'

export type LoadedThread = ReturnType<typeof useThread>
type ListOptions = { list: RefObject<HTMLElement | null>; isEnabled?: boolean }

/** Returns the loaded comments of a thread, and in `own` those written here that no loaded page contains. */
export function useThread(thread: Thread, { list, isEnabled = true }: ListOptions) {
  const queryClient = useQueryClient()
  const { data: deleted = [] } = useQuery(deletedIdsOf(thread.postId))
  const query = useInfiniteQuery({ ...commentsOf(queryClient, thread), enabled: isEnabled })
  const { data: written = [] } = useQuery(ownCommentsOf(thread))
  const loaded = uniqueComments(query.data?.pages ?? [], deleted)
  const known = new Set(loaded.map(({ id }) => id))
  const fetchNextPage = () => query.fetchNextPage({ cancelRefetch: false })
  return {
    query,
    loaded,
    own: written.filter(({ id }) => !known.has(id)),
    hasFailed: query.isLoadingError || query.isFetchNextPageError,
    hasNextPage: query.hasNextPage,
    isFetching: query.isFetching,
    pageCount: query.data?.pages.length ?? 0,
    fetchNextPage,
    loadMore: useLoadMore(list, loaded.length, fetchNextPage),
  }
}

/** Lists own comments with the others if the thread is fully loaded, and otherwise after the button for more. */
export function splitOwnComments({ own, hasNextPage }: Pick<LoadedThread, 'own' | 'hasNextPage'>) {
  return hasNextPage ? { inList: [], after: own } : { inList: own, after: [] }
}

/** Moves the focus to the first new comment, because the button may disappear when the page arrives. */
function useLoadMore(
  list: RefObject<HTMLElement | null>,
  count: number,
  fetchMore: () => Promise<unknown>,
): () => void {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const row = list.current?.children[from.current]
    from.current = null
    row?.querySelector<HTMLElement>(':scope a:not([tabindex])')?.focus({ preventScroll: true })
  }, [list, count])
  return () => {
    from.current = count
    void fetchMore()
  }
}
