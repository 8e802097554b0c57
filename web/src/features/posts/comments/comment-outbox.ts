import { addComment } from '@rootsquare/contract/posts'
import { notifyManager, queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { addToCache } from '#web/features/posts/comments/comments-api.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { keyOf } from '#web/lib/storage/saved-text.ts'
import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { isMissing, isRejection, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Whose comments on which post. */
export type Desk = { memberId: number; postId: number }
/** A comment on its way; with `trouble`, one that did not arrive. The key makes sure that it never arrives twice. */
export type Outgoing = { key: string; text: string; trouble: string | null }
type Change = (box: Outgoing[]) => Outgoing[]

const failed = 'Failed to post comment'

/** Also from before a reload: whether those arrived, only sending them again can tell. */
export function outgoingOf(desk: Desk) {
  return queryOptions<Outgoing[]>({
    queryKey: queryKeyOf(desk),
    queryFn: skipToken,
    initialData: () => savedOutgoing(desk),
    staleTime: Infinity,
  })
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
  const isHere = whileSignedIn()
  change(queryClient, desk, (box) => put(box, key, { key, text, trouble: null }))
  try {
    const given = { params: { id: desk.postId }, body: { comments: text }, idempotencyKey: key }
    const { data } = await call(addComment, given)
    // Whoever comes back need not send it again; nothing is written that a sign-out has taken away.
    if (!isHere()) return keep(desk, without(savedOutgoing(desk), key))
    // In one turn, so that it is never seen twice, nor not at all.
    notifyManager.batch(() => {
      addToCache(queryClient, desk.postId, data)
      discard(queryClient, desk, key)
    })
    announce('live-polite', 'Comment posted')
  } catch (failure) {
    if (!isHere()) return
    const trouble = serverMessage(failure, failed)
    const next = { key: isRejection(failure) ? randomId() : key, text, trouble }
    change(queryClient, desk, (box) => put(box, key, next))
    showSnackbar('error', trouble)
    if (isMissing(failure)) dropGonePost(queryClient, desk.postId)
  }
}

export function discard(queryClient: QueryClient, desk: Desk, key: string): void {
  change(queryClient, desk, (box) => without(box, key))
}

function put(box: Outgoing[], key: string, outgoing: Outgoing): Outgoing[] {
  const isThere = box.some((one) => one.key === key)
  return isThere ? box.map((one) => (one.key === key ? outgoing : one)) : [...box, outgoing]
}

function without(box: Outgoing[], key: string): Outgoing[] {
  return box.filter((one) => one.key !== key)
}

function change(queryClient: QueryClient, desk: Desk, next: Change): void {
  const queryKey = queryKeyOf(desk)
  const box = next(queryClient.getQueryData<Outgoing[]>(queryKey) ?? savedOutgoing(desk))
  queryClient.setQueryData<Outgoing[]>(queryKey, box)
  keep(desk, box)
}

function keep(desk: Desk, box: Outgoing[]): void {
  saveJson(storeKeyOf(desk), box.length === 0 ? null : box.map(({ key, text }) => ({ key, text })))
}

export function savedOutgoing(desk: Desk): Outgoing[] {
  const found = savedJson(storeKeyOf(desk))
  if (!Array.isArray(found)) return []
  const entries: unknown[] = found
  return entries.flatMap((one) => {
    const [key, text] = [valueOf(one, 'key'), valueOf(one, 'text')]
    return typeof key === 'string' && typeof text === 'string' ? [{ key, text, trouble: failed }] : []
  })
}

function storeKeyOf({ memberId, postId }: Desk): string {
  return keyOf({ what: 'comment-outbox', memberId, id: postId })
}

function queryKeyOf({ memberId, postId }: Desk) {
  return [...postKeys.all, 'outbox', memberId, postId] as const
}
