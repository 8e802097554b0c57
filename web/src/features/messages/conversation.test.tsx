import { logout } from '@rootsquare/contract/accounts'
import { getProfile } from '@rootsquare/contract/profiles'
import { getItem } from '@rootsquare/contract/trade/market'
import {
  createMessage,
  getConversation,
  listConversations,
  readConversation,
} from '@rootsquare/contract/messages'
import { blockMember, unblockMember } from '@rootsquare/contract/people'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  answerAround,
  inboxPage,
  inboxRow,
  field,
  mayWrite,
  otherId,
  outgoing,
  received,
  sent,
  shownMessages,
  conversationPage,
} from '#web/test/message-answers.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { itemWith } from '#web/test/items.ts'
import { closeApp, currentRouter, openApp } from '#web/test/open-app.tsx'
import { notices, untilLoaded } from '#web/test/page.ts'
import { storeDraft, storedUnsent, storeUnsent } from '#web/test/unsent.ts'
import { endSession } from '#web/lib/session/session.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const path = '/messages/2'
const notSoFast = () => Promise.reject(new Rejection(429, 'Not so fast'))
const notNow = () => Promise.reject(new Rejection(400, 'Not now'))
const button = (name: string) => screen.findByRole('button', { name })
const textsSent = () => callsOf(createMessage).map(({ body }) => 'message' in body && body.message)
const keysSent = () => callsOf(createMessage).map(({ headers }) => headers.get('idempotency-key'))

/** Looks only beside the message, because the same text is announced a moment later. */
async function expectRejected(): Promise<void> {
  await within(await screen.findByRole('list', { name: 'On their way' })).findByText('Not so fast')
}

let chatId = 100

beforeEach(() => {
  // The device has a mouse, and so a keyboard on which Enter sends.
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => mediaQuery(query, /fine/.test(query)))
  answerAround()
  answerSending()
})

function mediaQuery(media: string, matches: boolean): MediaQueryList {
  const none = () => {}
  return Object.assign(new EventTarget(), {
    media,
    matches,
    onchange: null,
    addListener: none,
    removeListener: none,
  })
}

function answerSending(): void {
  answer(createMessage, ({ body }) => {
    chatId += 1
    return sent(chatId, 'message' in body ? body.message : '')
  })
}

async function write(user: UserEvent, text: string): Promise<void> {
  await user.type(await field(), `${text}{Enter}`)
}

test('sends a trimmed message once, and no blank one', async () => {
  const user = await openApp(path)
  await screen.findByText('Say hello to Bose Ade')
  await write(user, '   ')
  await write(user, ' Is it there? ')
  await waitFor(() =>
    expect(shownMessages()).toEqual([expect.stringMatching(/^TodayYou: Is it there\?.+Sent$/)]),
  )
  expect(await field()).toHaveValue('')
  expect(textsSent()).toEqual(['Is it there?'])
})

test('Shift and Enter begin a new line', async () => {
  const user = await openApp(path)
  await write(user, 'It is:{Shift>}{Enter}{/Shift}here')
  await waitFor(() => expect(textsSent()).toEqual(['It is:\nhere']))
})

test('shows messages of both sides with links, days and ticks', async () => {
  answerAround([
    received(1, 'See https://rootsquare.example/cloth.', { createdDate: '2025-03-03T10:05:00.000Z' }),
    sent(2, 'Seen', { createdDate: '2025-03-03T10:06:00.000Z', read: true }),
    sent(3, 'Bought'),
  ])
  await openApp(path)
  await waitFor(() =>
    expect(shownMessages()).toEqual([
      expect.stringMatching(/^3 March 2025New messagesBose Ade: See https.+11:05/),
      expect.stringMatching(/^You: Seen11:06.+Read$/),
      expect.stringMatching(/^TodayYou: Bought.+Sent$/),
    ]),
  )
  expect(screen.getByRole('link', { name: /cloth/ })).toHaveAttribute(
    'href',
    'https://rootsquare.example/cloth',
  )
  expect(document.title).toBe('Bose Ade · Rootsquare')
})

test('a rejected message shows the reason, and Retry sends it again', async () => {
  answer(createMessage, notSoFast)
  const user = await openApp(path)
  await write(user, 'First')
  await expectRejected()
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  answerSending()
  await user.click(await button('Retry'))
  expect(await field()).toHaveFocus()
  await waitFor(() => expect(shownMessages()).toEqual([expect.stringMatching(/First.+Sent$/)]))
  expect(outgoing()).toEqual([])
  expect(textsSent()).toEqual(['First', 'First'])
})

test('deleting a failed message sends those that wait behind it', async () => {
  answer(createMessage, notSoFast)
  const user = await openApp(path)
  await write(user, 'Never mind')
  await expectRejected()
  const release = answerLater(createMessage, ({ body }) =>
    'message' in body && body.message === 'Never mind' ? notSoFast() : sent(7, 'Rather this'),
  )
  await write(user, 'Rather this')
  expect(outgoing()).toEqual([
    expect.stringMatching(/Never mind.*Sending…/),
    expect.stringMatching(/Rather this.*Sending…/),
  ])
  release()
  await expectRejected()
  await user.click(await button('Delete'))
  expect(await field()).toHaveFocus()
  await waitFor(() => expect(shownMessages()).toEqual([expect.stringMatching(/Rather this.+Sent$/)]))
  expect(outgoing()).toEqual([])
})

test('a new message first sends a failed one again', async () => {
  answer(createMessage, () => Promise.reject(new Rejection(500, '')))
  const user = await openApp(path)
  await write(user, 'Are you well?')
  await button('Retry')
  answerSending()
  await write(user, 'And the children?')
  await waitFor(() => expect(shownMessages()).toHaveLength(2))
  expect(textsSent()).toEqual(['Are you well?', 'Are you well?', 'And the children?'])
})

test('a message whose answer is lost is sent again under the same key', async () => {
  answer(createMessage, () => Promise.reject(noConnection))
  const user = await openApp(path)
  await write(user, 'Hello')
  await waitFor(() => expect(callsOf(createMessage)).toHaveLength(1))
  answerSending()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(shownMessages()).toHaveLength(1))
  const [first, second] = keysSent()
  expect(second).toBe(first)
})

test('messages wait for a connection and are then sent in order', async () => {
  const user = await openApp(path)
  await field()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await write(user, 'From the tunnel')
  await write(user, 'Still in it')
  expect(outgoing()).toEqual([expect.stringContaining('Sending…'), expect.stringContaining('Sending…')])
  expect(callsOf(createMessage)).toEqual([])
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(shownMessages()).toHaveLength(2))
  expect(textsSent()).toEqual(['From the tunnel', 'Still in it'])
})

test('shows an error after a minute without the server, and Retry sends again', async () => {
  answer(createMessage, () => Promise.reject(new Rejection(503, '')))
  const user = await openApp(path)
  await field()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await write(user, 'One')
  await write(user, 'Two')
  for (const [tries, waitMs] of [
    [1, 2000],
    [2, 4000],
    [3, 8000],
    [4, 16_000],
    [5, 30_000],
  ] as const) {
    await waitFor(() => expect(callsOf(createMessage)).toHaveLength(tries))
    expect(outgoing()[0]).toMatch(/One.*Sending…/)
    await vi.advanceTimersByTimeAsync(waitMs)
  }
  await waitFor(() =>
    expect(outgoing()).toEqual([
      expect.stringMatching(/One.*Error sending message/),
      expect.stringMatching(/Two.*Sending…/),
    ]),
  )
  answerSending()
  await user.click(await button('Retry'))
  await waitFor(() => expect(shownMessages()).toHaveLength(2))
})

test('an error on another page shows as a notice', async () => {
  const release = answerLater(createMessage, notSoFast)
  const user = await openApp(path)
  await write(user, 'While I go')
  await user.click(screen.getByRole('link', { name: 'Back to the inbox' }))
  await screen.findByText('You Have No Messages')
  release()
  expect(await within(await notices()).findByText('Not so fast')).toBeVisible()
})

test('sends messages in order after a reload and restores the draft', async () => {
  storeUnsent('message', otherId, { id: 'key-0', text: 'One' }, { id: 'key-1', text: 'Two' })
  storeDraft('message-draft', otherId, 'Half a senten')
  await openApp(path)
  expect(await field()).toHaveValue('Half a senten')
  await waitFor(() => expect(shownMessages()).toHaveLength(2))
  expect(textsSent()).toEqual(['One', 'Two'])
  expect(keysSent()).toEqual(['key-0', 'key-1'])
})

test('sends messages interrupted by a reload from any page', async () => {
  storeUnsent('message', otherId, { text: 'From elsewhere' })
  await openApp('/inbox')
  await waitFor(() => expect(textsSent()).toEqual(['From elsewhere']))
  await waitFor(() => expect(storedUnsent()).toBe(''))
})

test('a message that failed before a reload is shown with its error', async () => {
  storeUnsent('message', otherId, { text: 'Rejected', error: 'Not so fast' })
  await openApp(path)
  await expectRejected()
  expect(callsOf(createMessage)).toEqual([])
})

test('a sign-out discards unsent messages only if the member says so', async () => {
  answer(createMessage, notSoFast)
  answer(logout, () => null)
  const user = await openApp(path)
  const signOut = () => act(() => void currentRouter().navigate({ to: '/logout' }))
  await write(user, 'Not sent')
  await expectRejected()
  await user.type(await field(), 'Half a senten')
  signOut()
  expect(await screen.findByRole('alert')).toHaveTextContent('not been sent: 1')
  await user.click(await button('Stay signed in'))
  await expectRejected()
  expect(await field()).toHaveValue('Half a senten')
  signOut()
  await user.click(await button('Sign out and discard'))
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(storedUnsent()).toBe('')
})

test('an ended session leaves unsent messages for the next sign-in of their writer', async () => {
  answer(createMessage, notSoFast)
  const user = await openApp(path)
  await write(user, 'Not sent')
  await expectRejected()
  act(() => endSession())
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  await closeApp()
  await openApp(path, { userId: 3 })
  await field()
  expect(outgoing()).toEqual([])
  await closeApp()
  await openApp(path)
  await expectRejected()
})

test('another member sees neither drafts nor unsent messages', async () => {
  storeUnsent('message', otherId, { text: 'Not yours' })
  storeDraft('message-draft', otherId, 'Half a senten')
  await openApp(path, { userId: 3 })
  expect(await field()).toHaveValue('')
  expect(outgoing()).toEqual([])
  expect(callsOf(createMessage)).toEqual([])
})

test('does not send more than 5000 characters', async () => {
  const user = await openApp(path)
  await user.click(await field())
  await user.paste('x'.repeat(5001))
  await screen.findByText('Maximum 5000 characters allowed (5001)')
  await user.keyboard('{Enter}')
  expect(outgoing()).toEqual([])
  expect(await field()).toHaveValue('x'.repeat(5001))
})

test('opening marks everything as read, and retries without a connection', async () => {
  answerAround([received(1, 'Good morning'), received(2, 'Are you up?')])
  let tries = 0
  answer(readConversation, () => {
    tries += 1
    if (tries === 1) throw noConnection
    return { chatIds: [1, 2], senders: 0 }
  })
  await openApp(path)
  await waitFor(() => expect(callsOf(readConversation)).toHaveLength(2))
  expect(callsOf(readConversation).map(({ body }) => body?.upTo)).toEqual([2, 2])
})

test('opens at the first unread message, even above many sent ones', async () => {
  answerAround()
  answer(getConversation, ({ query }) =>
    query.cursor === undefined
      ? conversationPage([sent(8, 'Own'), received(9, 'The second', { unReadChatCount: 2 })], {
          nextCursor: 8,
          last: false,
        })
      : conversationPage([received(1, 'The first', { unReadChatCount: 2 })]),
  )
  const user = await openApp(path)
  await waitFor(() => expect(shownMessages()[0]).toMatch(/New messages.*The first/))
  expect(shownMessages()).toHaveLength(3)
  await write(user, 'An answer')
  await waitFor(() => expect(shownMessages()).toHaveLength(4))
  expect(shownMessages()[0]).not.toContain('New messages')
})

test('automated messages cannot be answered', async () => {
  answer(getConversation, () =>
    conversationPage([received(1, 'Welcome', { senderId: 0, createdBy: 'anonymousUser' })], {
      member: null,
      can: { write: false, block: false, unblock: false, report: false },
    }),
  )
  await openApp('/messages/0')
  await screen.findByText('Automated Message')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Rootsquare')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('You can no longer write to this member.')).toBeNull()
})

test.each([
  ['conversation', () => answer(getConversation, notNow)],
  ['profile', () => answer(getProfile, notNow)],
])('shows an error for a %s that does not load, and Retry loads it', async (_, fail) => {
  fail()
  const user = await openApp(path)
  await within(await notices()).findByText('Error fetching messages')
  expect(screen.queryByRole('log')).toBeNull()
  await untilLoaded()
  answerAround()
  await user.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Say hello to Bose Ade')).toBeVisible()
})

test.each([
  ['/messages/nobody', 'User not found'],
  ['/messages/1', 'You cannot write to yourself.'],
])('%s says: %s', async (address, title) => {
  await openApp(address)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a deleted member is not found, and unsent messages are shown', async () => {
  const missing = () => Promise.reject(new Rejection(404, 'User not found'))
  storeUnsent('message', otherId, { text: 'Are you there?', error: 'Gone' })
  answer(getConversation, missing)
  answer(getProfile, missing)
  await openApp(path)
  await screen.findByRole('heading', { level: 1, name: 'User not found' })
  expect(screen.getByRole('main')).toHaveTextContent('Are you there?')
})

test('a conversation with a deleted member shows its messages and no username', async () => {
  answer(getProfile, () => Promise.reject(new Rejection(404, 'User not found')))
  const member = { username: 'Deleted user', firstname: 'Deleted', lastname: 'user', profileImage: null }
  const can = { write: false, block: false, unblock: false, report: false }
  answer(listConversations, () => inboxPage([{ ...inboxRow(otherId), ...member }]))
  answer(getConversation, () => conversationPage([sent(1, 'My words')], { member, can }))
  await openApp(path)
  await screen.findByText('You can no longer write to this member.')
  expect(shownMessages()).toEqual([expect.stringContaining('My words')])
  const heading = screen.getByRole('heading', { level: 1, name: 'Deleted user' })
  expect(within(heading).queryByRole('link')).toBeNull()
  expect(screen.getByRole('main')).not.toHaveTextContent('@')
})

test('a message to a deleted member is saved, and Retry sends it later', async () => {
  const user = await openApp(path)
  await field()
  answer(createMessage, () => Promise.reject(new Rejection(404, 'User not found')))
  answer(getConversation, () => conversationPage([], { can: { ...mayWrite, write: false } }))
  await write(user, 'Are you there?')
  await screen.findByText('You can no longer write to this member.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(outgoing()).toEqual([expect.stringContaining('Are you there?')])
  answerAround()
  answerSending()
  window.dispatchEvent(new Event('focus'))
  await field()
  await user.click(await button('Retry'))
  await waitFor(() => expect(shownMessages()).toEqual([expect.stringMatching(/Are you there\?.+Sent$/)]))
})

test('a blocked member can still read, and report message and member', async () => {
  const all = [received(1, 'I know where you live')]
  storeDraft('message-draft', otherId, 'Half a senten')
  answerAround(all)
  answer(getConversation, () => conversationPage(all, { can: { ...mayWrite, write: false, block: false } }))
  const user = await openApp(path)
  await screen.findByText('You can no longer write to this member.')
  const main = screen.getByRole('main')
  expect(main).toHaveTextContent('What you wrote was not sent:')
  expect(within(main).getByText('Half a senten')).toBeVisible()
  expect(screen.getByRole('log')).toHaveTextContent('I know where you live')
  await user.click(await button('Options for @bose'))
  await user.click(await button('Report member'))
  const form = within(await screen.findByRole('dialog', { name: 'Report member' }))
  await user.type(form.getByLabelText('Reason'), 'A threat')
  answer(createMessage, () => Promise.reject(new Rejection(409, 'Reported already')))
  await user.click(form.getByRole('button', { name: 'Report' }))
  await within(await notices()).findByText('Reported already')
  const sentReport = { eventType: 'REPORT', reason: 'A threat', reportedUserId: 2 }
  expect(callsOf(createMessage)[0]?.body).toEqual(sentReport)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Options for the message of / }))
  expect(await button('Report message')).toBeVisible()
})

test('keys report a message, and block and unblock its writer', async () => {
  const all = [received(1, 'The first'), received(2, 'The second'), sent(3, 'One’s own')]
  answerAround(all)
  answer(listConversations, () => inboxPage([inboxRow(2, { firstname: 'Bose', lastname: 'Ade' })]))
  const user = await openApp(path)
  const options = await screen.findAllByRole('button', { name: /^Options for the message of / })
  expect(options).toHaveLength(3)
  screen.getByRole('log').focus()
  await user.keyboard('{Tab}')
  expect(options[2]).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(options[0]).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await button('Copy')).toHaveFocus())
  await user.keyboard('{ArrowDown}')
  await waitFor(async () => expect(await button('Report message')).toHaveFocus())
  await user.keyboard('{Enter}')
  const form = within(await screen.findByRole('dialog', { name: 'Report message' }))
  await waitFor(() => expect(form.getByLabelText('Reason')).toHaveFocus())
  await user.keyboard('A threat')
  const target = {
    id: 1,
    targetType: 'chat' as const,
    targetId: 1,
    postId: null,
    userId: 2,
    username: 'bose',
  }
  const made = { reporterId: 1, createdBy: 'ada', addressed: false, createdDate: '2026-03-01T10:00:00.000Z' }
  answer(createMessage, () => ({ ...target, ...made, reason: 'A threat' }))
  await user.click(form.getByRole('button', { name: 'Report' }))
  await within(await notices()).findByText('Thank you. The report is with the moderators.')
  expect(callsOf(createMessage)[0]?.body).toEqual({ eventType: 'REPORT', reason: 'A threat', chatId: 1 })
  await waitFor(() => expect(options[0]).toHaveFocus())

  answer(blockMember, () => {
    answer(getConversation, () =>
      conversationPage(all, { can: { ...mayWrite, write: false, unblock: true } }),
    )
    return { blocked: true }
  })
  await user.click(await button('Options for @bose'))
  await user.click(await button('Block @bose'))
  const question = within(await screen.findByRole('dialog', { name: 'Block @bose?' }))
  await user.click(question.getByRole('button', { name: 'Block' }))
  await screen.findByText('You have blocked Bose Ade.')
  expect(screen.queryByRole('textbox')).toBeNull()
  await waitFor(async () => expect(await button('Options for @bose')).toHaveFocus())
  answer(unblockMember, () => {
    answer(getConversation, () => conversationPage(all))
    return { blocked: false }
  })
  ;(await button('Unblock @bose')).focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await field()).toHaveFocus())
})

test('a message includes its item while that is for sale', async () => {
  const item = { id: 9, name: 'Coral beads', price: 0.1, imageUrl: null }
  const about = () => screen.queryByRole('region', { name: 'Your message is about' })
  const links = () => within(screen.getByRole('list', { name: 'Messages' })).queryAllByRole('link')
  answer(getItem, () => itemWith(item))
  answer(createMessage, ({ body }) => {
    chatId += 1
    const hasItem = 'itemId' in body && body.itemId === 9
    return sent(chatId, 'message' in body ? body.message : '', { item: hasItem ? item : null })
  })
  let user = await openApp(`${path}?item=9`)
  await user.click(await button('Write without Coral beads'))
  expect(about()).toBeNull()
  expect(await field()).toHaveFocus()
  await closeApp()
  user = await openApp(`${path}?item=9`)
  await button('Write without Coral beads')
  expect(about()).toHaveTextContent('₦0.10')
  await write(user, 'Is this still there?')
  await waitFor(() => expect(links()).toHaveLength(1))
  expect(links()[0]).toHaveAccessibleName('Coral beads ₦0.10')
  expect(about()).toBeNull()
  await write(user, 'And in red?')
  await waitFor(() => expect(shownMessages()).toHaveLength(2))
  expect(links()).toHaveLength(1)

  await closeApp()
  user = await openApp(`${path}?item=9`)
  await button('Write without Coral beads')
  answer(createMessage, () => Promise.reject(new Rejection(404, 'Not found')))
  await write(user, 'How large are they?')
  const error = 'The item is not for sale any more. Retry sends your message without it.'
  await waitFor(() => expect(outgoing()).toEqual([expect.stringContaining(error)]))
  await waitFor(() => expect(document.getElementById('live-assertive')).toHaveTextContent(error))
  answerSending()
  await user.click(await button('Retry'))
  await waitFor(() => expect(lastOf(shownMessages())).toContain('How large are they?'))
  expect(links()).toHaveLength(0)
  expect(lastOf(callsOf(createMessage))?.body).not.toHaveProperty('itemId', 9)
})

test('a message to a blocked member is saved and can be deleted', async () => {
  answerAround([received(1, 'Buy this')])
  const user = await openApp(path)
  await field()
  answer(createMessage, () => Promise.reject(new Rejection(403, 'Blocked')))
  answer(getConversation, () =>
    conversationPage([received(1, 'Buy this')], { can: { ...mayWrite, write: false, unblock: true } }),
  )
  await write(user, 'Please stop')
  await screen.findByText('You have blocked Bose Ade.')
  await button('Unblock @bose')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(shownMessages()).toHaveLength(1)
  await user.click(await button('Delete'))
  expect(outgoing()).toEqual([])
  expect(screen.getByRole('log')).toHaveFocus()
})
