import type { Paged } from '@rootsquare/contract/paged'
import { deleteComment, listComments, updateComment } from '@rootsquare/contract/posts'
import type { Comment } from '@rootsquare/contract/posts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { patchPost, postKeys } from '#web/features/posts/post-cache.ts'
import { isMissing } from '#web/features/posts/said-by-server.ts'
import { call } from '#web/lib/call.ts'

type Page = Paged<Comment>
export type CommentData = InfiniteData<Page, number>

const pageSize = 20
/** The number of a page that never came from the server: a comment just written, while pages before it are not loaded. */
const ownPage = -1

export function commentsOf(postId: number) {
  return infiniteQueryOptions<Page, Error, CommentData, QueryKey, number>({
    queryKey: postKeys.comments(postId),
    queryFn: async ({ pageParam: page, signal }) =>
      (await call(listComments, { params: { id: postId }, query: { page, size: pageSize }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: (_, pages) => nextPage(pages),
  })
}

/** For a feed that has lost the first comment of a post, which was deleted. */
export function firstCommentOf(postId: number) {
  return queryOptions({
    queryKey: [...postKeys.comments(postId), 'first'] as const,
    queryFn: async ({ signal }) => {
      const given = { params: { id: postId }, query: { page: 0, size: 1 }, signal }
      return (await call(listComments, given)).data.content[0] ?? null
    },
  })
}

/** By what is known rather than by how often one asked: where a comment was deleted, the next page has moved up. */
function nextPage(pages: Page[]): number | undefined {
  const loaded = pages.filter(({ number }) => number !== ownPage)
  return loaded.at(-1)?.last ? undefined : Math.floor(once(loaded).length / pageSize)
}

/** Oldest first, each once: those in a row from the first on, and own ones that stand at the end of it all. */
export function commentsIn(data: CommentData | undefined): { inRow: Comment[]; own: Comment[] } {
  const pages = data?.pages ?? []
  const inRow = once(pages.filter(({ number }) => number !== ownPage))
  const known = new Set(inRow.map(({ id }) => id))
  const own = once(pages).filter(({ id }) => !known.has(id))
  return { inRow, own }
}

function once(pages: Page[]): Comment[] {
  const byId = new Map(pages.flatMap(({ content }) => content).map((comment) => [comment.id, comment]))
  return [...byId.values()].toSorted((a, b) => a.id - b.id)
}

export function addToCache(queryClient: QueryClient, postId: number, comment: Comment): void {
  const queryKey = postKeys.comments(postId)
  const { inRow, own } = commentsIn(queryClient.getQueryData<CommentData>(queryKey))
  if ([...inRow, ...own].some(({ id }) => id === comment.id)) return
  // A list on its way was perhaps read before the comment was there.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey })
  queryClient.setQueryData<CommentData>(queryKey, (data) => data && withOwn(data, comment))
  patchPost(queryClient, postId, (post) => ({
    ...post,
    commentCount: post.commentCount + 1,
    comments: post.commentCount === 0 ? [comment] : post.comments,
  }))
}

function withOwn({ pages, pageParams }: CommentData, comment: Comment): CommentData {
  const last = pages.at(-1)
  if (last?.last)
    return { pages: [...pages.slice(0, -1), withContent(last, [...last.content, comment])], pageParams }
  const own: Page = {
    content: [comment],
    last: false,
    totalPages: null,
    totalElements: null,
    number: ownPage,
  }
  return { pages: [...pages, own], pageParams: [...pageParams, ownPage] }
}

function withContent(page: Page, content: Comment[]): Page {
  return { ...page, content }
}

function changeComment(queryClient: QueryClient, postId: number, changed: Comment): void {
  const swap = (all: Comment[]) => all.map((one) => (one.id === changed.id ? changed : one))
  changePages(queryClient, postId, swap)
  patchPost(queryClient, postId, (post) => ({ ...post, comments: swap(post.comments) }))
}

export function dropComment(queryClient: QueryClient, postId: number, id: number): void {
  const without = (all: Comment[]) => all.filter((one) => one.id !== id)
  changePages(queryClient, postId, without)
  queryClient.removeQueries({ queryKey: firstCommentOf(postId).queryKey })
  patchPost(queryClient, postId, (post) => ({
    ...post,
    commentCount: Math.max(0, post.commentCount - 1),
    comments: without(post.comments),
  }))
}

function changePages(
  queryClient: QueryClient,
  postId: number,
  change: (content: Comment[]) => Comment[],
): void {
  queryClient.setQueryData<CommentData>(
    postKeys.comments(postId),
    (data) => data && { ...data, pages: data.pages.map((page) => withContent(page, change(page.content))) },
  )
}

export function useUpdateComment(postId: number, commentId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (comments: string) =>
      (await call(updateComment, { params: { commentId }, body: { comments } })).data,
    onSuccess: (comment) => changeComment(queryClient, postId, comment),
    onError: (failure) => {
      if (isMissing(failure)) dropComment(queryClient, postId, commentId)
    },
  })
}

export function useDeleteComment(commentId: number) {
  return useMutation({
    mutationFn: async () =>
      (await call(deleteComment, { params: { commentId } })).message ?? deleteComment.message,
  })
}
