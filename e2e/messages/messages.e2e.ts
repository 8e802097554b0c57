import type { Locator, Page } from '@playwright/test'
import { expectAccessibleScreen, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { send, signUpMember, writeMessage, type Member } from '../support/members.ts'
import { answer, untilStable, delayResponses, enter, pressKeys, pressTo, test } from '../support/visit.ts'

const sendCall = '**/api/messaging/create'
const notSoFast = answer(429, { error: ['Not so fast'], message: '' })

const log = (page: Page) => page.getByRole('log')
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const outgoing = (page: Page) => page.getByRole('list', { name: 'On their way' }).getByRole('listitem')
const toEnd = (page: Page) => page.getByRole('button', { name: /^Go to the end/ })
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const inboxRows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link')

async function openConversation(page: Page, member: Member, other: { id: number }): Promise<void> {
  await enter(page, member.token, `/messages/${other.id}`)
  await expect(field(page)).toBeVisible()
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** As the server has them, oldest first. */
async function storedMessages(member: Member, other: Member): Promise<string[]> {
  type Stored = { content: { message: string }[] }
  const { content } = await send<Stored>(member, 'get', `/messaging/with/${other.id}?size=100`)
  return content.map(({ message }) => message).toReversed()
}

/** Measured from the top of the log. */
function topOf(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const top = element.closest('[role=log]')?.getBoundingClientRect().top ?? 0
    return element.getBoundingClientRect().top - top
  })
}

/** Heights are fractions of a pixel, and a log scrolls by whole ones. */
async function expectPlace(row: Locator, top: number): Promise<void> {
  await expect.poll(async () => Math.abs((await topOf(row)) - top)).toBeLessThanOrEqual(1)
}

test('the inbox and a conversation fit the screen and work by keyboard', async ({
  page,
  context,
  server,
}) => {
  const ada = await signUpMember(server, { firstName: 'Ada', lastName: 'Obi' })
  const bose = await signUpMember(server, { firstName: 'Bose', lastName: 'Ade' })
  await writeMessage(bose, ada, `A long word: ${'W'.repeat(300)}`)
  await writeMessage(ada, bose, 'Read already')
  await bose.api.patch(`/api/messaging/read/with/${ada.id}`, { data: {} })
  await writeMessage(ada, bose, `Not read yet. ${'A very long letter. '.repeat(100)}`)
  await enter(page, ada.token, '/inbox')
  await expect(inboxRows(page)).toHaveText([/^Bose Ade.+You: Not read yet/, /^Rootsquare/])
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  await expectAccessibleScreen(page)
  await expect(page.getByText('Choose a conversation')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('main').focus()
  await pressTo(page.getByRole('button', { name: 'Find people' }), 'Tab')
  await pressTo(inboxRows(page).first(), 'Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${bose.id}`)
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Inbox' }).getByRole('link')).toHaveCount(2)
  await expectFieldInViewport(page, [1280, 800], [844, 220])
  // The notice takes some of the space.
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await expectFieldInViewport(page, [1280, 800], [360, 740], [360, 400], [740, 340], [844, 220])
  await page.setViewportSize({ width: 360, height: 740 })
  const banner = page.locator('[data-under-navbar]')
  await expect(banner).toContainText('You are offline')
  await expect.poll(async () => (await banner.boundingBox())?.y).toBe(0)
  await page.getByRole('link', { name: 'Back to the inbox' }).click({ trial: true })
  await context.setOffline(false)

  await page.route(sendCall, notSoFast, { times: 1 })
  await write(page, 'One that failed')
  await expect(outgoing(page)).toContainText('Not so fast')
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectInsideViewport(page, `${width} px`)
  }
  await expect(page.getByRole('complementary', { name: 'Inbox' })).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Back to the inbox' }).focus()
  for (const next of [
    page.getByRole('link', { name: `Bose Ade @${bose.username}` }),
    page.getByRole('button', { name: `Options for @${bose.username}` }),
    log(page),
    page.getByRole('button', { name: /^Options for the message of / }).last(),
    outgoing(page).getByRole('button', { name: 'Retry' }),
  ]) {
    await pressTo(next, 'Tab')
  }
  await pressTo(field(page), 'Enter')
  await expect(messages(page).last()).toContainText('One that failed')
  await page.keyboard.type('By the keyboard')
  await pressKeys(page, 'Tab', 'Enter')
  await expect(messages(page).last()).toContainText('By the keyboard')
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page).toHaveURL('/inbox')
})

async function expectFieldInViewport(page: Page, ...sizes: [number, number][]): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect(field(page), `${width} × ${height}`).toBeInViewport({ ratio: 1 })
    const scrolls = () => document.documentElement.scrollHeight > innerHeight
    await expect.poll(() => page.evaluate(scrolls), `${width} × ${height} scrolls`).toBe(false)
  }
}

// Other cases of unsent messages are tested in conversation.test.tsx.
test('a long conversation keeps its position, and a reload loses nothing', async ({
  page,
  context,
  server,
}) => {
  const [ada, bose] = await Promise.all([signUpMember(server), signUpMember(server)])
  const sent = Array.from({ length: 40 }, (_, at) => writeMessage(bose, ada, `Number ${at + 1}.`))
  const ids = (await Promise.all(sent)).toSorted((one, other) => one - other)
  const texts = await storedMessages(ada, bose)
  await ada.api.patch(`/api/messaging/read/with/${bose.id}`, { data: { upTo: ids[19] } })
  const { release } = await delayResponses(page, '**/api/messaging/with/*cursor=*')
  await page.setViewportSize({ width: 1280, height: 500 })
  await openConversation(page, ada, bose)
  await expect(messages(page)).toHaveCount(30)
  const first = messages(page).filter({ hasText: texts[20] })
  await expect(first).toContainText('New messages')
  await expect(first).toBeInViewport()
  await expect(messages(page).last()).not.toBeInViewport()
  // Opening marks all messages as read, even those further down.
  const unreadBy = async () => (await ada.api.get('/api/messaging/unread')).text()
  await expect.poll(unreadBy).toContain('"senders":1')

  const oldest = messages(page).getByText(texts[10] ?? '')
  await log(page).evaluate((box) => (box.scrollTop = 150))
  const before = await untilStable(page, () => topOf(oldest))
  await release()
  await expect(messages(page)).toHaveCount(40)
  await expectPlace(oldest, before)
  await expect(page.getByRole('button', { name: 'Older messages' })).toHaveCount(0)

  await writeMessage(bose, ada, 'Number 41.')
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end, 1 new message')
  await toEnd(page).click()
  await expect(messages(page).last()).toBeInViewport()
  await expect(messages(page).last()).toContainText('Number 41.')
  await expect(toEnd(page)).toHaveCount(0)
  await writeMessage(bose, ada, 'Number 42.')
  await expect(messages(page).filter({ hasText: 'Number 42.' })).toBeInViewport()
  await log(page).evaluate((box) => (box.scrollTop = 600))
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end')
  const read = messages(page).filter({ hasText: texts[12] })
  const there = await untilStable(page, () => topOf(read))
  await page.route('**/api/live', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'last-event-id': '999999' } }),
  )
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  for (const at of [43, 44, 45]) await writeMessage(bose, ada, `Number ${at}.`)
  await context.setOffline(false)
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end, 3 new messages')
  await expectPlace(read, there)
  await toEnd(page).click()
  await expect(messages(page).last()).toContainText('Number 45.')

  await log(page).evaluate((box) => (box.scrollTop = 600))
  await expect(toEnd(page)).toHaveAccessibleName('Go to the end')
  const left = await untilStable(page, () => topOf(read))
  await page
    .getByRole('link', { name: `@${bose.username}` })
    .last()
    .click()
  await expect(page).toHaveURL(`/u/${bose.username}`)
  await page.goBack()
  await expect(messages(page).last()).toContainText('Number 45.')
  await expectPlace(read, left)
  await toEnd(page).click()
  await field(page).fill('One\ntwo\nthree\nfour\nfive\nsix\nseven')
  await expect(messages(page).last()).toBeInViewport()
  await expect.poll(unreadBy).toContain('"senders":1')

  await test.step('a reload', async () => {
    // The route stays until the reload, because removing it would release its calls.
    const sending = await delayResponses(page, sendCall)
    for (const text of ['First', 'Second']) await write(page, text)
    await field(page).fill('Half a senten')
    await expect(outgoing(page)).toHaveText([/First.*Sending…/, /Second.*Sending…/])
    await page.reload()
    await sending.release()
    await expect(log(page)).toContainText(/First.+Sent.*Second.+Sent/)
    await expect(outgoing(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('Half a senten')
    expect((await storedMessages(ada, bose)).slice(-2)).toEqual(['First', 'Second'])
  })
})
