import type { Page } from '@playwright/test'
import { hold } from '../support/entry.ts'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog } from '../support/in-settings.ts'
import { joinSquare, writeMessage } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen } from '../support/visit.ts'

/** Not a fault of the server's: those are tried again before they are told. */
const refused = answer(400, { error: ['Not now'], message: '', code: 'BAD' })
const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const rows = (page: Page) => list(page).getByRole('link')
const inTopBar = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
const inBottomBar = (page: Page) =>
  page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: /^Inbox/ })

test('the inbox has a row for each person, the latest first, and is used by keys', async ({
  page,
  server,
}) => {
  const [ada, bello, chi] = await Promise.all([
    joinSquare(server, { firstName: 'Ada', lastName: 'Obi' }),
    joinSquare(server, { firstName: 'Bello', lastName: 'Musa' }),
    joinSquare(server, { firstName: 'Chi', lastName: 'Eze' }),
  ])
  await writeMessage(bello, ada, 'Are you at the market?')
  await writeMessage(bello, ada, `${'A very long letter. '.repeat(200)}`)
  await writeMessage(chi, ada, 'Good morning')
  await writeMessage(ada, chi, 'And to you,\nand yours')
  await enter(page, ada.token)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL('/inbox')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Find people' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${chi.id}`)
  await page.goBack()
  await expect(page).toHaveTitle('Inbox · Rootsquare')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(0)).toHaveAccessibleName(
    new RegExp(`^Chi Eze @${chi.username} Just now, .+ You: And to you, and yours 1 unread message$`),
  )
  await expect(rows(page).nth(1)).toHaveAccessibleName(
    new RegExp(`^Bello Musa @${bello.username} Just now, .+ A very long letter.+ 2 unread messages$`),
  )
  await expect(rows(page).nth(2)).toHaveAccessibleName(/^Rootsquare .+ Welcome.+ 1 unread message$/)
  await expect(rows(page).nth(2).locator('svg.lucide-bot')).toBeVisible()
  await expect(inTopBar(page)).toHaveAccessibleName('Inbox, 3 unread conversations')
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  await expectAccessibleScreen(page)
  await expect(page.getByText('Choose a conversation')).toHaveCount(0)
  await expect(inBottomBar(page)).toHaveAccessibleName('Inbox, 3 unread conversations')
  await rows(page).nth(2).click()
  await expect(page).toHaveURL('/messages/0')
  await page.goBack()
  await rows(page).nth(1).click()
  await expect(page).toHaveURL(`/messages/${bello.id}`)
})

test('an inbox that fails is tried again, and an empty one leads to people', async ({ page, token }) => {
  await page.route('**/api/messaging/inbox?*', refused)
  await enter(page, token)
  await page.goto('/inbox')
  const trouble = page.getByRole('main').getByRole('alert')
  await expect(trouble).toContainText('Failed to fetch messages')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Failed to fetch messages')
  await page.unrouteAll()
  await page.route('**/api/messaging/inbox?*', answer(200, { data: { content: [], last: true } }))
  const line = await hold(page, '**/api/messaging/inbox?*')
  await trouble.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading conversations' })).toBeAttached()
  line.release()
  await expect(page.getByText('You Have No Messages', { exact: true })).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Find people' }).click()
  await dialog(page, 'Find people').getByRole('combobox').fill('terhemba')
  await page.getByRole('option').click()
  await expect(page).toHaveURL('/u/terhemba')
})

test('conversations come twenty at a time, and who writes moves up', async ({ page, server }) => {
  const ada = await joinSquare(server, { firstName: 'Ada' })
  const bello = await joinSquare(server, { firstName: 'Bello', lastName: 'Musa' })
  const person = (at: number) => ({
    userId: at === 30 ? bello.id : 900_000 + at,
    username: `person${at}`,
    firstname: at === 30 ? 'Bello' : `Person${at}`,
    lastname: 'Musa',
    profileImage: null,
    lastChatId: 100 - at,
    lastMessage: `Line ${at}`,
    isLastOwn: false,
    isLastRead: true,
    unReadChatCount: 0,
    createdDate: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
  })
  let isBroken = true
  await page.route('**/api/messaging/inbox?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const [at, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))]
    if (at === 1 && isBroken) return refused(route)
    const content = Array.from({ length: at === 1 ? 15 : size }, (_, row) => person(at * size + row))
    await route.fulfill({ json: { data: { content, last: at === 1 } } })
  })
  await enter(page, ada.token)
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(20)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(list(page).getByRole('alert')).toHaveText('Not now')
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(35)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await rows(page).nth(1).focus()
  await writeMessage(bello, ada, 'From far below')
  await expect(rows(page).first()).toContainText('From far below')
  await expect(rows(page)).toHaveCount(35)
  await expect(rows(page).nth(2)).toBeFocused()
  await expect(rows(page).nth(2)).toContainText('Person1')
})

test('the badge counts senders, up to 99+, and is not there at none', async ({ page, token }) => {
  let senders = 1
  // Without a stream it asks.
  await page.clock.install()
  await page.route('**/api/live', (route) => route.abort())
  await page.route('**/api/messaging/unread', (route) => answer(200, { data: { senders } })(route))
  await enter(page, token)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/settings')
  for (const [count, shown, label] of [
    [1, '1', 'Inbox, 1 unread conversation'],
    [1046, '99+', 'Inbox, 1,046 unread conversations'],
    [0, '', 'Inbox'],
  ] as const) {
    if (count !== 1) {
      senders = count
      await page.clock.fastForward(15_000)
    }
    for (const link of [inTopBar(page), inBottomBar(page)]) {
      await expect(link).toHaveAccessibleName(label)
      await expect(link.getByText(/^\d+\+?$/)).toHaveText(shown === '' ? [] : [shown])
    }
  }
})

test('the field for a message is in sight at every size, without a line too', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await Promise.all([joinSquare(server), joinSquare(server, { firstName: 'Bello' })])
  for (const at of Array.from({ length: 12 }).keys()) await writeMessage(bello, ada, `Line ${at}`)
  await enter(page, ada.token)
  await page.goto('/inbox')
  const line = await hold(page, `**/api/user/${bello.id}`)
  await rows(page).first().click()
  // From the inbox the name is known before it is fetched.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bello Comer')
  line.release()
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: 'Inbox' })).toBeVisible()
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline)
    await expect(page.getByText('You are offline')).toHaveCount(isOffline ? 1 : 0)
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
      [360, 400],
      [740, 340],
      [844, 220],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(field, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
      const scrolls = () => document.documentElement.scrollHeight > innerHeight
      expect(await page.evaluate(scrolls), `${width} × ${height} scrolls`).toBe(false)
    }
  }
})
