import { queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { keyOf, saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { savedText } from '#web/lib/storage/use-draft.ts'

/** Whose comments on which post. */
export type CommentTarget = { memberId: number; postId: number }
/** Not confirmed by the server yet; with `error`, it did not arrive. The key makes sure that it never arrives twice. */
export type PendingComment = { key: string; text: string; error: string | null }

export const commentFailed = 'Failed to post comment'

/** Also those from before a reload: only sending them again can tell whether they arrived. */
export function pendingCommentsOf(target: CommentTarget) {
  return queryOptions<PendingComment[]>({
    queryKey: queryKeyOf(target),
    queryFn: skipToken,
    initialData: () => storedPending(target),
    staleTime: Infinity,
  })
}

export function newPendingComment(text: string): PendingComment {
  return { key: randomId(), text: text.trim(), error: null }
}

/** In the place of the one with this key, else at the end. */
export function putPending(
  queryClient: QueryClient,
  target: CommentTarget,
  pending: PendingComment,
  key = pending.key,
): void {
  change(queryClient, target, (all) => {
    const isThere = all.some((one) => one.key === key)
    return isThere ? all.map((one) => (one.key === key ? pending : one)) : [...all, pending]
  })
}

export function removePending(queryClient: QueryClient, target: CommentTarget, key: string): void {
  change(queryClient, target, (all) => without(all, key))
}

/** For a member who has left the page: only what is stored changes. */
export function removeStoredPending(target: CommentTarget, key: string): void {
  store(target, without(storedPending(target), key))
}

export function commentDraftKey({ memberId, postId }: CommentTarget) {
  return { what: 'comment-draft', memberId, id: postId }
}

/** What a member wrote about a post that never reached it. */
export function unsentComments(target: CommentTarget): { key: string; text: string }[] {
  const draft = savedText(commentDraftKey(target))
  return [...storedPending(target), ...(draft === '' ? [] : [{ key: 'draft', text: draft }])]
}

type Change = (all: PendingComment[]) => PendingComment[]

function change(queryClient: QueryClient, target: CommentTarget, next: Change): void {
  const queryKey = queryKeyOf(target)
  const all = next(queryClient.getQueryData<PendingComment[]>(queryKey) ?? storedPending(target))
  queryClient.setQueryData<PendingComment[]>(queryKey, all)
  store(target, all)
}

function without(all: PendingComment[], key: string): PendingComment[] {
  return all.filter((one) => one.key !== key)
}

function store(target: CommentTarget, all: PendingComment[]): void {
  saveJson(storageKeyOf(target), all.length === 0 ? null : all.map(({ key, text }) => ({ key, text })))
}

function storedPending(target: CommentTarget): PendingComment[] {
  const stored = savedJson(storageKeyOf(target))
  if (!Array.isArray(stored)) return []
  const entries: unknown[] = stored
  return entries.flatMap((one) => {
    const [key, text] = [propertyOf(one, 'key'), propertyOf(one, 'text')]
    return typeof key === 'string' && typeof text === 'string' ? [{ key, text, error: commentFailed }] : []
  })
}

function storageKeyOf({ memberId, postId }: CommentTarget): string {
  return keyOf({ what: 'comment-outbox', memberId, id: postId })
}

function queryKeyOf({ memberId, postId }: CommentTarget) {
  return [...postKeys.all, 'pending-comments', memberId, postId] as const
}
