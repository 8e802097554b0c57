import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { signUpMember } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { quarters } from '../support/pictures.ts'
import { enter, expectAccessibleScreen, test } from '../support/visit.ts'

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function openThread(page: Page, member: Member, other: Member): Promise<void> {
  await enter(page, member.token)
  await page.goto(`/messages/${other.id}`)
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toBeVisible()
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

test('pictures and voice notes arrive, and are taken back on a phone', async ({ page, browser, server }) => {
  const ada = await signUpMember(server, { firstName: 'Ada', lastName: 'Obi' })
  const bose = await signUpMember(server, { firstName: 'Bose', lastName: 'Ade' })
  await openThread(page, bose, ada)
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL: server.url, hasTouch: true, isMobile: true, viewport })
  const phone = await context.newPage()
  await phone.addInitScript(hum)
  await openThread(phone, ada, bose)
  await expect(phone.getByRole('navigation', { name: 'Quick links' })).toBeHidden()

  const file = { name: 'cloth.png', mimeType: 'image/png', buffer: quarters(400, 300) }
  await phone.getByLabel('Pictures to attach').setInputFiles([file, file])
  await button(phone, 'Send message').tap()
  await expect(messages(phone).getByRole('img')).toHaveCount(2)
  await button(phone, 'Record a voice note').tap()
  // As long as it takes, but not empty.
  await expect(phone.getByRole('timer')).toHaveText(/^(?!0:00)\d:\d\d$/)
  await button(phone, 'Send voice note').tap()
  await expect(messages(phone)).toHaveCount(2)

  await button(page, 'Open picture 1 of 2').click()
  await expect(page.getByRole('dialog', { name: 'Pictures from Ada Obi' })).toBeVisible()
  await page.keyboard.press('Escape')
  const playing = untilPlaying(page)
  await button(page, /^Play voice note, (?!0:00)\d:\d\d$/).click()
  await playing
  await expect(button(page, /^Play voice note/)).toBeVisible()
  await expectAccessibleScreen(page)

  await messages(phone).last().locator('time').dispatchEvent('contextmenu')
  await button(phone, 'Take back').tap()
  for (const one of [phone, page]) await expect(messages(one).last()).toContainText('Message taken back')
  await context.close()
})
