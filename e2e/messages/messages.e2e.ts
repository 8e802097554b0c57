import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { expectSnackbar, holdBack, snackbars } from '../support/in-settings.ts'
import { joinSquare, writeMessage } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, onSignIn } from '../support/visit.ts'

const sendCall = '**/api/messaging/create'
const threadCall = '**/api/messaging/with/*'
const readCall = '**/api/messaging/read/with/*'

const log = (page: Page) => page.getByRole('log')
const said = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const onTheirWay = (page: Page) => page.getByRole('list', { name: 'On their way' }).getByRole('listitem')
const toEnd = (page: Page) => page.getByRole('button', { name: /^Go to the end/ })
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

async function openThread(page: Page, member: Member, other: { id: number }): Promise<void> {
  await enter(page, member.token)
  await page.goto(`/messages/${other.id}`)
  await expect(field(page)).toBeVisible()
}

/** In a browser of their own. */
async function besides(browser: Browser, url: string, member: Member, other: Member): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await openThread(page, member, other)
  return page
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** As the server has it, oldest first. */
async function between(member: Member, other: Member): Promise<string[]> {
  const reply = await member.api.get(`/api/messaging/with/${other.id}`, { params: { size: 100 } })
  const { data }: { data: { content: { message: string }[] } } = await reply.json()
  return data.content.map(({ message }) => message).toReversed()
}

/** In the log, wherever that stands. */
function heightOf(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const top = element.closest('[role=log]')?.getBoundingClientRect().top ?? 0
    return Math.round(element.getBoundingClientRect().top - top)
  })
}

test('two who write to each other see it at once, and see that it was read', async ({
  page,
  browser,
  server,
}) => {
  const ada = await joinSquare(server, { firstName: 'Ada', lastName: 'Obi' })
  const bose = await joinSquare(server, { firstName: 'Bose', lastName: 'Ade' })
  await openThread(page, ada, bose)
  await expect(page).toHaveTitle('Bose Ade · Rootsquare')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bose Ade @${bose.username}`)
  await expect(log(page)).toContainText('Say hello to Bose Ade')
  await write(page, '   ')
  await write(page, 'Is the cloth still there?')
  await expect(said(page)).toHaveCount(1)
  await expect(said(page)).toHaveText(/^Today\s*You: Is the cloth still there\?\d\d:\d\d.+Sent$/)

  const beside = await besides(browser, server.url, bose, ada)
  await expect(said(beside)).toHaveText(/New messages\s*Ada Obi: Is the cloth still there\?/)
  await expect(said(page)).toHaveText(/Read$/)
  await field(beside).fill('It is:')
  await field(beside).press('Shift+Enter')
  await field(beside).pressSequentially('https://rootsquare.example/cloth.')
  await field(beside).press('Enter')
  await expect(said(page).nth(1)).toContainText('Bose Ade: It is:\nhttps://rootsquare.example/cloth.')
  await expect(said(page).getByRole('link')).toHaveAttribute('href', 'https://rootsquare.example/cloth')
  await expect(said(page).nth(1)).not.toContainText('Read')
  await expect(said(beside).nth(1)).toHaveText(/Read$/)
  await expect(field(beside)).toHaveValue('')
  await write(page, 'Keep it for me')
  await expect(said(beside).nth(2)).toContainText('Keep it for me')
  await expect(said(page).nth(2)).toHaveText(/Read$/)
  expect(await between(ada, bose)).toHaveLength(3)
  await beside.context().close()
})

test('what fails, has no line or is on its way is kept over reloads, and goes out once and in order from wherever one is', async ({
  page,
  context,
  server,
}) => {
  const [ada, bose] = [await joinSquare(server), await joinSquare(server)]
  await openThread(page, ada, bose)
  const notSoFast = answer(429, { error: ['Not so fast'], message: '' })
  await page.route(sendCall, notSoFast)
  await write(page, 'Refused')
  await expect(onTheirWay(page)).toContainText('Not so fast')
  await expect(snackbars(page).getByText('Not so fast')).toHaveCount(0)
  await write(page, 'Behind it')
  await page.unroute(sendCall)
  await page.reload()
  await expect(onTheirWay(page)).toHaveText([/Refused.*Not so fast/, /Behind it.*Sending…/])
  // Only the answer is lost.
  await page.route(
    sendCall,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await onTheirWay(page).getByRole('button', { name: 'Retry' }).click()
  await expect(field(page)).toBeFocused()
  await expect(said(page)).toHaveText([/Refused.+Sent$/, /Behind it.+Sent$/])
  await expect(onTheirWay(page)).toHaveCount(0)
  await page.route(sendCall, notSoFast)
  await write(page, 'Never mind')
  await write(page, 'Rather this')
  await expect(onTheirWay(page)).toHaveText([/Not so fast/, /Sending…/])
  await page.unroute(sendCall)
  await onTheirWay(page).getByRole('button', { name: 'Delete' }).click()
  await expect(field(page)).toBeFocused()
  await expect(said(page).last()).toHaveText(/Rather this.+Sent$/)
  expect(await between(ada, bose)).toEqual(['Refused', 'Behind it', 'Rather this'])

  // Without a line it waits, and goes by itself when the line is back.
  await context.setOffline(true)
  await write(page, 'From the tunnel')
  await write(page, 'Still in it')
  await expect(onTheirWay(page)).toHaveText([/From the tunnel.*Sending…/, /Still in it.*Sending…/])
  await expect(page.getByText('Error sending message')).toHaveCount(0)
  await context.setOffline(false)
  await expect(said(page)).toHaveCount(5)
  await expect(said(page).nth(3)).toHaveText(/From the tunnel.+Sent$/)
  await expect(said(page).last()).toHaveText(/Still in it.+Sent$/)
  await expect(onTheirWay(page)).toHaveCount(0)
  expect((await between(ada, bose)).slice(3)).toEqual(['From the tunnel', 'Still in it'])

  // A reload keeps its order, and what is half written. Held until then: a route that is taken off lets go what it holds.
  const { hold, letGo } = holdBack()
  await page.route(sendCall, hold)
  for (const text of ['One', 'Two', 'Three']) await write(page, text)
  await field(page).fill('Half a senten')
  await expect(onTheirWay(page)).toHaveText([/One.*Sending…/, /Two.*Sending…/, /Three.*Sending…/])
  await page.reload()
  letGo()
  await expect(said(page)).toHaveCount(8)
  await expect(said(page).last()).toHaveText(/Three.+Sent$/)
  await expect(onTheirWay(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('Half a senten')
  expect((await between(ada, bose)).slice(5)).toEqual(['One', 'Two', 'Three'])

  // Leaving with it asks first, and it goes out from the next page.
  const slow = holdBack()
  await page.route(sendCall, slow.hold)
  await write(page, 'From another page')
  await expect(onTheirWay(page)).toHaveText([/Sending…/])
  const asked = page.waitForEvent('dialog')
  const away = page.goto('/settings')
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await away
  slow.letGo()
  await expect.poll(async () => (await between(ada, bose)).slice(8)).toEqual(['From another page'])
  await page.goto(`/messages/${bose.id}`)
  await expect(said(page).last()).toHaveText(/From another page.+Sent$/)
  await expect(onTheirWay(page)).toHaveCount(0)

  // Who has gone elsewhere meanwhile is told.
  const last = holdBack()
  await page.route(sendCall, notSoFast)
  await page.route(sendCall, last.hold)
  await write(page, 'While I go')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await expect(log(page)).toHaveCount(0)
  last.letGo()
  await expectSnackbar(page, 'Not so fast')
})

test('automated messages cannot be answered; trouble is told as such, a server that is not there only after a minute', async ({
  page,
  server,
}) => {
  const ada = await joinSquare(server, { firstName: 'Ada', lastName: 'Obi' })
  await enter(page, ada.token)
  await page.clock.install()
  let asked = 0
  await page.route(threadCall, async (route) => {
    asked += 1
    await route.fulfill({ status: 500 })
  })
  const live = page.waitForResponse('**/api/live')
  await page.goto('/messages/0')
  await live
  for (const [at, waitMs] of [1000, 2000].entries()) {
    await expect.poll(() => asked).toBe(at + 1)
    await page.clock.fastForward(waitMs)
  }
  await expectSnackbar(page, 'Error fetching messages')
  expect(asked).toBe(3)
  await page.unroute(threadCall)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rootsquare')
  await expect(said(page).first()).toContainText('Automated Message')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const bose = await joinSquare(server, { firstName: 'Bose', lastName: 'Ade' })
  await page.route(`**/api/user/${bose.id}`, answer(400, { error: ['Not now'], message: '' }))
  await page.goto(`/messages/${bose.id}`)
  await expectSnackbar(page, 'Error fetching messages')
  await expect(log(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(log(page)).toContainText('Say hello to Bose Ade')

  let tries = 0
  await page.route(sendCall, async (route) => {
    tries += 1
    await route.fulfill({ status: 503 })
  })
  await write(page, 'One')
  await write(page, 'Two')
  await expect.poll(() => tries).toBe(1)
  await page.clock.fastForward(2000)
  await expect.poll(() => tries).toBe(2)
  await page.clock.fastForward(31_000)
  await expect.poll(() => tries).toBe(3)
  await expect(onTheirWay(page)).toHaveText([/One.*Sending…/, /Two.*Sending…/])
  await page.clock.fastForward(31_000)
  await expect(onTheirWay(page)).toHaveText([/One.*Error sending message/, /Two.*Sending…/])
  await onTheirWay(page).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => tries).toBe(5)
  await page.unroute(sendCall)
  await page.clock.fastForward(2000)
  await expect(said(page)).toHaveText([/One.+Sent$/, /Two.+Sent$/])
  expect(await between(ada, bose)).toEqual(['One', 'Two'])

  for (const [id, words] of [
    ['99999999', 'User not found'],
    ['nobody', 'User not found'],
    [String(ada.id), 'You cannot write to yourself.'],
  ] as const) {
    await page.goto(`/messages/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
  }
})

test('a long conversation opens at the first unread one, also behind many of one’s own, and nothing that comes moves what is read', async ({
  page,
  context,
  server,
}) => {
  const [ada, bose] = [await joinSquare(server), await joinSquare(server)]
  const sent = Array.from({ length: 60 }, (_, at) => writeMessage(bose, ada, `Number ${at + 1}.`))
  const ids = (await Promise.all(sent)).toSorted((one, other) => one - other)
  const texts = await between(ada, bose)
  await ada.api.patch(`/api/messaging/read/with/${bose.id}`, { data: { upTo: ids[39] } })
  const { hold, letGo } = holdBack()
  await page.route(`${threadCall}cursor=*`, hold)
  await page.setViewportSize({ width: 1280, height: 500 })
  await openThread(page, ada, bose)
  await expect(said(page)).toHaveCount(30)
  const first = said(page).filter({ hasText: texts[40] })
  await expect(first).toContainText('New messages')
  await expect(first).toBeInViewport()
  await expect(said(page).last()).not.toBeInViewport()
  // Opened is read, also what is further down.
  const unreadBy = async () => (await ada.api.get('/api/messaging/unread')).text()
  await expect.poll(unreadBy).toContain('"senders":1')

  const oldest = said(page).getByText(texts[30] ?? '')
  await log(page).evaluate((box) => (box.scrollTop = 150))
  const before = await heightOf(oldest)
  letGo()
  await expect(said(page)).toHaveCount(60)
  expect(await heightOf(oldest)).toBe(before)
  await expect(page.getByRole('button', { name: 'Older messages' })).toHaveCount(0)

  await writeMessage(bose, ada, 'Number 61.')
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end, 1 new message')
  await toEnd(page).click()
  await expect(said(page).last()).toBeInViewport()
  await expect(said(page).last()).toContainText('Number 61.')
  await expect(toEnd(page)).toHaveCount(0)
  await writeMessage(bose, ada, 'Number 62.')
  await expect(said(page).filter({ hasText: 'Number 62.' })).toBeInViewport()
  await log(page).evaluate((box) => (box.scrollTop = 600))
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end')
  const read = said(page).filter({ hasText: texts[12] })
  const there = await heightOf(read)
  await page.route('**/api/live', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'last-event-id': '999999' } }),
  )
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  for (const at of [63, 64, 65]) await writeMessage(bose, ada, `Number ${at}.`)
  await context.setOffline(false)
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end, 3 new messages')
  expect(await heightOf(read)).toBe(there)
  await toEnd(page).click()
  await expect(said(page).last()).toContainText('Number 65.')
  await field(page).fill('One\ntwo\nthree\nfour\nfive\nsix\nseven')
  await expect(said(page).last()).toBeInViewport()
  await expect.poll(unreadBy).toContain('"senders":1')

  // Behind many of one’s own; its line goes once one answers.
  const chi = await joinSquare(server)
  await writeMessage(chi, ada, 'The first')
  await Promise.all(Array.from({ length: 35 }, (_, at) => writeMessage(ada, chi, `Own ${at}.`)))
  await writeMessage(chi, ada, 'The second')
  await page.goto(`/messages/${chi.id}`)
  const unread = said(page).filter({ hasText: 'The first' })
  await expect(unread).toContainText('New messages')
  await expect(unread).toBeInViewport()
  await write(page, 'An answer')
  await expect(said(page).last()).toHaveText(/An answer.+Sent$/)
  await expect(unread).not.toContainText('New messages')
})

test('under a finger the first tap counts; what was read, and what failed when one writes on, is told again', async ({
  browser,
  server,
}) => {
  const [ada, bose] = [await joinSquare(server), await joinSquare(server)]
  await writeMessage(bose, ada, 'Good morning')
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL: server.url, hasTouch: true, isMobile: true, viewport })
  const page = await context.newPage()
  await page.clock.install()
  const lost = page.waitForRequest(readCall)
  await page.route(readCall, (route) => route.abort(), { times: 1 })
  await openThread(page, ada, bose)
  await lost
  const unreadBy = async () => (await ada.api.get('/api/messaging/unread')).text()
  expect(await unreadBy()).toContain('"senders":2')
  await page.clock.fastForward(2000)
  await expect.poll(unreadBy).toContain('"senders":1')

  async function tapSend(text: string): Promise<void> {
    await field(page).tap()
    await field(page).fill(text)
    await page.getByRole('button', { name: 'Send message' }).tap()
  }
  const failOnce = () => page.route(sendCall, (route) => route.fulfill({ status: 500 }), { times: 1 })
  await failOnce()
  await tapSend('Good evening')
  await onTheirWay(page).getByRole('button', { name: 'Retry' }).tap()
  await expect(said(page).last()).toHaveText(/Good evening.+Sent$/)

  // Whoever writes on tries the failed one again.
  await failOnce()
  await tapSend('Are you well?')
  await expect(onTheirWay(page).getByRole('button', { name: 'Retry' })).toBeVisible()
  await tapSend('And the children?')
  await expect(said(page)).toHaveText([/morning/, /evening/, /well\?.+Sent$/, /children\?.+Sent$/])
  await context.close()
})

test('looks right on a desk and on a phone, and works by the keyboard', async ({ page, server }) => {
  const ada = await joinSquare(server, { firstName: 'Ada', lastName: 'Obi' })
  const bose = await joinSquare(server, { firstName: 'Bose', lastName: 'Ade' })
  await writeMessage(bose, ada, `A long word: ${'W'.repeat(300)}`)
  await writeMessage(ada, bose, 'Read already')
  await bose.api.patch(`/api/messaging/read/with/${ada.id}`, { data: {} })
  await writeMessage(ada, bose, 'Not read yet')
  await openThread(page, ada, bose)
  await page.route(sendCall, answer(429, { error: ['Not so fast'], message: '' }))
  await write(page, 'One that failed')
  await expect(onTheirWay(page)).toContainText('Not so fast')
  await expect(page.getByRole('complementary', { name: 'Inbox' }).getByRole('link')).toHaveCount(2)
  await expectAccessibleScreen(page)
  await expect(page.getByRole('complementary', { name: 'Inbox' })).toHaveCount(0)

  await page.unroute(sendCall)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Back to the inbox' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: `Bose Ade @${bose.username}` })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Options for @${bose.username}` })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(log(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Options for the message of / })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(said(page).last()).toContainText('One that failed')
  await page.keyboard.type('By the keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(said(page).last()).toContainText('By the keyboard')
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page).toHaveURL('/inbox')
})

test('who has gone meanwhile, or is blocked, cannot be written to; the words are kept, and go when they come back', async ({
  page,
  server,
}) => {
  const [ada, bose] = [await joinSquare(server), await joinSquare(server, { firstName: 'Bose' })]
  await openThread(page, ada, bose)
  // Without word to this page.
  await page.route('**/api/live', (route) => route.abort())
  await page.reload()
  await field(page).fill('Are you there?')
  expect((await bose.api.post(`/api/user/block/${ada.id}`)).ok()).toBe(true)
  await field(page).press('Enter')
  await expect(page.getByText('You can no longer write to this member.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await expect(onTheirWay(page)).toContainText('Are you there?')
  await expect(onTheirWay(page).getByRole('button', { name: 'Delete' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
  await expect(page.getByRole('main')).toContainText('Are you there?')
  expect((await bose.api.post(`/api/user/unblock/${ada.id}`)).ok()).toBe(true)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await onTheirWay(page).getByRole('button', { name: 'Retry' }).click()
  await expect(said(page)).toHaveText([/Are you there\?.+Sent$/])

  await writeMessage(bose, ada, 'Buy this')
  await page.unrouteAll()
  await page.reload()
  await expect(said(page)).toHaveCount(2)
  await field(page).fill('x'.repeat(5001))
  await expect(page.getByText('Maximum 5000 characters allowed (5001)')).toBeVisible()
  await field(page).press('Enter')
  await expect(onTheirWay(page)).toHaveCount(0)
  await field(page).fill('Please stop')
  expect((await ada.api.post(`/api/user/block/${bose.id}`)).ok()).toBe(true)
  await field(page).press('Enter')
  await expect(page.getByText('You have blocked Bose Comer.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await expect(onTheirWay(page)).toContainText('Please stop')
  await expect(said(page).last()).toContainText('Buy this')
  await onTheirWay(page).getByRole('button', { name: 'Delete' }).click()
  await expect(onTheirWay(page)).toHaveCount(0)
  await expect(log(page)).toBeFocused()
})

test('whoever signs in after another finds nothing of theirs, in no tab', async ({
  page,
  context,
  server,
}) => {
  const [ada, bose, chi] = [await joinSquare(server), await joinSquare(server), await joinSquare(server)]
  await writeMessage(bose, ada, 'For Ada')
  await openThread(page, ada, bose)
  await page.route(sendCall, answer(429, { error: ['Not so fast'], message: '' }))
  await write(page, 'Not sent')
  await expect(onTheirWay(page)).toContainText('Not so fast')
  await page.unroute(sendCall)
  await field(page).fill('Half a senten')
  const other = await context.newPage()
  await other.goto('/logout')
  await expect(other).toHaveURL('/')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/Not sent|Half/)
  await onSignIn(page).fill(chi.username, chi.password)
  await page.waitForURL('/user')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Inbox/ })).toHaveAccessibleName(
    'Inbox, 1 unread conversation',
  )
  await page.goto(`/messages/${bose.id}`)
  await expect(field(page)).toHaveValue('')
  await expect(log(page)).toContainText('Say hello')
  await expect(onTheirWay(page)).toHaveCount(0)
})
