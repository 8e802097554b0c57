import { getPost, likePost } from '@rootsquare/contract/posts'
import type { Post } from '@rootsquare/contract/posts'
import { notifyManager } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { dropGonePost } from '#web/features/posts/gone-posts.ts'
import { patchPost } from '#web/features/posts/post-cache.ts'
import { isMissing } from '#web/features/posts/said-by-server.ts'
import { call, CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

export type Likes = Pick<Post, 'likes' | 'isPostLikedByUser'>
/** `settled` is what the server said last, `shown` what the last tap wants. */
type Line = { settled: Likes; shown: Likes }

const lines = new Map<number, Line>()
const listeners = new Set<() => void>()

/** Shows the tap at once. One call at a time for each post: the last tap wins, and in the end the server is right. */
export function tapLike(queryClient: QueryClient, post: Post): void {
  const line = lines.get(post.id)
  const settled = line?.settled ?? likesOf(post)
  const wanted = !(line?.shown ?? settled).isPostLikedByUser
  const next = { settled, shown: wanting(wanted, settled) }
  keep(queryClient, post.id, next)
  if (line === undefined) void settle(queryClient, post.id)
}

/** While taps are on their way they stand before what a list, loaded meanwhile, may say. */
export function useLikes(post: Post): Likes {
  return useSyncExternalStore(subscribe, () => lines.get(post.id)?.shown) ?? post
}

async function settle(queryClient: QueryClient, id: number): Promise<void> {
  for (let line = lines.get(id); line !== undefined && isOpen(line); line = lines.get(id)) {
    const liked = line.shown.isPostLikedByUser
    try {
      const { data } = await call(likePost, { params: { id }, body: { liked } })
      answered(queryClient, id, data)
    } catch (failure) {
      if (isMissing(failure)) return leave(queryClient, id, failure)
      showSnackbar('error', failureText(failure))
      await fallBack(queryClient, id, failure)
    }
  }
  // After the cache has told everyone, so that nothing old shows in between.
  notifyManager.schedule(() => close(queryClient, id))
}

/** Unless there was a tap in that moment. */
function close(queryClient: QueryClient, id: number): void {
  const line = lines.get(id)
  if (line !== undefined && isOpen(line)) void settle(queryClient, id)
  else forget(id)
}

function isOpen({ settled, shown }: Line): boolean {
  return settled.isPostLikedByUser !== shown.isPostLikedByUser
}

/** A tap made since stays wanted. */
function answered(queryClient: QueryClient, id: number, settled: Likes): void {
  const wanted = lines.get(id)?.shown.isPostLikedByUser ?? settled.isPostLikedByUser
  keep(queryClient, id, { settled, shown: wanting(wanted, settled) })
}

/** Whether a call without an answer did its work only the server knows, so it is asked. */
async function fallBack(queryClient: QueryClient, id: number, failure: unknown): Promise<void> {
  const before = lines.get(id)
  if (before === undefined) return
  const rolledBack = { settled: before.settled, shown: before.settled }
  keep(queryClient, id, rolledBack)
  if (!(failure instanceof CallFailure) || (failure.status > 0 && failure.status < 500)) return
  const truth = await call(getPost, { params: { id } }).then(
    ({ data }) => likesOf(data),
    () => before.settled,
  )
  if (lines.get(id) === rolledBack) keep(queryClient, id, { settled: truth, shown: truth })
  else answered(queryClient, id, truth)
}

function leave(queryClient: QueryClient, id: number, failure: unknown): void {
  showSnackbar('error', failureText(failure))
  forget(id)
  dropGonePost(queryClient, id)
}

function wanting(wanted: boolean, settled: Likes): Likes {
  const step = Number(wanted) - Number(settled.isPostLikedByUser)
  return { likes: settled.likes + step, isPostLikedByUser: wanted }
}

function likesOf({ likes, isPostLikedByUser }: Likes): Likes {
  return { likes, isPostLikedByUser }
}

function keep(queryClient: QueryClient, id: number, line: Line): void {
  lines.set(id, line)
  patchPost(queryClient, id, (post) => ({ ...post, ...line.shown }))
  tellAll()
}

function forget(id: number): void {
  lines.delete(id)
  tellAll()
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
