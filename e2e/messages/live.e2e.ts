import type { BrowserContext, Page, Request } from '@playwright/test'
import { startNode } from '@rootsquare/api/test/server'
import { openProxy } from '../support/proxy.ts'
import { expect } from '../support/fixtures.ts'
import { apiOf, joinSquare, writeMessage } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { enter } from '../support/visit.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
/** The welcome, which everybody has, is one of them. */
const unread = (count: number) => `Inbox, ${count} unread conversations`

/** The streams that were asked for, in whichever tab. */
function streamsOf(context: BrowserContext): Request[] {
  const streams: Request[] = []
  context.on('request', (sent) => {
    if (sent.url().endsWith('/api/live')) streams.push(sent)
  })
  return streams
}

async function openInbox(page: Page): Promise<void> {
  await page.goto('/inbox')
  await expect(rows(page).first()).toBeVisible()
}

/** A tab behind another one. Headless Chromium never hides a page by itself. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const shown = { hidden, visibilityState: hidden ? 'hidden' : 'visible' }
    for (const [name, value] of Object.entries(shown))
      Object.defineProperty(document, name, { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

async function pair(server: Parameters<typeof joinSquare>[0]): Promise<[Member, Member]> {
  return Promise.all([
    joinSquare(server, { firstName: 'Ada', lastName: 'Obi' }),
    joinSquare(server, { firstName: 'Bello', lastName: 'Musa' }),
  ])
}

test('a message reaches every open tab over one stream, and another tab takes over', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await pair(server)
  const streams = streamsOf(context)
  await enter(page, ada.token)
  const other = await context.newPage()
  await openInbox(page)
  await other.goto('/settings')
  await expect(badge(other)).toHaveAccessibleName('Inbox, 1 unread conversation')
  await expect.poll(() => streams.length).toBe(1)
  const chatId = await writeMessage(bello, ada, 'Are you there?')
  await expect(rows(page).first()).toContainText('Bello Musa')
  await expect(rows(page).first()).toContainText('Are you there?')
  await expect(badge(page)).toHaveAccessibleName(unread(2))
  await expect(badge(other)).toHaveAccessibleName(unread(2))
  // On a telephone meanwhile.
  await writeMessage(ada, bello, 'On my way')
  await expect(rows(page).first()).toContainText('You: On my way')
  expect((await ada.api.patch(`/api/messaging/read/${chatId}`)).ok()).toBe(true)
  await expect(rows(page).first()).not.toContainText('unread')
  await expect(badge(page)).toHaveAccessibleName('Inbox, 1 unread conversation')
  await expect(badge(other)).toHaveAccessibleName('Inbox, 1 unread conversation')
  expect(streams.length).toBe(1)

  // However many tabs there are: each stream would take one of the six connections of a browser.
  const third = await context.newPage()
  await Promise.all([openInbox(other), openInbox(third)])
  await writeMessage(bello, ada, 'To all of you')
  for (const tab of [page, other, third]) await expect(rows(tab).first()).toContainText('To all of you')
  expect(streams.length).toBe(1)

  // When the tab with the stream closes, another takes over and misses nothing.
  let asked = 0
  other.on('request', (sent) => (asked += Number(sent.url().includes('/api/messaging/'))))
  await page.close()
  await writeMessage(bello, ada, 'In between')
  await expect(rows(other).first()).toContainText('In between')
  expect(streams.length).toBe(2)
  expect(streams.at(-1)?.headers()['last-event-id']).toMatch(/^\d+$/)
  expect(asked).toBe(0)
})

test('without locks each tab has a stream of its own, and nothing comes twice', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await pair(server)
  const streams = streamsOf(context)
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await enter(page, ada.token)
  const other = await context.newPage()
  await openInbox(page)
  await openInbox(other)
  await expect.poll(() => streams.length).toBe(2)
  await writeMessage(bello, ada, 'To each of you')
  for (const tab of [page, other]) {
    await expect(rows(tab).first()).toContainText('To each of you')
    await expect(rows(tab).first()).toContainText('1 unread message')
    await expect(rows(tab)).toHaveCount(2)
  }
})

test('a hidden tab does nothing, and catches up when it is looked at', async ({ page, context, server }) => {
  const [ada, bello] = await pair(server)
  const streams = streamsOf(context)
  await enter(page, ada.token)
  await openInbox(page)
  await expect.poll(() => streams.length).toBe(1)
  await writeMessage(bello, ada, 'Before')
  await expect(rows(page).first()).toContainText('Before')
  const ended = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/live'))
  await setHidden(page, true)
  await ended
  let asked = 0
  page.on('request', () => (asked += 1))
  await writeMessage(bello, ada, 'Behind')
  const other = await context.newPage()
  await openInbox(other)
  await writeMessage(bello, ada, 'Still behind')
  await expect(rows(other).first()).toContainText('Still behind')
  await expect(rows(page).first()).toContainText('Before')
  expect(asked).toBe(0)
  await setHidden(page, false)
  await expect(rows(page).first()).toContainText('Still behind')
  await expect(badge(page)).toHaveAccessibleName(unread(2))
  expect(streams.length).toBe(2)
  // Nobody looks, and the last to look comes back alone.
  await setHidden(other, true)
  await setHidden(page, true)
  await writeMessage(bello, ada, 'Behind both')
  await setHidden(page, false)
  await expect(rows(page).first()).toContainText('Behind both')
  await expect(rows(other).first()).toContainText('Still behind')
})

test('a cut line is taken up again, and nothing is missed', async ({ page, context, server }) => {
  const [ada, bello] = await pair(server)
  const streams = streamsOf(context)
  await enter(page, ada.token)
  await openInbox(page)
  await writeMessage(bello, ada, 'Before')
  await expect(rows(page).first()).toContainText('Before')
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await writeMessage(bello, ada, 'While it was dark')
  await writeMessage(bello, ada, 'While it was dark, again')
  await expect(rows(page).first()).toContainText('Before')
  await context.setOffline(false)
  await expect(rows(page).first()).toContainText('While it was dark, again')
  await expect(rows(page).first()).toContainText('3 unread messages')
  expect(streams.at(-1)?.headers()['last-event-id']).toMatch(/^\d+$/)

  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await writeMessage(bello, ada, 'While it was night')
  // The server does not know what came after this one.
  const beyond = { 'last-event-id': '999999' }
  await page.route('**/api/live', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...beyond } }),
  )
  await context.setOffline(false)
  await expect(rows(page).first()).toContainText('While it was night')
  await expect(rows(page).first()).toContainText('4 unread messages')
  let asked = 0
  page.on('request', (sent) => (asked += Number(sent.url().includes('/api/messaging/'))))
  await writeMessage(bello, ada, 'In the light')
  await expect(rows(page).first()).toContainText('In the light')
  expect(asked).toBe(0)

  expect((await ada.api.post('/api/logout')).ok()).toBe(true)
  await writeMessage(bello, ada, 'After')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your session has ended. Please sign in again.').first()).toBeVisible()
})

test('where no stream comes through, the page asks every 15 seconds', async ({ page, server }) => {
  const [ada, bello] = await pair(server)
  await page.clock.install()
  await enter(page, ada.token)
  let tries = 0
  await page.route('**/api/live', async (route) => {
    tries += 1
    await route.fulfill({ contentType: 'text/html', body: 'No streams here' })
  })
  await openInbox(page)
  await expect.poll(() => tries).toBe(1)
  await writeMessage(bello, ada, 'By the long way')
  await page.clock.fastForward(15_000)
  await expect(rows(page).first()).toContainText('By the long way')
  await expect(badge(page)).toHaveAccessibleName(unread(2))
  expect(tries).toBe(1)
  await page.unrouteAll()
  const stream = page.waitForRequest('**/api/live')
  await page.clock.fastForward(60_000)
  await stream
  await writeMessage(bello, ada, 'By the short way')
  await expect(rows(page).first()).toContainText('By the short way')
})

test('a server that was started anew goes on where the last one stopped', async ({ page, server }) => {
  const [ada, bello] = await pair(server)
  const proxy = await openProxy()
  let node = await startNode(server)
  proxy.forwardTo(node)
  await page.goto(`${proxy.url}/favicon.svg`)
  await page.evaluate((token) => localStorage.setItem('rootsquare.token', token), ada.token)
  await page.goto(`${proxy.url}/inbox`)
  await expect(rows(page)).toHaveCount(1)
  const throughDoor = { ...bello, api: await apiOf(proxy.url, bello.token) }
  await writeMessage(throughDoor, ada, 'Before')
  await expect(rows(page).first()).toContainText('Before')
  let asked = 0
  page.on('request', (sent) => (asked += Number(sent.url().includes('/api/messaging/'))))
  await node.stop()
  node = await startNode(server)
  proxy.forwardTo(node)
  await writeMessage(throughDoor, ada, 'After')
  await expect(rows(page).first()).toContainText('After')
  await expect(rows(page).first()).toContainText('2 unread messages')
  expect(asked).toBe(0)
  await rows(page).first().click()
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await expect(field).toBeVisible()
  await node.stop()
  for (const text of ['To nobody', 'Still nobody']) {
    await field.fill(text)
    await field.press('Enter')
  }
  await expect(page.getByRole('list', { name: 'On their way' })).toHaveText(/To nobody.*Still nobody/)
  node = await startNode(server)
  proxy.forwardTo(node)
  await expect(page.getByRole('log')).toHaveText(/To nobody.+Sent.*Still nobody.+Sent$/)
  await throughDoor.api.dispose()
  proxy.close()
  await node.stop()
})
