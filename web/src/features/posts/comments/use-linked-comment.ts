import { listComments } from '@rootsquare/contract/posts'
import type { Comment } from '@rootsquare/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const largestPage = 100
const maxCalls = 20
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
  const threads = top.loaded.filter(({ id, replyCount }) => replyCount > 0 && id < (linkedId ?? 0))
  const found = useQuery({
    queryKey: [...postKeys.comments(postId), 'thread-of', linkedId],
    queryFn: ({ signal }) => findThread({ postId, linkedId, threads }, signal),
    enabled: linkedId !== null && !isInTop && isFarEnough(top, linkedId),
    staleTime: Infinity,
    gcTime: 0,
  })
  const isGone = found.data === null && !isInTop
  useEffect(() => {
    if (isGone) showSnackbar('warning', 'This comment is not here any more.')
  }, [isGone])
  return found.data ?? null
}

type Search = { postId: number; linkedId: number | null; threads: Comment[] }

/** The server does not say in which thread a reply is, so they are searched, the newest first. */
async function findThread(
  { postId, linkedId, threads }: Search,
  signal: AbortSignal,
): Promise<number | null> {
  let calls = 0
  for (const { id: parentId } of threads.toReversed()) {
    for (let page = 0, isLast = false; !isLast && calls < maxCalls; page += 1, calls += 1) {
      const query = { parentId, page, size: largestPage }
      const { data } = await call(listComments, { params: { id: postId }, query, signal })
      if (data.content.some(({ id }) => id === linkedId)) return parentId
      isLast = data.last
    }
  }
  return null
}
