import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { atHome, enter, test } from './visit.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test.describe('keyboard shortcuts', () => {
  test.beforeEach(async ({ page, token }) => {
    await enter(page, token)
    await page.goto('/user')
    await expect(atHome(page)).toBeVisible()
  })

  test('g and a second key lead to a page', async ({ page }) => {
    for (const [second, path] of [
      ['m', '/marketplace'],
      ['i', '/inbox'],
      ['h', '/user'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(second)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('main')).toBeFocused()
    }
  })

  test('the second key is only waited for a moment, and means nothing alone', async ({ page }) => {
    await page.clock.install()
    await page.reload()
    await expect(atHome(page)).toBeVisible()
    await page.keyboard.press('m')
    await page.keyboard.press('g')
    await page.clock.fastForward(2000)
    await page.keyboard.press('m')
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await expect(page).toHaveURL('/user')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.keyboard.press('g')
    await page.clock.fastForward(1000)
    await page.keyboard.press('m')
    await expect(page).toHaveURL('/marketplace')
  })

  test('the sheet on ? lists what works here and now, and nothing that does not', async ({ page }) => {
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await expect(page.getByText('This part of the square is being built.')).toBeVisible()
    await page.keyboard.press('?')
    await expect(sheet(page).getByRole('term')).toHaveText(['?', 'g then h', 'g then m', 'g then i', 'Esc'])
    await expect(sheet(page).getByRole('definition')).toHaveText([
      'Show this sheet',
      'Go to Home',
      'Go to Marketplace',
      'Go to Inbox',
      'Close what is open',
    ])
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
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

  test('they keep out of modifiers, open dialogs and fields', async ({ page }) => {
    await page.keyboard.press('g')
    await page.keyboard.press('Control+m')
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expect(sheet(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('radio', { name: 'System' }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.keyboard.press('?')
    await expect(sheet(page)).toHaveCount(0)
    await expect(page).toHaveURL('/user')
  })

  test('the switch turns them off for good, and the sheet stays in the menu', async ({ page }) => {
    await page.keyboard.press('?')
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.reload()
    await expect(atHome(page)).toBeVisible()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(sheet(page)).toHaveCount(0)
    await expect(page).toHaveURL('/user')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).check()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
  })
})
