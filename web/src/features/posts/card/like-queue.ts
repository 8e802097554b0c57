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
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Likes = Pick<Post, 'likes' | 'isPostLikedByUser'>
/** `settled` is the last answer of the server, `shown` what the last tap wants. */
type LikeState = { settled: Likes; shown: Likes }
/** A tap of one member on one post; nothing is sent any more once the member has signed out. */
type Tap = { queryClient: QueryClient; id: number; stateKey: string; isHere: () => boolean }

const states = new Map<string, LikeState>()
const listeners = new Set<() => void>()

/** Shows the tap at once. One call at a time for each post: the last tap wins, and the server decides in the end. */
export function tapLike(queryClient: QueryClient, post: Post): void {
  const stateKey = stateKeyOf(post)
  const state = states.get(stateKey)
  const settled = state?.settled ?? likesOf(post)
  const wanted = !(state?.shown ?? settled).isPostLikedByUser
  const tap = { queryClient, id: post.id, stateKey, isHere: whileSignedIn() }
  setState(tap, { settled, shown: likesAfter(wanted, settled) })
  if (state === undefined) void settle(tap)
}

/** While taps are being sent they override what a list that was loaded meanwhile says. */
export function useLikes(post: Post): Likes {
  return useSyncExternalStore(subscribe, () => states.get(stateKeyOf(post))?.shown) ?? post
}

function stateKeyOf({ id }: Post): string {
  return `${currentSession()?.userId}.${id}`
}

async function settle(tap: Tap): Promise<void> {
  const { id, stateKey, isHere } = tap
  for (let state = states.get(stateKey); state !== undefined && isOpen(state); state = states.get(stateKey)) {
    const liked = state.shown.isPostLikedByUser
    try {
      const { data } = await call(likePost, { params: { id }, body: { liked } })
      applyAnswer(tap, data)
    } catch (failure) {
      if (!isHere()) break
      if (isMissing(failure)) return dropGone(tap, failure)
      showSnackbar('error', errorText(failure))
      await rollBack(tap, failure)
    }
    if (!isHere()) break
  }
  // After the cache has notified its observers, so that nothing old is shown in between.
  notifyManager.schedule(() => close(tap))
}

/** Unless there was a tap in that moment. */
function close(tap: Tap): void {
  const state = states.get(tap.stateKey)
  if (state !== undefined && isOpen(state) && tap.isHere()) void settle(tap)
  else removeState(tap)
}

function isOpen({ settled, shown }: LikeState): boolean {
  return settled.isPostLikedByUser !== shown.isPostLikedByUser
}

/** A tap made since stays wanted. */
function applyAnswer(tap: Tap, settled: Likes): void {
  const wanted = states.get(tap.stateKey)?.shown.isPostLikedByUser ?? settled.isPostLikedByUser
  setState(tap, { settled, shown: likesAfter(wanted, settled) })
}

/** Only the server knows whether a call without an answer did its work. */
async function rollBack(tap: Tap, failure: unknown): Promise<void> {
  const { id, stateKey } = tap
  const before = states.get(stateKey)
  if (before === undefined) return
  const rolledBack = { settled: before.settled, shown: before.settled }
  setState(tap, rolledBack)
  if (!(failure instanceof CallError) || (failure.status > 0 && failure.status < 500)) return
  const truth = await call(getPost, { params: { id } }).then(
    ({ data }) => likesOf(data),
    () => before.settled,
  )
  if (states.get(stateKey) === rolledBack) setState(tap, { settled: truth, shown: truth })
  else applyAnswer(tap, truth)
}

function dropGone(tap: Tap, failure: unknown): void {
  showSnackbar('error', errorText(failure))
  removeState(tap)
  dropGonePost(tap.queryClient, tap.id)
}

function likesAfter(wanted: boolean, settled: Likes): Likes {
  const step = Number(wanted) - Number(settled.isPostLikedByUser)
  return { likes: settled.likes + step, isPostLikedByUser: wanted }
}

function likesOf({ likes, isPostLikedByUser }: Likes): Likes {
  return { likes, isPostLikedByUser }
}

function setState({ queryClient, id, stateKey, isHere }: Tap, state: LikeState): void {
  states.set(stateKey, state)
  if (isHere()) patchPost(queryClient, id, (post) => ({ ...post, ...state.shown }))
  notifyListeners()
}

function removeState({ stateKey }: Tap): void {
  states.delete(stateKey)
  notifyListeners()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
