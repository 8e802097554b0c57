import { createMessage } from '@rootsquare/contract/messages'
import { addComment, deleteComment, listComments, updateComment } from '@rootsquare/contract/comments'
import { getPost, likePost } from '@rootsquare/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answerAdded,
  answerComments,
  answerMember,
  card,
  commentField,
  commentRows,
  like,
  openFeed,
  openPost,
  optionsIn,
  ownComment,
  ownPost,
  reloadPost,
  sampleComment,
  samplePost,
  switchMember,
} from '#web/test/posts.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectNotice } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const missingTitle = 'This post is no longer available'
const failedList = 'Failed to load comments'
const gone = () => Promise.reject(new Rejection(404, 'This post is no longer available.'))
type User = Awaited<ReturnType<typeof openApp>>

const row = (text: string | RegExp) =>
  waitFor(() => {
    const found = commentRows().find((one) => within(one).queryByText(text) !== null)
    if (found === undefined) throw new Error(`no comment says ${text}`)
    return found
  })

async function expectRows(...texts: string[]) {
  await waitFor(() => expect(commentRows()).toHaveLength(texts.length))
  commentRows().forEach((one, at) => expect(one).toHaveTextContent(texts[at] ?? ''))
}

async function send(user: User, text: string) {
  await user.click(await commentField())
  await user.paste(text)
  await user.keyboard('{Control>}{Enter}{/Control}')
}

async function openMenu(user: User, text: string) {
  await user.click(within(await row(text)).getByRole('button', { name: /^Options for the comment/ }))
}

async function openVisitor() {
  const can = { like: false, comment: false, update: false, delete: false, report: false }
  answer(getPost, () => samplePost({ caption: 'For everyone who comes by', commentCount: 1, can }))
  const user = await openApp('/post/7', { isVisitor: true })
  await screen.findByText('For everyone who comes by')
  return user
}

test('a visitor reads a post but not its comments', async () => {
  const user = await openVisitor()
  expect(document.title).toBe('Wálé Writer: For everyone who comes by · Rootsquare')
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull()
  expect(callsOf(listComments)).toEqual([])
  await user.click(await button(/^Options for the post/))
  expect(await optionsIn(/^Options for the post/)).toEqual(['Copy link'])
})

test('a visitor is invited to sign up', async () => {
  await openVisitor()
  const panel = within(screen.getByRole('region', { name: 'Create an account' }))
  const [signUp, signIn] = [
    panel.getByRole('link', { name: 'Sign Up' }),
    panel.getByRole('link', { name: 'Sign In' }),
  ]
  expect(signUp).toHaveAttribute('href', '/signup')
  expect(signIn).toHaveAttribute('href', '/')
  expect(signIn).toHaveAttribute('data-variant', 'outline')
  expect(signUp).not.toHaveAttribute('data-variant', 'outline')
  const top = screen.getByRole('link', { name: 'Rootsquare' }).parentElement
  expect([...(top?.querySelectorAll('a') ?? [])].map((link) => link.textContent)).toEqual([
    'Rootsquare',
    'Sign In',
    'Sign Up',
  ])
})

test('a visitor who comments is asked to sign in', async () => {
  const user = await openVisitor()
  const comment = await button(/^Comment, /)
  comment.focus()
  await user.keyboard('{Enter}')
  const question = within(await dialog('Drop comments'))
  expect(question.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(comment).toHaveFocus()
})

test('shows why a post does not load, and Retry loads it', async () => {
  answerMember()
  answerComments(() => [])
  answer(getPost, () => Promise.reject(new Rejection(403, 'Not for now')))
  const user = await openApp('/post/7')
  await expectNotice('Not for now')
  expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent('Not for now')
  answer(getPost, () => Promise.reject(noConnection))
  await user.click(await button('Retry'))
  await expectNotice('Failed to load post')
  answer(getPost, () => samplePost())
  await user.click(await button('Retry'))
  await screen.findByText('Market day')
})

test('an invalid address says so and leads back to the feed', async () => {
  answerMember()
  await openApp('/post/abc')
  await screen.findByRole('heading', { name: missingTitle })
  await waitFor(() => expect(document.title).toBe(`${missingTitle} · Rootsquare`))
  expect(screen.getByRole('link', { name: 'Back to the feed' })).toHaveAttribute('href', '/user')
})

test('a visitor is led from a missing post to sign-in', async () => {
  answer(getPost, gone)
  await openApp('/post/987654321', { isVisitor: true })
  await screen.findByRole('heading', { name: missingTitle })
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/')
})

test('opening a deleted post removes it from the feed', async () => {
  const user = await openFeed(samplePost(), samplePost({ id: 8, caption: 'Still here' }))
  answer(getPost, gone)
  await user.click((await card('Market day')).getByRole('link', { name: /^Comment, / }))
  await screen.findByRole('heading', { name: missingTitle })
  await user.click(screen.getByRole('link', { name: 'Back to the feed' }))
  await screen.findByText('Still here')
  expect(screen.queryByText('Market day')).toBeNull()
})

test('a post missing for one member may exist for the next', async () => {
  const user = await openPost(samplePost())
  answer(likePost, gone)
  await user.click(await like())
  await screen.findByRole('heading', { name: missingTitle })
  switchMember(2)
  await screen.findByText('Market day')
  expect(screen.queryByRole('heading', { name: missingTitle })).toBeNull()
})

test('shows an error for comments that do not load, and Retry loads them', async () => {
  answerMember()
  answer(getPost, () => samplePost())
  answer(listComments, () => Promise.reject(new Rejection(403, 'Not now')))
  const user = await openApp('/post/7')
  const warning = await expectNotice(failedList)
  expect(warning.closest('[data-kind]')).toHaveAttribute('data-kind', 'warning')
  answerComments(() => [sampleComment(1, 'See you there')])
  await user.click(await button('Retry'))
  await expectRows('See you there')
  expect(within(screen.getByRole('region', { name: 'Comments' })).queryByText(failedList)).toBeNull()
})

test('a post without comments says so', async () => {
  await openPost(samplePost())
  expect(await screen.findByText(/^No comments yet/)).toBeVisible()
})

/** Opens a post with forty-five comments that the member may delete. */
async function openMany() {
  let all = Array.from({ length: 45 }, (_, at) => ownComment(at + 1, `Answer number ${at + 1}.`))
  answer(deleteComment, ({ params }) => {
    all = all.filter(({ id }) => id !== params.commentId)
    return null
  })
  answer(addComment, ({ body }) => {
    const added = ownComment(99, body.comments)
    all = [...all, added]
    return added
  })
  const user = await openPost(ownPost({ commentCount: 45 }), () => all)
  await row('Answer number 1.')
  return user
}

const more = () => button('Show more comments')

test('loads comments page by page, oldest first', async () => {
  const user = await openMany()
  expect(commentRows()).toHaveLength(20)
  await user.click(await more())
  const next = await row('Answer number 21.')
  await waitFor(() => expect(within(next).getByRole('link', { name: 'Ada Obi' })).toHaveFocus())
  await user.click(await more())
  await waitFor(() => expect(commentRows()).toHaveLength(45))
  expect(screen.queryByRole('button', { name: 'Show more comments' })).toBeNull()
})

test('a new comment is last even if earlier pages are not loaded', async () => {
  const user = await openMany()
  await send(user, 'The newest of all')
  await waitFor(() => expect(lastOf(commentRows())).toHaveTextContent('The newest of all'))
  expect(commentRows()).toHaveLength(21)
  await user.click(await more())
  await waitFor(() => expect(commentRows()).toHaveLength(41))
  await user.click(await more())
  await waitFor(() => expect(commentRows()).toHaveLength(46))
  expect(lastOf(commentRows())).toHaveTextContent('The newest of all')
})

async function remove(user: User, text: string) {
  await openMenu(user, text)
  await user.click(await button('Delete'))
  await user.click(within(await dialog('Delete comment')).getByRole('button', { name: 'Delete' }))
}

test('the next page after a deletion skips no comment', async () => {
  const user = await openMany()
  await remove(user, 'Answer number 3.')
  await waitFor(() => expect(commentRows()).toHaveLength(19))
  answer(listComments, () => Promise.reject(new Rejection(403, 'Not now')))
  await user.click(await more())
  await within(screen.getByRole('region', { name: 'Comments' })).findByText(failedList)
  expect(commentRows()).toHaveLength(19)
  const left = Array.from({ length: 45 }, (_, at) => ownComment(at + 1, `Answer number ${at + 1}.`))
  answerComments(() => left.filter(({ id }) => id !== 3))
  await user.click(await button('Retry'))
  await row('Answer number 21.')
  const texts = commentRows().map((one) => one.textContent)
  expect(new Set(texts).size).toBe(texts.length)
})

test('a comment shows before the server has answered', async () => {
  const release = answerLater(addComment, () => ownComment(2, text))
  const user = await openPost(samplePost({ commentCount: 1 }), [sampleComment(1, 'See you there')])
  const text = 'Me\nand my sisters, see https://example.com/regatta.'
  await row('See you there')
  await user.click(await commentField())
  await user.paste(text)
  await user.click(await button('Send comment'))
  await row('Sending…')
  expect(await commentField()).toHaveValue('')
  expect(await commentField()).toHaveFocus()
  release()
  await screen.findByRole('link', { name: 'https://example.com/regatta' })
  await expectRows('See you there', 'and my sisters')
  expect(screen.getByRole('link', { name: /^Comment, / })).toHaveAccessibleName('Comment, 2 comments')
  expect(callsOf(addComment).map(({ body }) => body.comments)).toEqual([text])
})

test('Enter sends a comment and Shift+Enter begins a line', async () => {
  const added = answerAdded()
  const user = await openPost(ownPost())
  await user.type(await commentField(), 'One{Shift>}{Enter}{/Shift}Two')
  expect(await commentField()).toHaveValue('One\nTwo')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(added.map(({ comments }) => comments)).toEqual(['One\nTwo']))
})

test('an empty or too long comment is not sent', async () => {
  const user = await openPost(ownPost())
  await send(user, '   \n ')
  expect(await button('Send comment')).toHaveAttribute('aria-disabled', 'true')
  await send(user, 'x'.repeat(2001))
  await screen.findByText('Maximum 2000 characters allowed (2001)')
  expect(callsOf(addComment)).toEqual([])
  expect(commentRows()).toEqual([])
})

test('the keys l and c like the post and focus the field', async () => {
  answer(likePost, () => ({ likes: 1, isPostLikedByUser: true }))
  const user = await openPost(samplePost())
  await user.keyboard('l')
  await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'true'))
  await user.keyboard('c')
  expect(await commentField()).toHaveFocus()
  expect(await commentField()).toHaveValue('')
})

test('a half-written comment is restored after a reload', async () => {
  const user = await openPost(samplePost())
  await user.type(await commentField(), 'I was about to say')
  await reloadPost(7)
  expect(await commentField()).toHaveValue('I was about to say')
})

test('an unsent comment survives a reload and is sent once', async () => {
  answer(addComment, () => Promise.reject(new Rejection(500, 'The house is asleep')))
  let user = await openPost(ownPost())
  await send(user, 'Did it arrive?')
  expect(await row('Not sent')).toHaveTextContent(/Did it arrive\?.*The house is asleep/)
  answer(addComment, () => Promise.reject(new Rejection(500, 'It still is')))
  await user.click(await button('Retry'))
  await row('It still is')
  expect(await commentField()).toHaveFocus()
  user = await reloadPost(7)
  expect(await row('Not sent')).toHaveTextContent('Did it arrive?')
  answerAdded()
  await user.click(await button('Retry'))
  await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
  await expectRows('Did it arrive?')
  const keys = callsOf(addComment).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  await reloadPost(7)
  await screen.findByText(/^No comments yet/)
})

test('a comment waits for a connection and is then sent once', async () => {
  const user = await openPost(ownPost())
  await commentField()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await send(user, 'From the tunnel')
  expect(await row('Sending…')).toHaveTextContent('From the tunnel')
  expect(callsOf(addComment)).toEqual([])
  answerAdded()
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  await expectRows('From the tunnel')
  expect(callsOf(addComment)).toHaveLength(1)
})

test('a comment whose answer is lost is sent again under the same key', async () => {
  answer(addComment, () => Promise.reject(noConnection))
  const user = await openPost(ownPost())
  await send(user, 'Did you hear?')
  await waitFor(() => expect(callsOf(addComment)).toHaveLength(1))
  answerAdded()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  await expectRows('Did you hear?')
  const [first, second] = callsOf(addComment).map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBe(first)
})

test('a failed comment shows as a notice on other pages', async () => {
  const release = answerLater(addComment, () => Promise.reject(new Rejection(500, 'The house is asleep')))
  answer(getPost, () => ownPost())
  answerComments(() => [])
  const user = await openFeed(ownPost())
  await user.click((await card('Market day')).getByRole('link', { name: /^Comment/ }))
  await send(user, 'On my way out')
  await row('Sending…')
  await user.click(await screen.findByRole('link', { name: 'Back to the feed' }))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  release()
  await expectNotice('The house is asleep')
})

test('an unsent comment can be discarded', async () => {
  answer(addComment, () => Promise.reject(new Rejection(500, '')))
  const user = await openPost(ownPost())
  await send(user, 'Never mind')
  await user.click(await button('Discard'))
  await waitFor(() => expect(commentRows()).toEqual([]))
})

test('a rejected comment is sent again under a new key', async () => {
  answer(addComment, () => Promise.reject(new Rejection(403, 'Not from you')))
  const user = await openPost(ownPost())
  await send(user, 'May I now?')
  expect(await row('Not sent')).toHaveTextContent('Not from you')
  expect(screen.getAllByText('Not from you', { ignore: '[aria-live]' })).toHaveLength(1)
  answerAdded()
  await user.click(await button('Retry'))
  await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
  await expectRows('May I now?')
  const keys = callsOf(addComment).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
})

test('a comment of a member who signs out is not sent for the next member', async () => {
  const release = answerLater(addComment, () => Promise.reject(new Rejection(401, 'Please sign in.')))
  const user = await openPost(samplePost())
  await send(user, 'For my name alone')
  await row('Sending…')
  switchMember(2)
  await screen.findByText(/^No comments yet/)
  release()
  answerAdded()
  await send(user, 'I did not')
  await expectRows('I did not')
})

test('a comment on a deleted post gives its text back', async () => {
  const user = await openPost(samplePost())
  answer(addComment, gone)
  await send(user, 'A long and careful answer')
  await expectNotice('This post is no longer available.')
  await screen.findByRole('heading', { name: missingTitle })
  expect(screen.getByText('A long and careful answer')).toBeVisible()
  expect(document.title).toBe(`${missingTitle} · Rootsquare`)
})

test('a reader may report a comment', async () => {
  const user = await openPost(samplePost({ commentCount: 1 }), [sampleComment(4, 'See you there')])
  await openMenu(user, 'See you there')
  expect(await optionsIn(/^Options for the comment/)).toEqual(['Report comment'])
  await user.click(await button('Report comment'))
  const form = within(await dialog('Report comment'))
  await user.type(form.getByLabelText('Reason'), 'It is rude.')
  answer(createMessage, () => Promise.reject(noConnection))
  await user.click(form.getByRole('button', { name: 'Report' }))
  await expectNotice('Failed to report comment.')
  expect(form.getByLabelText('Reason')).toHaveValue('It is rude.')
  const sent = { eventType: 'REPORT', commentId: 4, reason: 'It is rude.' }
  expect(callsOf(createMessage).map(({ body }) => body)).toEqual([sent])
})

test('Delete is the last action on the comment of another', async () => {
  const can = { update: false, delete: true, report: true }
  const user = await openPost(samplePost({ commentCount: 1 }), [sampleComment(4, 'Rude', { can })])
  await openMenu(user, 'Rude')
  expect(await optionsIn(/^Options for the comment/)).toEqual(['Report comment', 'Delete'])
})

async function startEdit() {
  const user = await openPost(ownPost({ commentCount: 1 }), [ownComment(4, 'A wodr')])
  await openMenu(user, 'A wodr')
  await user.click(await button('Edit'))
  const field = await screen.findByRole('textbox', { name: 'Edit comment' })
  await waitFor(() => expect(field).toHaveFocus())
  return { user, field }
}

const commentMenu = () => button(/^Options for the comment/)

test('Escape ends the editing of a comment', async () => {
  const { user } = await startEdit()
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(await commentMenu()).toHaveFocus())
  expect(callsOf(updateComment)).toEqual([])
})

test('an edit that could not be saved keeps the typed text', async () => {
  const { user, field } = await startEdit()
  answer(updateComment, () => Promise.reject(noConnection))
  await user.clear(field)
  await user.type(field, 'A word')
  await user.click(await button('Save'))
  await expectNotice('Something went wrong')
  expect(field).toHaveValue('A word')
})

test('a changed comment is marked as edited', async () => {
  const { user, field } = await startEdit()
  answer(updateComment, ({ body }) => ({
    ...ownComment(4, body.comments),
    editedDate: '2026-03-02T10:00:00.000Z',
  }))
  await user.clear(field)
  await user.type(field, 'A word{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await row('A word')).toHaveTextContent('edited'))
  await waitFor(async () => expect(await commentMenu()).toHaveFocus())
})

test('a deleted comment disappears, and the field gets the focus', async () => {
  const user = await openPost(ownPost({ commentCount: 1 }), [ownComment(4, 'A word')])
  answer(deleteComment, () => Promise.reject(noConnection))
  await remove(user, 'A word')
  await expectNotice('Something went wrong')
  answer(deleteComment, () => null)
  await user.click(within(await dialog('Delete comment')).getByRole('button', { name: 'Delete' }))
  await expectNotice('Comment deleted')
  await waitFor(() => expect(commentRows()).toEqual([]))
  expect(await commentField()).toHaveFocus()
  expect(screen.getByRole('link', { name: /^Comment, / })).toHaveAccessibleName('Comment, 0 comments')
})

/** Opens a feed with one post and follows the link to its page. */
async function goFromFeed(linkName: string | RegExp) {
  const [first, second] = [ownComment(1, 'The first to answer'), ownComment(2, 'The second to answer')]
  const post = ownPost({ commentCount: 2, comments: [first] })
  answer(getPost, () => post)
  answerComments(() => [first, second])
  const user = await openFeed(post)
  await user.click((await card('Market day')).getByRole('link', { name: linkName }))
  return { user, second }
}

test('a feed that lost its first comment loads the next', async () => {
  const { user, second } = await goFromFeed('See all')
  answer(deleteComment, () => null)
  await remove(user, 'The first to answer')
  await expectNotice('Comment deleted')
  answer(listComments, () => Promise.reject(new Rejection(403, 'Not now')))
  await user.click(screen.getByRole('link', { name: 'Back to the feed' }))
  await expectNotice('Error fetching comments for timeline')
  answerComments(() => [second])
  await user.click(await button('Retry'))
  expect(await screen.findByText('The second to answer')).toBeVisible()
  expect(screen.getByText('1 comment')).toBeVisible()
})

test('a comment written from the feed is counted in the feed', async () => {
  const { user } = await goFromFeed(/^Comment, /)
  answerAdded()
  await waitFor(async () => expect(await commentField()).toHaveFocus())
  await send(user, 'The third to answer')
  await row('The third to answer')
  await user.click(screen.getByRole('link', { name: 'Back to the feed' }))
  expect(await screen.findByText('3 comments')).toBeVisible()
})
