import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { untilSettled } from '../support/in-settings.ts'
import { enter, test } from '../support/visit.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test('g and a second key lead to a page, ? lists them, and a switch turns them off', async ({
  page,
  token,
}) => {
  // However slow the machine, the second key comes at once; shortcuts.test.ts has how long it is waited for.
  await page.clock.setFixedTime(Date.now())
  await enter(page, token)
  await page.goto('/inbox')
  await expect(menuButton(page)).toBeVisible()
  for (const [second, path] of [
    ['m', '/marketplace'],
    ['h', '/user'],
    ['i', '/inbox'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(second)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('main')).toBeFocused()
  }

  await page.keyboard.press('g')
  await page.keyboard.press('Control+m')
  await page.keyboard.press('?')
  await expect(sheet(page).getByRole('term')).toHaveText(['?', 'g then h', 'g then m', 'g then i', 'Esc'])
  await expect(sheet(page).getByRole('definition')).toHaveText([
    'Show this sheet',
    'Go to Home',
    'Go to Marketplace',
    'Go to Inbox',
    'Close what is open',
  ])
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(sheet(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.keyboard.press('?')
  await expect(sheet(page)).toHaveCount(0)
  await expect(page).toHaveURL('/inbox')
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  await page.keyboard.press('?')
  for (const does of [
    'Next post',
    'Previous post',
    'Open the post',
    'Like the post',
    'Comment on the post',
  ]) {
    await expect(sheet(page).getByRole('definition').getByText(does, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL('/inbox')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('?')
  await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await page.reload()
  await expect(menuButton(page)).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await menuButton(page).click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(page).toHaveURL('/inbox')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).check()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
})
