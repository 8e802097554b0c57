import { addComment, deleteComment, likeComment, listComments } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answerComments,
  commentField,
  commentRows,
  ngozi,
  openPost,
  ownComment,
  reloadPost,
  sampleComment,
  samplePost,
} from '#web/test/posts.ts'
import { answer, answerLater, callsOf, Rejection } from '#web/test/fake-server.ts'
import type { openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectNotice, existing } from '#web/test/page.ts'

type User = Awaited<ReturnType<typeof openApp>>

const replyField = () => screen.findByRole('textbox', { name: 'Write a reply' })
const replyTo = (name: string) => button(`Reply to ${name}`)

/** Returns comment 4 by Wale and `count` replies by Ngozi, whose ids start at 11. */
function threadOf(count: number): Comment[] {
  const replies = Array.from({ length: count }, (_, at) =>
    sampleComment(11 + at, `Reply ${at + 1}.`, { ...ngozi, parentId: 4 }),
  )
  return [sampleComment(4, 'What a day', { replyCount: count }), ...replies]
}

function openThread(count: number, search = '') {
  return openPost(samplePost({ commentCount: 1 + count }), threadOf(count), search)
}

function answerAdded(id = 90): void {
  answer(addComment, ({ body }) => ownComment(id, body.comments, { parentId: body.parentId ? 4 : null }))
}

/** Finds the list item of the top comment, which contains its replies. */
async function thread() {
  const row = (await screen.findByText('What a day')).closest('li')
  if (row === null) throw new Error('no such comment')
  return within(row)
}

async function sendReply(user: User, text: string) {
  await user.click(await replyTo('Wálé Writer'))
  await user.type(await replyField(), `${text}{Control>}{Enter}{/Control}`)
}

test('replies are folded and open page by page', async () => {
  const user = await openThread(21)
  await user.click(await button('View 21 replies'))
  await user.click(await button('Show more replies'))
  const last = existing((await screen.findByText('Reply 21.')).closest('li'))
  expect(commentRows()).toHaveLength(22)
  await waitFor(() => expect(within(last).getByRole('link', { name: 'Ngozi Ude' })).toHaveFocus())
  await user.click(await button('Hide replies'))
  expect(commentRows()).toHaveLength(1)
  expect(callsOf(listComments).map(({ query }) => [query.parentId, query.page])).toEqual([
    [undefined, 0],
    [4, 0],
    [4, 1],
  ])
})

test('shows an error for replies that do not load, and Retry loads them', async () => {
  const user = await openThread(1)
  await button('View 1 reply')
  answer(listComments, () => Promise.reject(new Rejection(403, 'Not now')))
  await user.click(await button('View 1 reply'))
  await expectNotice('Failed to load replies')
  answerComments(() => threadOf(1))
  await user.click((await thread()).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Reply 1.')).toBeVisible()
})

test('a reply shows whom it answers before it has arrived', async () => {
  const user = await openThread(0)
  const release = answerLater(addComment, ({ body }) => ownComment(90, body.comments, { parentId: 4 }))
  await user.click(await replyTo('Wálé Writer'))
  expect(await replyField()).toHaveFocus()
  expect(await replyField()).toHaveAccessibleDescription('Replying to Wálé Writer')
  await user.keyboard('So it was{Control>}{Enter}{/Control}')
  expect(await (await thread()).findByText('Sending…')).toBeVisible()
  await waitFor(async () => expect(await commentField()).toHaveFocus())
  release()
  await waitFor(async () => expect((await thread()).queryByText('Sending…')).toBeNull())
  expect((await thread()).getByText('So it was')).toBeVisible()
  expect(callsOf(addComment).map(({ body }) => body)).toEqual([{ comments: 'So it was', parentId: 4 }])
  expect(screen.getByRole('link', { name: /^Comment, / })).toHaveAccessibleName('Comment, 2 comments')
  // The new reply is not counted among the folded ones.
  expect(screen.queryByRole('button', { name: /^View / })).toBeNull()
})

test('a reply to a reply begins with the name and joins the thread', async () => {
  const user = await openThread(1)
  answerAdded()
  await user.click(await button('View 1 reply'))
  await user.click(await replyTo('Ngozi Ude'))
  expect(await replyField()).toHaveValue('@ngozi ')
  await user.keyboard('indeed{Control>}{Enter}{/Control}')
  expect(await (await thread()).findByText(/indeed/)).toBeVisible()
  expect(callsOf(addComment).map(({ body }) => body)).toEqual([{ comments: '@ngozi indeed', parentId: 11 }])
})

test('a reply that did not arrive stays in its thread until it is sent again', async () => {
  const user = await openThread(1)
  answer(addComment, () => Promise.reject(new Rejection(500, '')))
  await sendReply(user, 'So it was')
  await (await thread()).findByText('Not sent')
  const again = await reloadPost(7)
  answerAdded()
  await again.click(await (await thread()).findByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect((await thread()).queryByText('Not sent')).toBeNull())
  expect((await thread()).getByText('So it was')).toBeVisible()
  const [first, second] = callsOf(addComment).map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBe(first)
})

test('a reply to a deleted comment stays visible', async () => {
  const user = await openThread(0)
  answer(addComment, () => {
    answerComments(() => [])
    return Promise.reject(new Rejection(404, 'This comment is no longer available.'))
  })
  await sendReply(user, 'So it was')
  await waitFor(() => expect(screen.queryByText('What a day')).toBeNull())
  expect(screen.getByText('So it was')).toBeVisible()
  expect(screen.getByText('Not sent')).toBeVisible()
})

test('drafts of a comment and of a reply are separate', async () => {
  const user = await openThread(0)
  await user.type(await commentField(), 'For all')
  await user.click(await replyTo('Wálé Writer'))
  await user.type(await replyField(), 'For you')
  await user.keyboard('{Escape}')
  expect(await commentField()).toHaveValue('For all')
  expect(await commentField()).toHaveFocus()
  await user.click(await replyTo('Wálé Writer'))
  expect(await replyField()).toHaveValue('For you')
  await user.click(await button('Stop replying'))
  expect(await commentField()).toHaveValue('For all')
})

const commentLike = () => button(/^Like the comment/)

test('a like of a comment shows before the server has answered', async () => {
  const user = await openThread(0)
  const release = answerLater(likeComment, () => ({ likes: 3, isLikedByUser: true }))
  await user.click(await commentLike())
  expect(await commentLike()).toHaveAccessibleName('Like the comment by Wálé Writer, 1 like')
  expect(await commentLike()).toHaveAttribute('aria-pressed', 'true')
  release()
  await waitFor(async () => expect(await commentLike()).toHaveAccessibleName(/3 likes$/))
})

test('a rejected like of a comment is undone', async () => {
  const user = await openThread(0)
  answer(likeComment, () => Promise.reject(new Rejection(403, 'Not now')))
  await user.click(await commentLike())
  await expectNotice('Not now')
  await waitFor(async () => expect(await commentLike()).toHaveAccessibleName(/0 likes$/))
})

test('deleting a comment warns that its replies are deleted too', async () => {
  const comments = [
    ownComment(4, 'What a day', { replyCount: 2 }),
    sampleComment(11, 'One', { parentId: 4 }),
    sampleComment(12, 'Two', { parentId: 4 }),
    sampleComment(13, 'Stays'),
  ]
  const user = await openPost(samplePost({ commentCount: 4 }), comments)
  answer(deleteComment, () => null)
  await user.click((await thread()).getByRole('button', { name: /^Options/ }))
  await user.click(await button('Delete'))
  const question = within(await dialog('Delete comment'))
  expect(question.getByText('The comment goes for good, with its 2 replies.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(commentRows()).toHaveLength(1))
  expect(screen.getByRole('link', { name: /^Comment, / })).toHaveAccessibleName('Comment, 1 comment')
})

const linked = () =>
  waitFor(() => {
    const row = document.querySelector<HTMLElement>('[data-linked]')
    if (row === null) throw new Error('nothing is marked')
    return row
  })

test.each([
  { id: 4, text: 'What a day' },
  { id: 31, text: 'Reply 21.' },
])('the address of comment $id leads to it and marks it', async ({ id, text }) => {
  await openThread(21, `?comment=${id}`)
  const row = await linked()
  expect(row).toHaveTextContent(text)
  await waitFor(() => expect(row).toHaveFocus())
})

test('the address of a deleted comment says that it is deleted', async () => {
  await openThread(1, '?comment=99')
  expect(await expectNotice('This comment is no longer available.')).toBeVisible()
})
