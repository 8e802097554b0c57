import type { Page } from '@playwright/test'
import { expectAccessibleAndInside, expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { follow, signUpPair, writePost } from '../support/members.ts'
import { enter, navigateInApp, test } from '../support/visit.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(count === 0 ? 'Notifications' : `Notifications, ${count} unread`)
const rows = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('link')

test('the bell counts without a reload, and reading counts for every tab', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await signUpPair(server)
  const postId = await writePost(ada, 'New yam is in the market')
  await enter(page, ada.token, '/inbox')
  const other = await context.newPage()
  await other.goto('/notifications')
  await expect(other.getByText('No notifications yet.')).toBeVisible()

  expect((await bello.api.post(`/api/post/like/${postId}`, { data: { liked: true } })).ok()).toBe(true)
  await expectUnread(page, 1)
  const comment = { comments: 'How much for ten tubers?' }
  expect((await bello.api.post(`/api/post/comments/${postId}/create`, { data: comment })).ok()).toBe(true)
  await follow(bello, ada)
  for (const tab of [page, other]) await expectUnread(tab, 3)
  await expect(rows(other)).toHaveCount(3)

  await bell(page).click()
  await expect(rows(page)).toHaveText([/started following you/, /commented on your post/, /liked your post/])
  await expectAccessibleAndInside(page, 'the panel')
  await rows(page).filter({ hasText: 'commented' }).click()
  await expect(page).toHaveURL(`/post/${postId}`)
  await expect(page.getByText(comment.comments)).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  for (const tab of [page, other]) await expectUnread(tab, 2)
  await expect(rows(other).filter({ hasText: 'Unread' })).toHaveCount(2)
  await expectAccessibleScreen(other, 'notifications')

  // Notifications whose cause was undone are removed automatically.
  expect((await bello.api.post(`/api/post/like/${postId}`, { data: { liked: false } })).ok()).toBe(true)
  await other.setViewportSize({ width: 1280, height: 800 })
  await expectUnread(other, 1)
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  for (const tab of [page, other]) await expectUnread(tab, 0)
  // That a choice is sent and stored is tested in settings.test.tsx and in the api.
  await navigateInApp(other, '/settings/notifications')
  const push = other.getByRole('checkbox', { name: 'New followers: Push' })
  await push.click()
  await expect(push).not.toBeChecked()
  await expectAccessibleScreen(other, 'settings of notifications')
})
