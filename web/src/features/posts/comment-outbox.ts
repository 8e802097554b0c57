import { addComment } from '@rootsquare/contract/posts'
import { notifyManager } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addToCache } from '#web/features/posts/comments-api.ts'
import { dropGonePost } from '#web/features/posts/gone-posts.ts'
import { keepText, keptText } from '#web/features/posts/kept-text.ts'
import { isMissing, saidByServer } from '#web/features/posts/said-by-server.ts'
import { announce } from '#web/lib/announce.ts'
import { call, readJson } from '#web/lib/call.ts'
import { randomId } from '#web/lib/random-id.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

/** Whose comments on which post. */
export type Desk = { memberId: number; postId: number }
/** A comment on its way; with `trouble`, one that did not arrive. The key makes sure that it never arrives twice. */
export type Outgoing = { key: string; text: string; trouble: string | null }

const failed = 'Failed to post comment'
const nothing: Outgoing[] = []
const boxes = new Map<string, Outgoing[]>()
const listeners = new Set<() => void>()

export function useOutgoing(desk: Desk): Outgoing[] {
  return useSyncExternalStore(subscribe, () => outgoingFrom(desk))
}

/** Also from before a reload: whether those arrived, only sending them again can tell. */
export function outgoingFrom(desk: Desk): Outgoing[] {
  const name = nameOf(desk)
  const box = boxes.get(name) ?? kept(desk)
  boxes.set(name, box)
  return box
}

export function newOutgoing(text: string): Outgoing {
  return { key: randomId(), text: text.trim(), trouble: null }
}

/** Goes on, and tells how it went, wherever the person is by then. */
export async function sendComment(
  queryClient: QueryClient,
  desk: Desk,
  { key, text }: Outgoing,
): Promise<void> {
  put(desk, { key, text, trouble: null })
  try {
    const given = { params: { id: desk.postId }, body: { comments: text }, idempotencyKey: key }
    const { data } = await call(addComment, given)
    // In one turn, so that it is never seen twice, nor not at all.
    notifyManager.batch(() => {
      addToCache(queryClient, desk.postId, data)
      notifyManager.schedule(() => discard(desk, key))
    })
    announce('live-polite', 'Comment posted')
  } catch (failure) {
    const trouble = saidByServer(failure, failed)
    put(desk, { key, text, trouble })
    showSnackbar('error', trouble)
    if (isMissing(failure)) dropGonePost(queryClient, desk.postId)
  }
}

export function discard(desk: Desk, key: string): void {
  change(
    desk,
    outgoingFrom(desk).filter((one) => one.key !== key),
  )
}

function put(desk: Desk, outgoing: Outgoing): void {
  const box = outgoingFrom(desk)
  const isThere = box.some(({ key }) => key === outgoing.key)
  change(desk, isThere ? box.map((one) => (one.key === outgoing.key ? outgoing : one)) : [...box, outgoing])
}

function change(desk: Desk, box: Outgoing[]): void {
  boxes.set(nameOf(desk), box)
  keepText(placeOf(desk), box.length === 0 ? '' : JSON.stringify(box.map(({ key, text }) => ({ key, text }))))
  for (const listener of listeners) listener()
}

function kept(desk: Desk): Outgoing[] {
  const found = readJson(keptText(placeOf(desk)))
  if (!Array.isArray(found)) return nothing
  const entries: unknown[] = found
  return entries.flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('key' in one && 'text' in one)) return []
    const { key, text } = one
    return typeof key === 'string' && typeof text === 'string' ? [{ key, text, trouble: failed }] : []
  })
}

function placeOf({ memberId, postId }: Desk) {
  return { what: 'comment-outbox', memberId, id: postId }
}

function nameOf({ memberId, postId }: Desk): string {
  return `${memberId}.${postId}`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
