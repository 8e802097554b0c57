import type { Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { signUpMember, type Member } from '../support/members.ts'
import { quarters } from '../support/pictures.ts'
import { answer, enter, test } from '../support/visit.ts'

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const sendCall = '**/api/messaging/create'
const notSoFast = answer(429, { error: ['Not so fast'], message: '' })

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

async function openConversation(page: Page, member: Member, other: Member): Promise<void> {
  await enter(page, member.token, `/messages/${other.id}`)
  await expect(field(page)).toBeVisible()
}

/** A steady tone in place of a microphone, which machines for tests do not have. */
function hum(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const output = context.createMediaStreamDestination()
    tone.connect(output)
    tone.start()
    return output.stream
  }
}

/** A short note may have ended before a busy machine looks, so the page itself waits until it can be paused. */
function untilPlaying(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const observer = new MutationObserver(() => {
      if (document.querySelector('button[aria-label="Pause voice note"]') !== null) resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    await promise
    observer.disconnect()
  })
}

test('two members see each other’s words, pictures and voice notes at once', async ({
  page,
  browser,
  server,
}) => {
  const [ada, bose] = await Promise.all([
    signUpMember(server, { firstName: 'Ada', lastName: 'Obi' }),
    signUpMember(server, { firstName: 'Bose', lastName: 'Ade' }),
  ])
  await openConversation(page, bose, ada)
  await write(page, 'Is the cloth still there?')
  await expect(messages(page)).toHaveText(/You: Is the cloth still there\?.+Sent$/)
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL: server.url, hasTouch: true, isMobile: true, viewport })
  const phone = await context.newPage()
  await phone.addInitScript(hum)
  await openConversation(phone, ada, bose)
  await expect(messages(phone)).toHaveText(/New messages\s*Bose Ade: Is the cloth still there\?/)
  await expect(messages(page)).toHaveText(/Read$/)
  await expect(phone.getByRole('navigation', { name: 'Quick links' })).toBeHidden()

  // The bottom bar hides while the keyboard is open, and must not move a button under a tap.
  await phone.route(sendCall, notSoFast, { times: 1 })
  await field(phone).tap()
  await field(phone).fill('It is')
  await button(phone, 'Send message').tap()
  await button(phone, 'Retry').tap()
  await expect(messages(page).nth(1)).toContainText('Ada Obi: It is')
  await expect(messages(phone).nth(1)).toHaveText(/Read$/)
  // A tap leaves the message hovered, and the dots of its menu must not stand on its text.
  await messages(phone).nth(1).getByText('It is').hover()
  await expect(messages(phone).nth(1).locator('[data-message-menu]')).toHaveCSS('opacity', '0')

  const file = { name: 'cloth.png', mimeType: 'image/png', buffer: quarters(400, 300) }
  await phone.getByLabel('Pictures to attach').setInputFiles([file, file])
  await button(phone, 'Send message').tap()
  await expect(messages(phone).getByRole('img')).toHaveCount(2)
  await button(phone, 'Record a voice note').tap()
  // The recording may take any time, but must not be empty.
  await expect(phone.getByRole('timer')).toHaveText(/^(?!0:00)\d:\d\d$/)
  await button(phone, 'Send voice note').tap()
  await expect(messages(phone)).toHaveCount(4)

  await button(page, 'Open picture 1 of 2').click()
  await expect(page.getByRole('dialog', { name: 'Pictures from Ada Obi' })).toBeVisible()
  await page.keyboard.press('Escape')
  const playing = untilPlaying(page)
  await button(page, /^Play voice note, (?!0:00)\d:\d\d$/).click()
  await playing
  await expect(button(page, /^Play voice note/)).toBeVisible()
  await page.route(sendCall, notSoFast, { times: 1 })
  await write(page, 'One that failed')
  await expect(button(page, 'Retry')).toBeVisible()
  await expectAccessibleScreen(page)

  await messages(phone).last().locator('time').dispatchEvent('contextmenu')
  await button(phone, 'Take back').tap()
  for (const one of [phone, page]) await expect(messages(one).last()).toContainText('Message taken back')
  await context.close()
})

test('a voice note whose tab was closed while it was uploaded is sent at the next start', async ({
  browser,
  server,
}) => {
  const [ada, bose] = await Promise.all([signUpMember(server), signUpMember(server)])
  const context = await browser.newContext({ baseURL: server.url })
  const tab = await context.newPage()
  await tab.addInitScript(hum)
  await tab.route('**/api/media/upload', (route) => route.abort())
  await openConversation(tab, ada, bose)
  await button(tab, 'Record a voice note').click()
  await expect(tab.getByRole('timer')).toHaveText(/^(?!0:00)\d:\d\d$/)
  const failed = tab.waitForEvent('requestfailed')
  await button(tab, 'Send voice note').click()
  await failed
  await expect(tab.getByRole('list', { name: 'On their way' })).toContainText('Sending…')
  await tab.close()
  const next = await context.newPage()
  await enter(next, ada.token, `/messages/${bose.id}`)
  await expect(button(next, /^Play voice note/)).toBeVisible()
  await expect(messages(next)).toHaveText(/Sent$/)
  await context.close()
})
