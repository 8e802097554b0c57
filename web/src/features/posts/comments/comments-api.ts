import type { Paged } from '@rootsquare/contract/paged'
import { listComments, updateComment } from '@rootsquare/contract/posts'
import type { Comment } from '@rootsquare/contract/posts'
import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { patchPost, postKeys } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

type Page = Paged<Comment>
type CommentData = InfiniteData<Page, number>

const pageSize = 20

const ownKey = (postId: number) => [...postKeys.comments(postId), 'own'] as const
const deletedKey = (postId: number) => [...postKeys.comments(postId), 'deleted'] as const
const firstKey = (postId: number) => [...postKeys.comments(postId), 'first'] as const

export function commentsOf(queryClient: QueryClient, postId: number) {
  return infiniteQueryOptions<Page, Error, CommentData, QueryKey, number>({
    queryKey: postKeys.comments(postId),
    queryFn: async ({ pageParam: page, signal }) => {
      const before = ownIn(queryClient, postId)
      const query = { page, size: pageSize }
      const { data } = await call(listComments, { params: { id: postId }, query, signal })
      if (data.last) forgetGone(queryClient, postId, { before, end: data.content })
      return data
    },
    initialPageParam: 0,
    getNextPageParam: (_, pages) => nextPage(pages, deletedIn(queryClient, postId)),
  })
}

/** Comments written here, while the pages that contain them may not be loaded. */
export function ownCommentsOf(postId: number) {
  return localList<Comment>(ownKey(postId))
}

/** What was deleted here must not come back with an answer that was sent before. */
export function deletedOf(postId: number) {
  return localList<number>(deletedKey(postId))
}

function localList<T>(queryKey: QueryKey) {
  return queryOptions<T[]>({ queryKey, queryFn: skipToken, initialData: [], staleTime: Infinity })
}

/** For a feed in which the first comment of a post was deleted. */
export function firstCommentOf(postId: number) {
  return queryOptions({
    queryKey: firstKey(postId),
    queryFn: async ({ signal }) => {
      const query = { page: 0, size: 1 }
      const { data } = await call(listComments, { params: { id: postId }, query, signal })
      return data.content[0] ?? null
    },
  })
}

/** By what is known rather than by the number of calls: where a comment was deleted, the next page has moved up. */
function nextPage(pages: Page[], deleted: number[]): number | undefined {
  return pages.at(-1)?.last ? undefined : Math.floor(inOrder(pages, deleted).length / pageSize)
}

/** Each once, oldest first. */
export function inOrder(pages: Page[], deleted: number[]): Comment[] {
  const all = pages.flatMap(({ content }) => content).filter(({ id }) => !deleted.includes(id))
  const byId = new Map(all.map((comment) => [comment.id, comment]))
  return [...byId.values()].toSorted((a, b) => a.id - b.id)
}

function ownIn(queryClient: QueryClient, postId: number): Comment[] {
  return queryClient.getQueryData<Comment[]>(ownKey(postId)) ?? []
}

function deletedIn(queryClient: QueryClient, postId: number): number[] {
  return queryClient.getQueryData<number[]>(deletedKey(postId)) ?? []
}

/** Own comments that are missing at the end of the list were deleted elsewhere, or are in the pages before. */
function forgetGone(
  queryClient: QueryClient,
  postId: number,
  { before, end }: { before: Comment[]; end: Comment[] },
): void {
  const gone = new Set(before.map(({ id }) => id))
  for (const { id } of end) gone.delete(id)
  if (gone.size === 0) return
  queryClient.setQueryData<Comment[]>(ownKey(postId), (own) => own?.filter(({ id }) => !gone.has(id)))
}

export function addCommentToCache(queryClient: QueryClient, postId: number, comment: Comment): void {
  const listed = queryClient.getQueryData<CommentData>(postKeys.comments(postId))?.pages ?? []
  const known = [...inOrder(listed, deletedIn(queryClient, postId)), ...ownIn(queryClient, postId)]
  // Sent again after its answer was lost, it may have been here all along.
  if (known.some(({ id }) => id === comment.id)) return
  queryClient.setQueryData<Comment[]>(ownKey(postId), (own = []) => [...own, comment])
  patchPost(queryClient, postId, (post) => ({
    ...post,
    commentCount: post.commentCount + 1,
    comments: post.commentCount === 0 ? [comment] : post.comments,
  }))
}

function changeComment(queryClient: QueryClient, postId: number, changed: Comment): void {
  const swap = (all: Comment[]) => all.map((one) => (one.id === changed.id ? changed : one))
  changeLists(queryClient, postId, swap)
  patchPost(queryClient, postId, (post) => ({ ...post, comments: swap(post.comments) }))
}

export function dropComment(queryClient: QueryClient, postId: number, id: number): void {
  const without = (all: Comment[]) => all.filter((one) => one.id !== id)
  queryClient.setQueryData<number[]>(deletedKey(postId), (all = []) => [...all, id])
  changeLists(queryClient, postId, without)
  queryClient.removeQueries({ queryKey: firstKey(postId) })
  patchPost(queryClient, postId, (post) => ({
    ...post,
    commentCount: Math.max(0, post.commentCount - 1),
    comments: without(post.comments),
  }))
}

function changeLists(queryClient: QueryClient, postId: number, change: (all: Comment[]) => Comment[]): void {
  queryClient.setQueryData<Comment[]>(ownKey(postId), (own) => own && change(own))
  queryClient.setQueryData<CommentData>(postKeys.comments(postId), (data) => data && patchPages(data, change))
}

export function useUpdateComment(postId: number, commentId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (comments: string) =>
      (await call(updateComment, { params: { commentId }, body: { comments } })).data,
    onMutate: whileSignedIn,
    onSuccess: (comment, _, isHere) => {
      if (isHere()) changeComment(queryClient, postId, comment)
    },
    onError: (error, _, isHere) => {
      if (isMissing(error) && isHere?.()) dropComment(queryClient, postId, commentId)
    },
  })
}
