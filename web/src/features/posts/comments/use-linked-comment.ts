import { findCommentThread } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const maxPages = 20

/** A list of comments that is loaded page by page, oldest first. */
type CommentPages = {
  loaded: Comment[]
  hasNextPage: boolean
  isFetching: boolean
  hasFailed: boolean
  pageCount: number
  fetchNextPage: () => unknown
}

/** Loads page after page until the comment must be among them: ids rise with time. */
export function useLoadUntil(pages: CommentPages, wantedId: number | null): void {
  const isWanted = wantedId !== null && !isFarEnough(pages, wantedId)
  const { isFetching, hasFailed, pageCount, fetchNextPage } = pages
  useEffect(() => {
    if (isWanted && pageCount > 0 && !isFetching && !hasFailed) fetchNextPage()
  })
}

function isFarEnough({ loaded, hasNextPage, pageCount }: CommentPages, wantedId: number): boolean {
  if (pageCount === 0) return false
  return !hasNextPage || pageCount >= maxPages || (loaded.at(-1)?.id ?? 0) >= wantedId
}

/** The top comment whose replies contain the linked one; null while it is unknown, and for a link to a top comment. */
export function useLinkedThread(postId: number, linkedId: number | null, top: CommentPages): number | null {
  const isInTop = top.loaded.some(({ id }) => id === linkedId)
  const found = useQuery({
    queryKey: [...postKeys.comments(postId), 'thread-of', linkedId],
    queryFn: ({ signal }) => findThread(postId, linkedId ?? 0, signal),
    enabled: linkedId !== null && top.pageCount > 0 && !isInTop,
    staleTime: Infinity,
    gcTime: 0,
  })
  const isGone = found.data === null && !isInTop
  useEffect(() => {
    if (isGone) showSnackbar('warning', 'This comment is not here any more.')
  }, [isGone])
  const threadId = found.data?.parentId ?? null
  useLoadUntil(top, found.data ? (threadId ?? linkedId) : null)
  return threadId
}

/** Null if there is no such comment for this reader. */
async function findThread(postId: number, commentId: number, signal: AbortSignal) {
  try {
    return (await call(findCommentThread, { params: { id: postId, commentId }, signal })).data
  } catch (failure) {
    if (isMissing(failure)) return null
    throw failure
  }
}
