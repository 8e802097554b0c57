import type { Paged } from '@rootsquare/contract/lib/paged'
import type { Comment } from '@rootsquare/contract/posts'
import { notifyManager, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { deletedIdsKey, firstCommentKey } from '#web/features/posts/comments/first-comment.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { nowAndAfterLoading } from '#web/lib/net/patch-query.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

export type CommentPage = Paged<Comment>
type CommentData = InfiniteData<CommentPage, number>
/** Identifies the top comments on a post, or with `parentId` the replies to one of them. */
export type Thread = { postId: number; parentId: number | null }

export function threadKey({ postId, parentId }: Thread) {
  return parentId === null ? postKeys.comments(postId) : [...repliesKey(postId), parentId]
}

const repliesKey = (postId: number) => [...postKeys.comments(postId), 'replies'] as const
const ownOfPostKey = (postId: number) => [...postKeys.comments(postId), 'own'] as const
export const ownCommentsKey = ({ postId, parentId }: Thread) => [...ownOfPostKey(postId), parentId] as const

/** Returns each comment once, oldest first. */
export function uniqueComments(pages: CommentPage[], deleted: number[]): Comment[] {
  const all = pages.flatMap(({ content }) => content).filter(({ id }) => !deleted.includes(id))
  const byId = new Map(all.map((comment) => [comment.id, comment]))
  return oldestFirst([...byId.values()])
}

export function oldestFirst(comments: Comment[]): Comment[] {
  return [...comments].sort((a, b) => a.id - b.id)
}

/** Finds a comment in any list of the post. */
export function knownComment(queryClient: QueryClient, postId: number, id: number): Comment | undefined {
  const own = queryClient.getQueriesData<Comment[]>({ queryKey: ownOfPostKey(postId) })
  const replies = queryClient.getQueriesData<CommentData>({ queryKey: repliesKey(postId) })
  const top = queryClient.getQueryData<CommentData>(postKeys.comments(postId))
  const pages = [top, ...replies.map(([, data]) => data)].flatMap((data) => data?.pages ?? [])
  const all = [...pages.flatMap(({ content }) => content), ...own.flatMap(([, list]) => list ?? [])]
  return all.find((comment) => comment.id === id)
}

/** Reloads the lists that are on the screen, and the others once they are shown. */
export function reloadComments(queryClient: QueryClient, postId: number): void {
  void queryClient.invalidateQueries({ queryKey: postKeys.comments(postId), exact: true })
  void queryClient.invalidateQueries({ queryKey: repliesKey(postId) })
}

export function ownCommentsIn(queryClient: QueryClient, thread: Thread): Comment[] {
  return queryClient.getQueryData<Comment[]>(ownCommentsKey(thread)) ?? []
}

export function deletedIdsIn(queryClient: QueryClient, postId: number): number[] {
  return queryClient.getQueryData<number[]>(deletedIdsKey(postId)) ?? []
}

/** Drops own comments that are not at the end of the list: they were deleted elsewhere, or are in earlier pages. */
export function dropDeletedOwn(
  queryClient: QueryClient,
  thread: Thread,
  { before, end }: { before: Comment[]; end: Comment[] },
): void {
  const gone = new Set(before.map(({ id }) => id))
  for (const { id } of end) gone.delete(id)
  if (gone.size === 0) return
  queryClient.setQueryData<Comment[]>(ownCommentsKey(thread), (own) => own?.filter(({ id }) => !gone.has(id)))
}

export function addCommentToCache(queryClient: QueryClient, postId: number, comment: Comment): void {
  const thread = { postId, parentId: comment.parentId }
  const listed = queryClient.getQueryData<CommentData>(threadKey(thread))?.pages ?? []
  const known = [
    ...uniqueComments(listed, deletedIdsIn(queryClient, postId)),
    ...ownCommentsIn(queryClient, thread),
  ]
  // A comment that was sent again after a lost answer may already be listed.
  if (known.some(({ id }) => id === comment.id)) return
  notifyManager.batch(() => {
    queryClient.setQueryData<Comment[]>(ownCommentsKey(thread), (own = []) => [...own, comment])
    countReplies(queryClient, thread, 1)
    patchPost(queryClient, postId, (post) => ({
      ...post,
      commentCount: post.commentCount + 1,
      comments: post.commentCount === 0 ? [comment] : post.comments,
    }))
  })
}

/** Applies a new or changed comment of any member. Pages that are not loaded yet will contain it anyway. */
export function applyComment(queryClient: QueryClient, postId: number, comment: Comment): void {
  const { id, parentId } = comment
  const thread = { postId, parentId }
  const loaded = threadKey(thread)
  if (deletedIdsIn(queryClient, postId).includes(id)) return
  const replace = () => changeComments(queryClient, postId, (one) => (one.id === id ? comment : one))
  if (knownComment(queryClient, postId, id)) return nowAndAfterLoading(queryClient, loaded, replace)
  notifyManager.batch(() => {
    // An edited comment that is not loaded here was counted before.
    if (comment.editedDate === null) countReplies(queryClient, thread, 1)
    nowAndAfterLoading(queryClient, loaded, () => append(queryClient, thread, comment))
    patchPost(queryClient, postId, (post) =>
      post.commentCount === 0 ? { ...post, comments: [comment] } : post,
    )
  })
}

function append(queryClient: QueryClient, thread: Thread, comment: Comment): void {
  queryClient.setQueryData<CommentData>(threadKey(thread), (data) => {
    const last = lastOf(data?.pages)
    if (!data || !last?.last || last.content.some(({ id }) => id === comment.id)) return data
    return { ...data, pages: [...data.pages.slice(0, -1), { ...last, content: [...last.content, comment] }] }
  })
}

/** Removes a comment from the cache, and with a top comment its replies. */
export function dropComment(
  queryClient: QueryClient,
  postId: number,
  { id, parentId, replyCount }: Pick<Comment, 'id' | 'parentId' | 'replyCount'>,
): void {
  // The stream may have reported the deletion before the answer to the call.
  if (deletedIdsIn(queryClient, postId).includes(id)) return
  const without = (all: Comment[]) => all.filter((one) => one.id !== id)
  notifyManager.batch(() => {
    queryClient.setQueryData<number[]>(deletedIdsKey(postId), (all = []) => [...all, id])
    changeLists(queryClient, postId, without)
    countReplies(queryClient, { postId, parentId }, -1)
    queryClient.removeQueries({ queryKey: firstCommentKey(postId) })
    patchPost(queryClient, postId, (post) => ({
      ...post,
      commentCount: Math.max(0, post.commentCount - 1 - replyCount),
      comments: without(post.comments),
    }))
  })
}

function countReplies(queryClient: QueryClient, { postId, parentId }: Thread, step: number): void {
  if (parentId === null) return
  changeComments(queryClient, postId, (comment) =>
    comment.id === parentId ? { ...comment, replyCount: Math.max(0, comment.replyCount + step) } : comment,
  )
}

/** Changes comments in every list of the post, and where a post shows its first comment. */
export function changeComments(
  queryClient: QueryClient,
  postId: number,
  change: (comment: Comment) => Comment,
): void {
  const changeAll = (all: Comment[]) => all.map(change)
  changeLists(queryClient, postId, changeAll)
  patchPost(queryClient, postId, (post) => ({ ...post, comments: changeAll(post.comments) }))
}

function changeLists(queryClient: QueryClient, postId: number, change: (all: Comment[]) => Comment[]): void {
  const changePages = (data: CommentData | undefined) => data && patchPages(data, change)
  queryClient.setQueriesData<Comment[]>({ queryKey: ownOfPostKey(postId) }, (own) => own && change(own))
  queryClient.setQueryData<CommentData>(postKeys.comments(postId), changePages)
  queryClient.setQueriesData<CommentData>({ queryKey: repliesKey(postId) }, changePages)
}
