import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { enter, test } from './visit.ts'

const light = 'rgb(251, 245, 234)'
const dark = 'rgb(22, 17, 14)'
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

/** Every scheme and ground the page has had, from before its first paint on. */
async function keepPaints(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const ground = document.body && getComputedStyle(document.body).backgroundColor
      const scheme = document.documentElement.dataset.mantineColorScheme
      if (ground && ground !== 'rgba(0, 0, 0, 0)') seen.push(`${scheme} ${ground}`)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () =>
    page.evaluate(() => ('seen' in window && Array.isArray(window.seen) ? [...new Set(window.seen)] : []))
}

async function choose(page: Page, name: string): Promise<void> {
  await menuButton(page).click()
  await page.getByRole('radio', { name }).check()
}

test.describe('the theme', () => {
  test.beforeEach(async ({ page, token }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await enter(page, token)
  })

  test('is chosen in the menu, kept, and there from the first paint on', async ({ page }) => {
    await page.goto('/inbox')
    await choose(page, 'Dark')
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
    const paints = await keepPaints(page)
    await page.reload()
    await expect(menuButton(page)).toBeVisible()
    expect(await paints()).toEqual([`dark ${dark}`])
    await menuButton(page).click()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await page.getByRole('radio', { name: 'Light' }).check()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expect(menuButton(page)).toBeVisible()
    expect(await paints()).toEqual([`light ${light}`])
  })

  test('follows the system while nothing else is chosen, also while the page is open', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const paints = await keepPaints(page)
    await page.goto('/inbox')
    await expect(menuButton(page)).toBeVisible()
    expect(await paints()).toEqual([`dark ${dark}`])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('body')).toHaveCSS('background-color', light)
    await choose(page, 'Dark')
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
    await page.getByRole('radio', { name: 'System' }).check()
    await expect(page.locator('body')).toHaveCSS('background-color', light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
  })

  test('can be chosen by keyboard alone, and a choice in one tab reaches the other', async ({
    page,
    context,
  }) => {
    await page.goto('/inbox')
    const other = await context.newPage()
    await other.goto('/inbox')
    await expect(menuButton(other)).toBeVisible()
    await menuButton(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'System' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
    await expect(other.locator('body')).toHaveCSS('background-color', dark)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('radio', { name: 'Dark' })).toHaveCount(0)
    await expect(menuButton(page)).toBeFocused()
  })
})
