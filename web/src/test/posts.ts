import { getProfile, type Profile } from '@rootsquare/contract/profiles'
import { listMemberGroups } from '@rootsquare/contract/groups'
import { listItems } from '@rootsquare/contract/trade/market'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { listBlocked, listFollowers, listFollowing } from '@rootsquare/contract/people'
import { addComment, findCommentThread, listComments } from '@rootsquare/contract/comments'
import { getPost, homeFeed, type Comment, type Feed, type Post } from '@rootsquare/contract/posts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
import { answer, Rejection } from '#web/test/fake-server.ts'
import { openApp, tokenFor } from '#web/test/open-app.tsx'
import { profileWith } from '#web/test/profile.ts'
import { dialog } from '#web/test/page.ts'

const createdDate = '2026-03-01T10:00:00.000Z'

export const profile = profileWith({
  followersCount: 2,
  followingCount: 3,
  postsCount: 1,
  createdDate,
  can: { update: true },
})

/** A post by Wale that member 1 can only read, unless overridden. */
export function samplePost(change: Partial<Post> = {}): Post {
  return {
    id: 7,
    userId: 2,
    userName: 'wale',
    firstname: 'Wálé',
    lastname: 'Writer',
    profileImage: null,
    caption: 'Market day',
    location: null,
    createdDate,
    editedDate: null,
    postGroupId: null,
    postGroupName: null,
    postImage: null,
    postImageDTO: [],
    tags: [],
    linkCard: null,
    mentions: [],
    likes: 0,
    isPostLikedByUser: false,
    isSavedByUser: false,
    commentCount: 0,
    comments: [],
    can: { like: true, comment: true, update: false, delete: false, report: true },
    ...change,
  }
}

export const ngozi = { userId: 3, userName: 'ngozi', firstname: 'Ngozi', lastname: 'Ude' }

export const author = { userId: 1, userName: 'ada', firstname: 'Ada', lastname: 'Obi' }

export function ownPost(change: Partial<Post> = {}): Post {
  const can = { like: true, comment: true, update: true, delete: true, report: false }
  return samplePost({ ...author, can, ...change })
}

export function sampleComment(id: number, comments: string, change: Partial<Comment> = {}): Comment {
  return {
    id,
    userId: 2,
    userName: 'wale',
    firstname: 'Wálé',
    lastname: 'Writer',
    profileImage: null,
    comments,
    parentId: null,
    replyCount: 0,
    likes: 0,
    isLikedByUser: false,
    mentions: [],
    createdDate,
    editedDate: null,
    can: { update: false, delete: false, report: true },
    ...change,
  }
}

export function ownComment(id: number, comments: string, change: Partial<Comment> = {}): Comment {
  const can = { update: true, delete: true, report: false }
  return sampleComment(id, comments, { ...author, can, ...change })
}

export function feedPage(content: Post[], nextCursor: string | null = null): Feed {
  const last = nextCursor === null
  return { content, last, totalPages: null, totalElements: null, number: 0, nextCursor, newestCursor: '9.9' }
}

/** Answers with one page of the top comments or of the replies to one, as the server does. */
export function answerComments(all: () => Comment[]): void {
  answer(listComments, ({ query }) => {
    const { page, size, parentId = null } = query
    const thread = all().filter((comment) => comment.parentId === parentId)
    return pageOf(thread.slice(page * size, (page + 1) * size), thread.length, { page, size })
  })
  answer(findCommentThread, ({ params }) => {
    const comment = all().find(({ id }) => id === params.commentId)
    if (comment === undefined) throw new Rejection(404, 'No such comment.')
    return { parentId: comment.parentId }
  })
}

/** Accepts every comment. Returns the list of added comments. */
export function answerAdded(): Comment[] {
  const added: Comment[] = []
  answer(addComment, ({ body }) => {
    const comment = ownComment(100 + added.length, body.comments)
    added.push(comment)
    return comment
  })
  return added
}

/** Answers the calls that every page of a signed-in member makes. */
export function answerMember(own: () => Profile = () => profile): void {
  answer(getProfile, own)
  for (const list of [listFollowers, listFollowing, listBlocked, listMemberGroups])
    answer(list, ({ query }) => pageOf([], 0, query))
}

export async function openFeed(...posts: Post[]) {
  answerMember()
  answer(listItems, ({ query }) => pageOf([], 0, query))
  answer(homeFeed, () => feedPage(posts))
  const user = await openApp('/user')
  await screen.findByRole('feed')
  return user
}

export async function card(caption: string) {
  const article = (await screen.findByText(caption)).closest('article')
  if (article === null) throw new Error('no post says this')
  return within(article)
}

/** Simulates another tab that signs another member in. */
export function switchMember(memberId: number): void {
  window.localStorage.setItem('rootsquare.token', tokenFor(memberId))
  fireEvent(window, new StorageEvent('storage', { key: 'rootsquare.token' }))
}

export async function openPost(post: Post, comments: Comment[] | (() => Comment[]) = [], search = '') {
  answerMember()
  answer(getPost, () => post)
  answerComments(typeof comments === 'function' ? comments : () => comments)
  const user = await openApp(`/post/${post.id}${search}`)
  await screen.findByRole('article')
  return user
}

/** Simulates a reload: only stored values are left. */
export async function reloadPost(id: number) {
  cleanup()
  currentQueryClient().clear()
  const user = await openApp(`/post/${id}`)
  await screen.findByRole('article')
  return user
}

/** Simulates a member who returns to the tab after a while. */
export const refreshPosts = () => currentQueryClient().invalidateQueries({ queryKey: postKeys.all })

export const like = () => screen.findByRole('button', { name: /^Like, / })

export async function optionsIn(menuName: string | RegExp) {
  const menu = await dialog(menuName)
  return within(menu)
    .getAllByRole('button')
    .map((option) => option.textContent)
}

export const commentField = () => screen.findByRole('textbox', { name: 'Write a comment' })

export function commentRows(): HTMLElement[] {
  return within(screen.getByRole('region', { name: 'Comments' })).queryAllByRole('listitem')
}
