import { notificationPath } from '@rootsquare/contract/notification-display'
import { countNotifications, listNotifications, readNotifications } from '@rootsquare/contract/notifications'
import type { Notification, NotificationPage } from '@rootsquare/contract/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  allowUnanswered,
  answer,
  answerLater,
  callsOf,
  noConnection,
  Rejection,
} from '#web/test/fake-server.ts'
import { newLiveMember, openLiveApp } from '#web/test/live-streams.ts'
import { sampleEntry } from '#web/test/members.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, expectNotice, noReplyText, press, textsOf, existing } from '#web/test/page.ts'

const list = () => screen.findByRole('region', { name: 'Notifications' })
const rows = async () => within(await list()).queryAllByRole('link')
const bell = (name: string | RegExp = /^Notifications/) => button(name)
const expectRows = (...texts: (string | RegExp)[]) =>
  waitFor(async () => {
    const shown = await rows()
    expect(shown).toHaveLength(texts.length)
    for (const [at, text] of texts.entries()) expect(shown[at]).toHaveTextContent(text)
  })

let memberId = 0

/** The notifications on the server, the newest first. */
let stored: Notification[]

const minute = (number: number) => new Date(Date.UTC(2026, 10, 17, 9, number)).toISOString()

/** Returns a like. Higher ids are newer. */
function like(id: number, rest: Partial<Notification> = {}): Notification {
  return {
    id,
    kind: 'LIKE',
    actors: [sampleEntry(id)],
    actorCount: 1,
    target: { type: 'post', id: 40 + id, title: 'Yam', thumbnail: null, postId: null, isSale: false },
    excerpt: null,
    text: `Member${id} Of Many liked your post`,
    read: false,
    createdDate: minute(id),
    ...rest,
  }
}

const targetOf = (type: NonNullable<Notification['target']>['type'], more: object = {}) => ({
  target: { type, id: 7, title: '', thumbnail: null, postId: null, isSale: false, ...more },
})

const pageOf = (content: Notification[], nextCursor: string | null = null): NotificationPage => ({
  content,
  nextCursor,
})

const unread = () => stored.filter(({ read }) => !read).length

beforeEach(() => {
  memberId = newLiveMember()
  allowUnanswered()
  stored = []
  answer(countNotifications, () => ({ count: unread() }))
  answer(listNotifications, ({ query: { kinds } }) =>
    pageOf(stored.filter(({ kind }) => kinds === undefined || kinds.includes(kind))),
  )
  answer(readNotifications, ({ body }) => {
    stored = stored.map((row) => ({ ...row, read: row.read || (body?.ids?.includes(row.id) ?? true) }))
    return { count: unread() }
  })
})

const openPage = (path = '/notifications') => openApp(path, { userId: memberId })

/** Opens the app with a stream that has begun. */
async function openLive(path = '/notifications') {
  const { user, push } = await openLiveApp(path, memberId)
  return { user, push: (count: number) => push(undefined, 'notification', { unread: count }) }
}

test('a row has bold names, its subject and the word Unread', async () => {
  const actors = [sampleEntry(1), sampleEntry(2), sampleEntry(3)]
  const text = 'Member1 Of Many, Member2 Of Many and 12 others liked your post'
  stored = [like(2, { actors, actorCount: 14, text }), like(1, { read: true })]
  await openPage()
  const [first, second] = await rows()
  expect(first).toHaveAccessibleName(/^Unread\. ?Member1 Of Many ?, Member2 .+ 12 others liked your post Yam/)
  expect(textsOf(first?.querySelectorAll('b') ?? [])).toEqual(['Member1 Of Many', 'Member2 Of Many'])
  expect(first?.querySelectorAll('[data-initials]')).toHaveLength(3)
  expect(second).toHaveAccessibleName(/^Member1 Of Many liked your post/)
})

test('a row of a comment quotes it even if the sentence has the same words', async () => {
  const comment = { kind: 'COMMENT', text: 'Member1 Of Many commented on your post' } as const
  stored = [like(2, { ...comment, excerpt: 'Many' }), like(1, comment)]
  await openPage()
  const [first, second] = await rows()
  expect(first).toHaveAccessibleName(/commented on your post Many/)
  expect(first).not.toHaveTextContent('Yam')
  expect(second).toHaveAccessibleName(/commented on your post Yam/)
})

test('the reference of an order is not wrapped', async () => {
  const text = 'Your order rs-2026-1118-abcdef is paid'
  stored = [
    like(1, { kind: 'ORDER', actors: [], text, ...targetOf('order', { title: 'rs-2026-1118-abcdef' }) }),
  ]
  await openPage()
  const [row] = await rows()
  expect(row).toHaveTextContent(text)
  expect(within(existing(row)).getByText('rs-2026-1118-abcdef')).toHaveClass('one-line')
})

test('a block elsewhere may load the newest rows before the list', async () => {
  stored = [like(1)]
  const { push } = await openLiveApp('/notifications', memberId)
  await expectRows(/Member1/)
  stored = [like(2), like(1)]
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  answer(listNotifications, async () => {
    if ((calls += 1) === 1) await promise
    return pageOf(stored)
  })
  push(6, 'block', { userId: 9 })
  await expectRows(/Member2/, /Member1/)
  stored = [like(3), like(2), like(1)]
  resolve()
  await expectRows(/Member3/, /Member2/, /Member1/)
})

test('each row is a link to its page', async () => {
  stored = [
    like(3, { kind: 'REPLY', ...targetOf('comment', { postId: 9 }) }),
    like(2, { kind: 'ORDER', ...targetOf('order', { title: 'RS/12' }) }),
    like(1, { kind: 'FOLLOW', target: null, actorCount: 2 }),
  ]
  await openPage()
  await expectRows(/./, /./, /./)
  expect((await rows()).map((row) => row.getAttribute('href'))).toEqual(stored.map(notificationPath))
})

test('the filters are in the address, and each says that it is empty', async () => {
  stored = [like(3), like(2, { kind: 'MENTION', text: 'Ada mentioned you' })]
  const user = await openPage()
  await expectRows(/Member3/, /Ada mentioned you/)
  await user.click(screen.getByRole('link', { name: 'Mentions' }))
  await expectRows(/Ada mentioned you/)
  expect(location.search).toBe('?show=mentions')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByText('Nothing about your orders and sales yet.')).toBeVisible()
  expect(callsOf(listNotifications).map(({ query }) => query.kinds)).toEqual([
    undefined,
    ['MENTION', 'REPLY'],
    ['ORDER', 'REVIEW', 'DISPUTE', 'PAYOUT'],
  ])
})

test('shows why the list does not load, and Retry loads it', async () => {
  answer(listNotifications, () => Promise.reject(noConnection))
  await openPage()
  expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(noReplyText)
  answer(listNotifications, () => pageOf([like(1)]))
  await press('Retry')
  await expectRows(/Member1/)
})

test('loads older notifications by cursor', async () => {
  answer(listNotifications, ({ query }) =>
    query.cursor === '1.2' ? pageOf([like(1)]) : pageOf([like(2)], '1.2'),
  )
  await openPage()
  await press('Load more')
  await expectRows(/Member2/, /Member1/)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('opening a row marks it as read and lowers the count', async () => {
  stored = [like(2), like(1)]
  const user = await openPage()
  await bell('Notifications, 2 unread')
  for (const row of (await rows()).slice(0, 1)) await user.click(row)
  await bell('Notifications, 1 unread')
  expect(location.pathname).toBe('/post/42')
  expect(callsOf(readNotifications).map(({ body }) => body)).toEqual([{ ids: [2] }])
})

test('offers nothing to mark as read if there are no notifications', async () => {
  await openPage()
  expect(await screen.findByText(/^No notifications yet/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('marking all as read shows at once and is undone if it fails', async () => {
  stored = [like(2), like(1)]
  answer(readNotifications, () => Promise.reject(new Rejection(400, 'Not now')))
  await openPage()
  await bell('Notifications, 2 unread')
  await press('Mark all as read')
  await expectNotice('Not now')
  await bell('Notifications, 2 unread')
  await expectRows(/^Unread/, /^Unread/)
  answer(readNotifications, () => ({ count: 0 }))
  await press('Mark all as read')
  await bell('Notifications')
  await expectRows(/^Member2/, /^Member1/)
  await waitFor(() => expect(callsOf(readNotifications).map(({ body }) => body)).toEqual([null, null]))
})

test('the bell counts up to 99+', async () => {
  const { push } = await openLive('/inbox')
  for (const [count, shown, name] of [
    [3, '3', 'Notifications, 3 unread'],
    [1046, '99+', 'Notifications, 1,046 unread'],
    [0, null, 'Notifications'],
  ] as const) {
    push(count)
    const opener = await bell(name)
    expect(within(opener).queryByText(/^\d+\+?$/)?.textContent ?? null).toBe(shown)
  }
})

test('a new notification is added on top while the reader is there', async () => {
  stored = [like(1)]
  const { push } = await openLive()
  await expectRows(/Member1/)
  stored = [like(2), like(1)]
  push(2)
  await expectRows(/Member2/, /Member1/)
})

test('further down a new notification is only counted until requested', async () => {
  stored = [like(2), like(1)]
  const { user, push } = await openLive()
  await expectRows(/Member2/, /Member1/)
  act(() => void (document.documentElement.scrollTop = 500))
  stored = [like(4), like(3, { id: 1, text: 'Again' }), like(2, { read: true })]
  push(2)
  const line = await button('2 new')
  await expectRows(/^Member2/, /^Unread.*Again/)
  await user.click(line)
  await expectRows(/Member4/, /Again/, /^Member2/)
  expect((await rows())[0]).toHaveFocus()
  expect(document.documentElement.scrollTop).toBe(0)
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
})

test('a row updates its likes in place and keeps the focus', async () => {
  stored = [like(3), like(2, { read: true }), like(1)]
  const { push } = await openLive()
  await expectRows(/Member3/, /^Member2/, /Member1/)
  const first = (await rows())[0]
  act(() => first?.focus())
  const [both, three] = ['Member3 and Member4 liked', 'Member3, Member4 and Member5 liked']
  for (const text of [both, three, both]) {
    stored = [like(3, { actorCount: 2, text }), ...stored.slice(1)]
    push(2)
    await expectRows(text, /^Member2/, /Member1/)
    expect((await rows())[0]).toBe(first)
    expect(first).toHaveFocus()
  }
  await bell('Notifications, 2 unread')
})

test('a focused row keeps the focus while another moves above it', async () => {
  stored = [like(2), like(1)]
  const { push } = await openLive()
  await expectRows(/Member2/, /Member1/)
  const first = (await rows())[0]
  act(() => first?.focus())
  stored = [like(3, { id: 1, text: 'Again' }), like(2)]
  push(2)
  await expectRows(/Again/, /Member2/)
  expect(first).toHaveFocus()
})

test('changes during a load cause one more load', async () => {
  stored = [like(1)]
  const { push } = await openLive()
  await expectRows(/Member1/)
  const before = callsOf(listNotifications).length
  const release = answerLater(listNotifications, () => pageOf([like(1, { text: 'Second' })]))
  push(1)
  await waitFor(() => expect(callsOf(listNotifications)).toHaveLength(before + 1))
  answer(listNotifications, () => pageOf([like(1, { text: 'Last' })]))
  for (const count of [1, 1, 1]) push(count)
  release()
  await expectRows(/Last/)
  expect(callsOf(listNotifications)).toHaveLength(before + 2)
})

test('reading and undoing elsewhere update the list', async () => {
  stored = [like(3), like(2), like(1)]
  const { push } = await openLive()
  await expectRows(/^Unread/, /^Unread/, /^Unread/)
  stored = [like(3, { read: true }), like(1)]
  push(1)
  await expectRows(/^Member3/, /^Unread.*Member1/)
})

test('a read row whose cause is undone disappears, also further down', async () => {
  stored = [3, 2, 1].map((id) => like(id, { read: true }))
  const { push } = await openLive()
  await expectRows(/Member3/, /Member2/, /Member1/)
  act(() => void (document.documentElement.scrollTop = 500))
  stored = stored.filter(({ id }) => id !== 2)
  push(0)
  await expectRows(/Member3/, /Member1/)
})

test('a read row whose cause is undone disappears from the panel', async () => {
  stored = [2, 1].map((id) => like(id, { read: true }))
  const { user, push } = await openLive('/inbox')
  await user.click(await bell())
  await expectRows(/Member2/, /Member1/)
  stored = stored.slice(1)
  push(0)
  await expectRows(/Member1/)
})

test('the panel opens under the bell, closes by key and links to the page', async () => {
  stored = [like(1)]
  const user = await openPage('/inbox')
  await user.click(await bell())
  await expectRows(/Member1/)
  expect(await bell()).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('link', { name: 'See all' })).toBeNull()
  expect(await bell()).toHaveFocus()
  await user.keyboard('{Enter}')
  await screen.findByRole('link', { name: 'See all' })
  await user.click(screen.getByRole('main'))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'See all' })).toBeNull())
  await user.click(await bell())
  await user.click(await screen.findByRole('link', { name: 'See all' }))
  await screen.findByRole('heading', { level: 1, name: 'Notifications' })
  expect(screen.queryByRole('link', { name: 'See all' })).toBeNull()
})
