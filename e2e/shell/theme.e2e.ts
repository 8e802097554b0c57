import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { enter, menuButton, test } from '../support/visit.ts'

const light = 'rgb(251, 245, 234)'
const dark = 'rgb(22, 17, 14)'

/** Every scheme and ground the page has had, from before its first paint on. */
async function recordPaints(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const record = () => {
      const ground = document.body && getComputedStyle(document.body).backgroundColor
      const scheme = document.documentElement.dataset.theme
      if (ground && ground !== 'rgba(0, 0, 0, 0)') seen.push(`${scheme} ${ground}`)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })
  return () =>
    page.evaluate(() => ('seen' in window && Array.isArray(window.seen) ? [...new Set(window.seen)] : []))
}

test('the theme follows the system until one is chosen, from the first paint on', async ({
  page,
  context,
  token,
}) => {
  const ground = page.locator('body')
  const choice = (name: string) => page.getByRole('radio', { name })
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, token)
  const paints = await recordPaints(page)
  await page.goto('/inbox')
  await expect(menuButton(page)).toBeVisible()
  await expect.poll(paints).toEqual([`dark ${dark}`])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(ground).toHaveCSS('background-color', light)

  const other = await context.newPage()
  await other.goto('/inbox')
  await expect(menuButton(other)).toBeVisible()
  await menuButton(page).press('Enter')
  await choice('System').press('ArrowLeft')
  await expect(choice('Dark')).toBeChecked()
  await expect(ground).toHaveCSS('background-color', dark)
  await expect(other.locator('body')).toHaveCSS('background-color', dark)
  await choice('System').check()
  await expect(ground).toHaveCSS('background-color', light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(ground).toHaveCSS('background-color', dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await choice('Dark').check()
  await expect(ground).toHaveCSS('background-color', dark)
  await page.keyboard.press('Escape')
  await expect(choice('Dark')).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()

  await page.reload()
  await expect(menuButton(page)).toBeVisible()
  await expect.poll(paints).toEqual([`dark ${dark}`])
  await menuButton(page).click()
  await expect(choice('Dark')).toBeChecked()
  await choice('Light').check()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(menuButton(page)).toBeVisible()
  await expect.poll(paints).toEqual([`light ${light}`])
})
