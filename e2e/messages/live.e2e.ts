import type { BrowserContext, Page, Request } from '@playwright/test'
import { openProxy } from '../support/proxy.ts'
import { expect, startNode } from '../support/fixtures.ts'
import { signUpPair, writeMessage } from '../support/members.ts'
import { enter, setHidden, test } from '../support/visit.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link')
const rowsBeside = (page: Page) => page.getByRole('complementary', { name: 'Inbox' }).getByRole('link')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })

/** The streams that all tabs have opened. */
function streamsOf(context: BrowserContext): Request[] {
  const streams: Request[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams.push(request)
  })
  return streams
}

/** The calls for messages that one tab makes from now on, of one method or all. */
function callsOf(page: Page, method?: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    const isWanted = method === undefined || request.method() === method
    if (isWanted && request.url().includes('/api/messaging/')) calls.push(request)
  })
  return calls
}

async function openInbox(page: Page): Promise<void> {
  await page.goto('/inbox')
  await expect(rows(page).first()).toBeVisible()
}

test('one stream serves all visible tabs, and another tab takes it over', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = await signUpPair(server)
  const streams = streamsOf(context)
  await enter(page, ada.token)
  const other = await context.newPage()
  await openInbox(page)
  await openInbox(other)
  await expect.poll(() => streams.length).toBe(1)
  const chatId = await writeMessage(bello, ada, 'Are you there?')
  for (const tab of [page, other]) {
    await expect(rows(tab).first()).toHaveText(/Bello Musa.+Are you there\?.+1 unread message/)
    await expect(badge(tab)).toHaveAccessibleName('Inbox, 2 unread conversations')
  }
  expect((await ada.api.patch(`/api/messaging/read/${chatId}`)).ok()).toBe(true)
  for (const tab of [page, other]) {
    await expect(rows(tab).first()).not.toContainText('unread')
    await expect(badge(tab)).toHaveAccessibleName('Inbox, 1 unread conversation')
  }
  expect(streams.length).toBe(1)

  // The tab with the stream is hidden: it ends its stream, and the other one opens its own.
  const calls = { page: callsOf(page), other: callsOf(other) }
  await setHidden(page, true)
  await expect.poll(() => streams.length).toBe(2)
  expect(streams.at(-1)?.headers()['last-event-id']).toMatch(/^\d+$/)
  await writeMessage(bello, ada, 'While hidden')
  await expect(rows(other).first()).toContainText('While hidden')
  await expect(rows(page).first()).toContainText('Are you there?')
  expect(calls.page.length).toBe(0)
  expect(calls.other.length).toBe(0)
  await setHidden(page, false)
  await expect(rows(page).first()).toContainText('While hidden')
  await expect(badge(page)).toHaveAccessibleName('Inbox, 2 unread conversations')
  expect(streams.length).toBe(2)

  // The tab with the stream closes: nothing is missed, and nothing has to be loaded.
  const loaded = calls.page.length
  await other.close()
  await writeMessage(bello, ada, 'In between')
  await expect(rows(page).first()).toContainText('In between')
  expect(streams.length).toBe(3)
  expect(calls.page.length).toBe(loaded)
})

test('a restarted server continues the stream of the last one', async ({ page, server }) => {
  const [ada, bello] = await signUpPair(server)
  const proxy = await openProxy()
  let node = await startNode(server)
  proxy.forwardTo(node)
  await page.goto(`${proxy.url}/favicon.svg`)
  await page.evaluate((token) => localStorage.setItem('rootsquare.token', token), ada.token)
  await page.goto(`${proxy.url}/messages/${bello.id}`)
  const field = page.getByRole('textbox', { name: 'Write a message' })
  const log = page.getByRole('log')
  await expect(field).toBeVisible()
  await writeMessage(bello, ada, 'Before')
  await expect(log).toContainText('Before')
  // The list beside the conversation may be loaded after it.
  await expect(rowsBeside(page).first()).toContainText('Before')
  const loads = callsOf(page, 'GET')
  await node.stop()
  for (const text of ['To nobody', 'Still nobody']) {
    await field.fill(text)
    await field.press('Enter')
  }
  await expect(page.getByRole('list', { name: 'On their way' })).toHaveText(/To nobody.*Still nobody/)
  // The other node on the same database runs all the time.
  await writeMessage(bello, ada, 'Meanwhile')
  node = await startNode(server)
  proxy.forwardTo(node)
  await expect(log).toContainText('Meanwhile')
  await expect(log).toContainText(/To nobody.+Sent.*Still nobody.+Sent/)
  await expect(rowsBeside(page).first()).toContainText('Still nobody')
  expect(loads.map((one) => one.url())).toEqual([])
  proxy.close()
  await node.stop()
})
