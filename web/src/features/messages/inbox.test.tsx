import { getProfile } from '@rootsquare/contract/profiles'
import { askPresence, countUnread, listConversations, sendTyping } from '@rootsquare/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerAround, inboxPage, inboxRow, otherId, received } from '#web/test/message-answers.ts'
import { answer, answerLater, callsOf, Rejection } from '#web/test/fake-server.ts'
import {
  answerLive,
  answerStreams,
  newLiveMember,
  openLiveApp,
  setHidden,
  type Stream,
} from '#web/test/live-streams.ts'
import { openApp } from '#web/test/open-app.tsx'
import { notices, untilLoaded } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const list = () => screen.findByRole('region', { name: 'Conversations' })
const rows = async () => within(await list()).getAllByRole('link')
const inboxLinks = () => screen.findAllByRole('link', { name: /^Inbox/ })
const button = (name: string) => screen.findByRole('button', { name })
const expectRow = (at: number, text: string | RegExp) =>
  waitFor(async () => expect((await rows())[at]).toHaveTextContent(text))
const expectBadge = (name: string) =>
  waitFor(async () => {
    for (const link of await inboxLinks()) expect(link).toHaveAccessibleName(name)
  })

let memberId = 0

beforeEach(() => {
  memberId = newLiveMember()
  answerAround()
})

/** Opens the inbox of a new member with a stream that has begun at event 5. */
async function openLive() {
  const streams = answerStreams()
  const user = await openApp('/inbox', { userId: memberId })
  await waitFor(() => expect(streams).toHaveLength(1))
  const calls = callsOf(listConversations).length
  streams[0]?.push(5)
  await waitFor(() => expect(callsOf(listConversations).length).toBeGreaterThan(calls))
  return { user, streams, push: (...event: Parameters<Stream['push']>) => lastOf(streams)?.push(...event) }
}

test('shows that the other is online or typing until a message arrives', async () => {
  const { user, push } = await openLive()
  answer(listConversations, () => inboxPage([inboxRow(otherId)]))
  push(6, 'message', received(1, 'First', { receiverId: memberId }))
  await expectRow(0, 'Line 2')
  for (const row of await rows()) await user.click(row)
  const title = () => screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(callsOf(askPresence)[0]?.params).toEqual({ userId: otherId }))
  push(undefined, 'presence', { userId: otherId })
  await waitFor(async () => expect(await title()).toHaveTextContent('@bose · online'))
  push(undefined, 'typing', { userId: otherId })
  await waitFor(async () => expect(await title()).toHaveTextContent('@bose · typing…'))
  push(7, 'message', received(2, 'Here I am', { receiverId: memberId }))
  await waitFor(async () => expect(await title()).toHaveTextContent('@bose · online'))
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Hel')
  await waitFor(() => expect(callsOf(sendTyping)).toHaveLength(1))
})

test('requests the presence of the other whenever the stream opens', async () => {
  const { push } = await openLiveApp(`/messages/${otherId}`, memberId)
  await waitFor(() => expect(callsOf(askPresence).length).toBeGreaterThan(0))
  for (const open of [() => push(5), () => push(9, 'reset', {})]) {
    const asked = callsOf(askPresence).length
    open()
    await waitFor(() => expect(callsOf(askPresence)).toHaveLength(asked + 1))
  }
})

test('requests the presence when the other writes or reads, until they are online', async () => {
  const { push } = await openLiveApp(`/messages/${otherId}`, memberId)
  const title = () => screen.getByRole('heading', { level: 1 })
  // It is called once when the conversation opens, and once when the stream opens.
  await waitFor(() => expect(callsOf(askPresence)).toHaveLength(2))
  push(6, 'read', { chatIds: [1], userId: otherId })
  await waitFor(() => expect(callsOf(askPresence)).toHaveLength(3))
  push(7, 'message', received(2, 'Here I am', { receiverId: memberId }))
  await waitFor(() => expect(callsOf(askPresence)).toHaveLength(4))
  push(undefined, 'presence', { userId: otherId })
  await waitFor(() => expect(title()).toHaveTextContent('@bose · online'))
  push(8, 'message', received(3, 'Still here', { receiverId: memberId }))
  await screen.findByText('Still here')
  push(9, 'message', received(4, 'Not with you', { senderId: 9, receiverId: memberId }))
  push(10, 'message', received(5, 'The last', { receiverId: memberId }))
  await screen.findByText('The last')
  expect(callsOf(askPresence)).toHaveLength(4)
})

test('has a row for each person with the last message and the unread count', async () => {
  answer(listConversations, () =>
    inboxPage([
      inboxRow(3, { isLastOwn: true, lastMessage: 'And to you,\nand yours', unReadChatCount: 1 }),
      inboxRow(4, { lastMessage: 'A very long letter. '.repeat(200), unReadChatCount: 2 }),
      inboxRow(0, { lastMessage: 'Welcome' }),
    ]),
  )
  await openApp('/inbox')
  const [own, long, system] = await rows()
  expect(own).toHaveAccessibleName(
    /^Member3 Musa @member3 ?Just now, .+ You: And to you,\s+and yours 1 unread message/,
  )
  expect(long).toHaveAccessibleName(/ 2 unread messages/)
  expect(long?.textContent.length).toBeLessThan(400)
  expect(system).toHaveAccessibleName(/^Rootsquare .+ Welcome$/)
  expect(own).toHaveAttribute('href', '/messages/3')
  expect(system).toHaveAttribute('href', '/messages/0')
})

test('shows the name of a conversation before it has loaded', async () => {
  answer(listConversations, () => inboxPage([inboxRow(3)]))
  answer(getProfile, () => new Promise<never>(() => {}))
  const user = await openApp('/inbox')
  for (const row of await rows()) await user.click(row)
  expect(await screen.findByRole('heading', { level: 1, name: 'Member3 Musa @member3' })).toBeVisible()
})

test('an empty inbox offers to find people', async () => {
  const user = await openApp('/inbox')
  await user.click(await button('Find people'))
  expect(await screen.findByRole('dialog', { name: 'Find people' })).toBeVisible()
})

test('shows an error for an inbox that does not load, and Retry loads it', async () => {
  answer(listConversations, () => Promise.reject(new Rejection(400, 'Not now')))
  const user = await openApp('/inbox')
  expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(
    'Failed to fetch messages',
  )
  await within(await notices()).findByText('Failed to fetch messages')
  const release = answerLater(listConversations, () => inboxPage([]))
  await user.click(await button('Retry'))
  await screen.findByText('Loading conversations')
  release()
  await screen.findByText('You Have No Messages')
  expect(screen.getByText(/^Find someone you know/)).toBeVisible()
})

test('loads conversations twenty at a time and retries a failed page', async () => {
  const rowsFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => inboxRow(first + at))
  answer(listConversations, ({ query }) =>
    query.page === 0 ? inboxPage(rowsFrom(10, 20), false) : Promise.reject(new Rejection(400, 'Not now')),
  )
  const user = await openApp('/inbox')
  await user.click(await button('Load more'))
  expect(await within(await list()).findByRole('alert')).toHaveTextContent('Not now')
  expect(await rows()).toHaveLength(20)
  // A message that arrived in between has moved the last row to the next page.
  answer(listConversations, () => inboxPage(rowsFrom(29, 16)))
  await user.click(await button('Retry'))
  await waitFor(async () => expect(await rows()).toHaveLength(35))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(callsOf(listConversations).map(({ query }) => [query.page, query.size])).toEqual([
    [0, 20],
    [1, 20],
    [1, 20],
  ])
})

test('the badge counts conversations up to 99+ and disappears at none', async () => {
  answer(countUnread, () => ({ senders: 1 }))
  const { push } = await openLive()
  for (const [at, [senders, shown, name]] of (
    [
      [1, '1', 'Inbox, 1 unread conversation'],
      [1046, '99+', 'Inbox, 1,046 unread conversations'],
      [0, null, 'Inbox'],
    ] as const
  ).entries()) {
    push(6 + at, 'unread', { senders })
    await expectBadge(name)
    for (const link of await inboxLinks())
      expect(within(link).queryByText(/^\d+\+?$/)?.textContent ?? null).toBe(shown)
  }
})

test('a message moves its row up without a call and keeps the focus', async () => {
  answer(listConversations, () =>
    inboxPage([inboxRow(7), inboxRow(8), inboxRow(otherId, { lastChatId: 10 })]),
  )
  const { push } = await openLive()
  await untilLoaded()
  const calls = callsOf(listConversations).length
  const second = (await rows())[1]
  second?.focus()
  push(6, 'message', received(2000, 'From far below', { receiverId: memberId, unReadChatCount: 1 }))
  await expectRow(0, /From far below.*1 unread message/)
  expect(await rows()).toHaveLength(3)
  expect(second).toHaveFocus()
  const own = { senderId: memberId, receiverId: otherId }
  push(7, 'message', received(2001, 'On my way', own))
  await expectRow(0, 'You: On my way')
  expect(callsOf(listConversations)).toHaveLength(calls)
})

test('a message from a new person reloads the rows', async () => {
  const { push } = await openLive()
  answer(listConversations, () => inboxPage([inboxRow(otherId, { lastMessage: 'Hello' })]))
  push(6, 'message', received(2000, 'Hello', { receiverId: memberId }))
  await expectRow(0, 'Hello')
})

test('the same event from two tabs counts once', async () => {
  answer(listConversations, () => inboxPage([inboxRow(otherId)]))
  const { push } = await openLive()
  const other = new BroadcastChannel(`rootsquare.live.${memberId}`)
  const message = received(2000, 'Once', { receiverId: memberId, unReadChatCount: 1 })
  push(6, 'message', message)
  await expectRow(0, 'Once')
  const calls = callsOf(listConversations).length
  other.postMessage({
    kind: 'event',
    event: { id: 6, name: 'message', data: JSON.stringify({ ...message, message: 'Twice' }) },
  })
  push(7, 'unread', { senders: 4 })
  await expectBadge('Inbox, 4 unread conversations')
  await expectRow(0, /Once.*1 unread message/)
  expect(callsOf(listConversations)).toHaveLength(calls)
  other.close()
})

test.each([
  ['a gap in the numbers', { id: 9, name: 'unread', data: { senders: 1 } }],
  ['a reset', { id: 6, name: 'reset', data: {} }],
])('%s reloads the inbox', async (_, { id, name, data }) => {
  answer(listConversations, () => inboxPage([inboxRow(7)]))
  const { push } = await openLive()
  answer(listConversations, () => inboxPage([inboxRow(7, { lastMessage: 'Missed' })]))
  push(id, name, data)
  await expectRow(0, 'Missed')
})

test('a hidden tab has no stream and later continues where it stopped', async () => {
  answer(listConversations, () => inboxPage([inboxRow(otherId)]))
  const { streams, push } = await openLive()
  push(6, 'unread', { senders: 1 })
  await expectBadge('Inbox, 1 unread conversation')
  setHidden(true)
  await waitFor(() => expect(streams[0]?.isOpen()).toBe(false))
  const calls = callsOf(listConversations).length
  setHidden(false)
  await waitFor(() => expect(streams).toHaveLength(2))
  expect(streams[1]?.lastEventId).toBe('6')
  push(7, 'message', received(2000, 'Behind', { receiverId: memberId }))
  await expectRow(0, 'Behind')
  expect(callsOf(listConversations)).toHaveLength(calls)
})

test('a broken stream is reopened where it stopped', async () => {
  const { streams, push } = await openLive()
  push(6, 'unread', { senders: 1 })
  await expectBadge('Inbox, 1 unread conversation')
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(streams[0]?.isOpen()).toBe(false))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(streams).toHaveLength(2))
  expect(streams[1]?.lastEventId).toBe('6')
})

test('the inbox is loaded every 15 seconds without a stream', async () => {
  answerLive(() => new Response('No streams here', { headers: { 'content-type': 'text/html' } }))
  answer(listConversations, () => inboxPage([inboxRow(7)]))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openApp('/inbox', { userId: memberId })
  await expectRow(0, 'Line 7')
  await waitFor(() => expect(callsOf(countUnread)).toHaveLength(2))
  answer(listConversations, () => inboxPage([inboxRow(7, { lastMessage: 'By the long way' })]))
  answer(countUnread, () => ({ senders: 2 }))
  await vi.advanceTimersByTimeAsync(15_000)
  await expectRow(0, 'By the long way')
  await expectBadge('Inbox, 2 unread conversations')
})
