import { findCommentThread } from '@rootsquare/contract/comments'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LoadedThread } from '#web/features/posts/comments/use-thread.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const maxPages = 20

/** Loads page after page until the comment must be included, which is known because ids rise with time. */
export function useLoadUntil(pages: LoadedThread, wantedId: number | null): void {
  const isWanted = wantedId !== null && !isFarEnough(pages, wantedId)
  const { isFetching, hasFailed, pageCount, fetchNextPage } = pages
  useEffect(() => {
    if (isWanted && pageCount > 0 && !isFetching && !hasFailed) fetchNextPage()
  })
}

function isFarEnough({ loaded, hasNextPage, pageCount }: LoadedThread, wantedId: number): boolean {
  if (pageCount === 0) return false
  return !hasNextPage || pageCount >= maxPages || (lastOf(loaded)?.id ?? 0) >= wantedId
}

/** Returns the top comment above the linked reply. It is null if unknown or if the link leads to a top comment. */
export function useLinkedThread(postId: number, linkedId: number | null, top: LoadedThread): number | null {
  const isInTop = top.loaded.some(({ id }) => id === linkedId)
  const found = useQuery({
    queryKey: [...postKeys.comments(postId), 'thread-of', linkedId],
    queryFn: ({ signal }) => findThread(postId, linkedId ?? 0, signal),
    enabled: linkedId !== null && top.pageCount > 0 && !isInTop,
    staleTime: Infinity,
    gcTime: 0,
  })
  const isMissingComment = found.data === null && !isInTop
  useEffect(() => {
    if (isMissingComment) showSnackbar('warning', 'This comment is no longer available.')
  }, [isMissingComment])
  const threadId = found.data?.parentId ?? null
  useLoadUntil(top, found.data ? (threadId ?? linkedId) : null)
  return threadId
}

/** Returns null if this reader cannot see such a comment. */
async function findThread(postId: number, commentId: number, signal: AbortSignal) {
  try {
    return (await call(findCommentThread, { params: { id: postId, commentId }, signal })).data
  } catch (failure) {
    if (isMissing(failure)) return null
    throw failure
  }
}
