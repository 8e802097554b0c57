import { getPost, likePost } from '@rootsquare/contract/posts'
import type { Post } from '@rootsquare/contract/posts'
import { notifyManager } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Likes = Pick<Post, 'likes' | 'isPostLikedByUser'>
/** `settled` is what the server said last, `shown` what the last tap wants. */
type Line = { settled: Likes; shown: Likes }
/** One member's taps on one post; nothing goes out any more once they have left. */
type Tapped = { queryClient: QueryClient; id: number; name: string; isHere: () => boolean }

const lines = new Map<string, Line>()
const listeners = new Set<() => void>()

/** Shows the tap at once. One call at a time for each post: the last tap wins, and in the end the server is right. */
export function tapLike(queryClient: QueryClient, post: Post): void {
  const name = nameOf(post)
  const line = lines.get(name)
  const settled = line?.settled ?? likesOf(post)
  const wanted = !(line?.shown ?? settled).isPostLikedByUser
  const tapped = { queryClient, id: post.id, name, isHere: whileSignedIn() }
  keep(tapped, { settled, shown: wanting(wanted, settled) })
  if (line === undefined) void settle(tapped)
}

/** While taps are on their way they stand before what a list, loaded meanwhile, may say. */
export function useLikes(post: Post): Likes {
  return useSyncExternalStore(subscribe, () => lines.get(nameOf(post))?.shown) ?? post
}

function nameOf({ id }: Post): string {
  return `${currentSession()?.userId}.${id}`
}

async function settle(tapped: Tapped): Promise<void> {
  const { id, name, isHere } = tapped
  for (let line = lines.get(name); line !== undefined && isOpen(line); line = lines.get(name)) {
    const liked = line.shown.isPostLikedByUser
    try {
      const { data } = await call(likePost, { params: { id }, body: { liked } })
      answered(tapped, data)
    } catch (failure) {
      if (!isHere()) break
      if (isMissing(failure)) return leave(tapped, failure)
      showSnackbar('error', errorText(failure))
      await fallBack(tapped, failure)
    }
    if (!isHere()) break
  }
  // After the cache has told everyone, so that nothing old shows in between.
  notifyManager.schedule(() => close(tapped))
}

/** Unless there was a tap in that moment. */
function close(tapped: Tapped): void {
  const line = lines.get(tapped.name)
  if (line !== undefined && isOpen(line) && tapped.isHere()) void settle(tapped)
  else forget(tapped)
}

function isOpen({ settled, shown }: Line): boolean {
  return settled.isPostLikedByUser !== shown.isPostLikedByUser
}

/** A tap made since stays wanted. */
function answered(tapped: Tapped, settled: Likes): void {
  const wanted = lines.get(tapped.name)?.shown.isPostLikedByUser ?? settled.isPostLikedByUser
  keep(tapped, { settled, shown: wanting(wanted, settled) })
}

/** Whether a call without an answer did its work only the server knows, so it is asked. */
async function fallBack(tapped: Tapped, failure: unknown): Promise<void> {
  const { id, name } = tapped
  const before = lines.get(name)
  if (before === undefined) return
  const rolledBack = { settled: before.settled, shown: before.settled }
  keep(tapped, rolledBack)
  if (!(failure instanceof CallError) || (failure.status > 0 && failure.status < 500)) return
  const truth = await call(getPost, { params: { id } }).then(
    ({ data }) => likesOf(data),
    () => before.settled,
  )
  if (lines.get(name) === rolledBack) keep(tapped, { settled: truth, shown: truth })
  else answered(tapped, truth)
}

function leave(tapped: Tapped, failure: unknown): void {
  showSnackbar('error', errorText(failure))
  forget(tapped)
  dropGonePost(tapped.queryClient, tapped.id)
}

function wanting(wanted: boolean, settled: Likes): Likes {
  const step = Number(wanted) - Number(settled.isPostLikedByUser)
  return { likes: settled.likes + step, isPostLikedByUser: wanted }
}

function likesOf({ likes, isPostLikedByUser }: Likes): Likes {
  return { likes, isPostLikedByUser }
}

function keep({ queryClient, id, name, isHere }: Tapped, line: Line): void {
  lines.set(name, line)
  if (isHere()) patchPost(queryClient, id, (post) => ({ ...post, ...line.shown }))
  tellAll()
}

function forget({ name }: Tapped): void {
  lines.delete(name)
  tellAll()
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
