import {
  getNotificationSettings,
  notificationKinds,
  NotificationSettings,
  updateNotificationSettings,
} from '@rootsquare/contract/notifications'
import { getConfig } from '@rootsquare/contract/product'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { allowUnanswered, answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { delayed, expectNotice, noResponse, press } from '#web/test/page.ts'

const box = (name: string) => screen.findByRole('checkbox', { name })
const isOn = async (name: string) => expect(await box(name)).toBeChecked()
const isOff = async (name: string) => waitFor(async () => expect(await box(name)).not.toBeChecked())

let stored: NotificationSettings

beforeEach(() => {
  allowUnanswered()
  const allOn = notificationKinds.map((kind) => [kind, { inApp: true, push: true, mail: true }])
  stored = NotificationSettings.parse({ kinds: Object.fromEntries(allOn) })
  answer(getConfig, () => ({
    brand: 'Rootsquare',
    demo: false,
    payments: 'sandbox' as const,
    upload: { url: '/api/media/upload', preset: 'picture', maxImageBytes: 1, maxVideoBytes: 1 },
    push: null,
  }))
  answer(getNotificationSettings, () => stored)
  answer(updateNotificationSettings, ({ body }) => {
    const kinds = Object.entries(stored.kinds).map(([kind, now]) => [kind, { ...now, ...body.kinds[kind] }])
    stored = NotificationSettings.parse({ kinds: Object.fromEntries(kinds) })
    return stored
  })
})

test('settings lead to a table with a choice for each kind and way', async () => {
  const user = await openApp('/settings')
  await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Notifications' }))
  await isOn('Likes on your posts: In the app')
  expect(screen.getAllByRole('checkbox')).toHaveLength(notificationKinds.length * 3)
  expect(screen.getAllByRole('columnheader', { name: 'Weekly mail' })).not.toHaveLength(0)
})

test('a choice is saved at once, and sends nothing but itself', async () => {
  const user = await openApp('/settings/notifications')
  await user.click(await box('New followers: Push'))
  await isOff('New followers: Push')
  await waitFor(() => expect(stored.kinds.FOLLOW.push).toBe(false))
  expect(callsOf(updateNotificationSettings).map(({ body }) => body)).toEqual([
    { kinds: { FOLLOW: { push: false } } },
  ])
})

test('a choice that is not saved is undone, and those around it stay', async () => {
  const user = await openApp('/settings/notifications')
  await user.click(await box('New followers: Push'))
  await waitFor(() => expect(stored.kinds.FOLLOW.push).toBe(false))
  const slow = delayed(() => {
    throw new Rejection(400, 'Not now')
  })
  answer(updateNotificationSettings, slow.reply)
  await user.click(await box('Orders and sales: Weekly mail'))
  await isOff('Orders and sales: Weekly mail')
  slow.release()
  await expectNotice('Not now')
  await waitFor(() => isOn('Orders and sales: Weekly mail'))
  await isOff('New followers: Push')
})

test('choices that do not load say why, and Retry loads them', async () => {
  answer(getNotificationSettings, () => Promise.reject(noConnection))
  await openApp('/settings/notifications')
  expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(noResponse)
  answer(getNotificationSettings, () => stored)
  await press('Retry')
  await isOn('Mentions of you: Push')
})
