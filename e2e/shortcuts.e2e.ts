import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { enter, test } from './visit.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test.describe('keyboard shortcuts', () => {
  test.beforeEach(async ({ page, token }) => {
    await page.clock.install()
    await enter(page, token)
    await page.goto('/inbox')
    await expect(menuButton(page)).toBeVisible()
  })

  test('g and a second key lead to a page; that key is only waited for a moment, and means nothing alone', async ({
    page,
  }) => {
    await page.keyboard.press('m')
    await page.keyboard.press('g')
    await page.clock.fastForward(2000)
    await page.keyboard.press('m')
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await expect(page).toHaveURL('/inbox')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.keyboard.press('g')
    await page.clock.fastForward(1000)
    await page.keyboard.press('m')
    await expect(page).toHaveURL('/marketplace')
    await expect(page.getByRole('main')).toBeFocused()
    for (const [second, path] of [
      ['i', '/inbox'],
      ['h', '/user'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(second)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('main')).toBeFocused()
    }
  })

  test('the sheet on ? lists what works here and now; they keep out of modifiers, open dialogs and fields', async ({
    page,
  }) => {
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
  })

  test('the switch turns them off for good, and the sheet stays in the menu', async ({ page }) => {
    await page.keyboard.press('?')
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
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
})
