import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import {
  getNotificationSettings,
  NotificationSettings,
  settingKinds,
  updateNotificationSettings,
} from '@rootsquare/contract/notifications'
import { getConfig } from '@rootsquare/contract/product'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  allowUnanswered,
  answer,
  answerLater,
  callsOf,
  noConnection,
  Rejection,
} from '#web/test/fake-server.ts'
import { configWith } from '#web/test/fake-upload.ts'
import { openApp } from '#web/test/open-app.tsx'
import { expectNotice, noReplyText, press } from '#web/test/page.ts'

const box = (name: string) => screen.findByRole('checkbox', { name })
const isOn = async (name: string) => expect(await box(name)).toBeChecked()
const isOff = async (name: string) => waitFor(async () => expect(await box(name)).not.toBeChecked())

let stored: NotificationSettings

beforeEach(() => {
  allowUnanswered()
  const allOn = settingKinds.map((kind) => [kind, { inApp: true, push: true, mail: true }])
  stored = NotificationSettings.parse({ kinds: Object.fromEntries(allOn) })
  answer(getConfig, () => configWith(null))
  answer(getNotificationSettings, () => stored)
  answer(updateNotificationSettings, ({ body }) => save(body))
})

function save({ kinds: changes }: BodyOf<typeof updateNotificationSettings>): NotificationSettings {
  const kinds = Object.entries(stored.kinds).map(([kind, now]) => [kind, { ...now, ...changes[kind] }])
  stored = NotificationSettings.parse({ kinds: Object.fromEntries(kinds) })
  return stored
}

test('settings lead to a table with a switch for each kind and channel', async () => {
  const user = await openApp('/settings')
  await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Notifications' }))
  await isOn('Likes on your posts: In the app')
  expect(screen.getAllByRole('checkbox')).toHaveLength(settingKinds.length * 3 - 1)
  expect(screen.queryByRole('checkbox', { name: 'Messages to you: In the app' })).toBeNull()
  expect(screen.getAllByRole('columnheader', { name: 'Weekly mail' })).not.toHaveLength(0)
})

test('a switch is saved at once and sends only its own change', async () => {
  const user = await openApp('/settings/notifications')
  await user.click(await box('New followers: Push'))
  await isOff('New followers: Push')
  await waitFor(() => expect(stored.kinds.FOLLOW.push).toBe(false))
  expect(callsOf(updateNotificationSettings).map(({ body }) => body)).toEqual([
    { kinds: { FOLLOW: { push: false } } },
  ])
})

test('messages have a switch for pushes and one for mails', async () => {
  const user = await openApp('/settings/notifications')
  await user.click(await box('Messages to you: Push'))
  await user.click(await box('Messages to you: Weekly mail'))
  await waitFor(() => expect(stored.kinds.MESSAGE).toEqual({ push: false, mail: false }))
})

test('a failed change is undone, and other switches stay', async () => {
  const user = await openApp('/settings/notifications')
  await user.click(await box('New followers: Push'))
  await waitFor(() => expect(stored.kinds.FOLLOW.push).toBe(false))
  const release = answerLater(updateNotificationSettings, () => {
    throw new Rejection(400, 'Not now')
  })
  await user.click(await box('Orders and sales: Weekly mail'))
  await isOff('Orders and sales: Weekly mail')
  release()
  await expectNotice('Not now')
  await waitFor(() => isOn('Orders and sales: Weekly mail'))
  await isOff('New followers: Push')
})

/** Accepts or rejects the calls in their order, as soon as the returned function is called. */
const answerInTurn = (...isAccepted: boolean[]) =>
  answerLater(updateNotificationSettings, ({ body }) => {
    if (isAccepted.shift() === false) throw new Rejection(400, 'Not now')
    return save(body)
  })

test.each([
  ['the second is rejected', [true, false], { followers: false, orders: true }],
  ['the first is rejected', [false, true], { followers: true, orders: false }],
  ['both are rejected', [false, false], { followers: true, orders: true }],
])('two switches tapped quickly show what is saved if %s', async (_, accepted, saved) => {
  const user = await openApp('/settings/notifications')
  const release = answerInTurn(...accepted)
  await user.click(await box('New followers: Push'))
  await user.click(await box('Orders and sales: Weekly mail'))
  await isOff('New followers: Push')
  await isOff('Orders and sales: Weekly mail')
  release()
  await expectNotice('Not now')
  await waitFor(() => expect(callsOf(updateNotificationSettings)).toHaveLength(2))
  await waitFor(async () => {
    expect((await box('New followers: Push')).matches(':checked')).toBe(saved.followers)
    expect((await box('Orders and sales: Weekly mail')).matches(':checked')).toBe(saved.orders)
  })
})

test('a switch tapped twice shows the last tap that was accepted', async () => {
  const user = await openApp('/settings/notifications')
  const release = answerInTurn(true, false)
  await user.click(await box('New followers: Push'))
  await user.click(await box('New followers: Push'))
  await waitFor(() => isOn('New followers: Push'))
  release()
  await expectNotice('Not now')
  await isOff('New followers: Push')
})

test('shows why the switches do not load, and Retry loads them', async () => {
  answer(getNotificationSettings, () => Promise.reject(noConnection))
  await openApp('/settings/notifications')
  expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(noReplyText)
  answer(getNotificationSettings, () => stored)
  await press('Retry')
  await isOn('Mentions of you: Push')
})
