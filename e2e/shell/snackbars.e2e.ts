import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { dialog, openSettings, row, snackbars } from '../support/in-settings.ts'
import { answer, test } from '../support/visit.ts'

/** What the page paints a token as. */
function tokens(page: Page, names: readonly [string, string]) {
  return page.evaluate((tokenNames) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const [ground, ink] = tokenNames.map((name) => {
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    })
    probe.remove()
    return { ground, ink }
  }, names)
}

/** Which of red, green and blue a colour leans to, by their order. */
function hueOf(colour: string | undefined): number {
  const [red = 0, green = 0, blue = 0] = (colour?.match(/\d+/g) ?? []).map(Number)
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (most === red) return (((green - blue) / range) * 60 + 360) % 360
  return most === green ? ((blue - red) / range) * 60 + 120 : ((red - green) / range) * 60 + 240
}

const kinds = {
  success: { names: ['--leaf', '--on-leaf'], hue: 150, within: 30 },
  error: { names: ['--error', '--on-error'], hue: 0, within: 15 },
  warning: { names: ['--gold', '--on-gold'], hue: 40, within: 15 },
} as const

/** The colours of the one snackbar on the page, were it of that kind. */
function coloursAs(page: Page, kind: keyof typeof kinds) {
  return snackbars(page)
    .locator('[data-kind]')
    .evaluate((element, name) => {
      element.setAttribute('data-kind', name)
      const { backgroundColor: ground, color: ink } = getComputedStyle(element)
      return { ground, ink }
    }, kind)
}

async function expectColours(page: Page, kind: keyof typeof kinds): Promise<void> {
  const { names, hue, within } = kinds[kind]
  const { ground, ink } = await tokens(page, names)
  expect(await coloursAs(page, kind)).toEqual({ ground, ink })
  const away = ((((hueOf(ground) - hue + 180) % 360) + 360) % 360) - 180
  expect(Math.abs(away), kind).toBeLessThan(within)
}

/** As in a tab behind another one. */
function hideTab(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not on the page')
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}

// app.test.tsx has which of them stay on the next page.
test('a snackbar has the colour of its kind and covers no control on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openSettings(page, server, 'osaze.e')
  await hideTab(page)
  await page.route('**/api/user/export', answer(500, { error: ['No.'], message: 'No.', code: 'BAD' }))
  await row(page, 'Download my data').click()
  await expect(snackbars(page)).toContainText('No.')
  await expect.poll(() => boxOf(snackbars(page))).toMatchObject({ x: 16, bottom: 784 })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    for (const kind of ['success', 'warning', 'error'] as const)
      await expect(() => expectColours(page, kind)).toPass()
  }

  await page.setViewportSize({ width: 360, height: 640 })
  await expect(async () => {
    const bar = await boxOf(page.getByRole('navigation', { name: 'Quick links' }))
    const box = await boxOf(snackbars(page))
    expect(box.bottom).toBeCloseTo(bar.y - 12, 0)
    expect(box).toMatchObject({ x: 12, width: 336 })
  }).toPass()
  await snackbars(page).getByRole('button', { name: 'Close' }).click()
  await expect(snackbars(page)).toHaveCount(0)

  await page.route('**/api/user/close-account', answer(500, { error: ['Not now.'], message: 'Not now.' }))
  await row(page, 'Close Account').click()
  const form = dialog(page, 'Close Account')
  const secret = form.getByLabel('Password', { exact: true })
  await secret.fill('not my password')
  await secret.press('Enter')
  await expect(snackbars(page)).toContainText('Not now.')
  await expect(secret).toBeFocused()
  for (const control of [
    secret,
    form.getByRole('button', { name: 'Show password' }),
    form.getByRole('button', { name: 'Cancel' }),
    form.getByRole('button', { name: 'Close Account' }),
  ]) {
    await control.focus()
    await expectNotCovered(page, control)
  }
  await secret.focus()
  await expect(snackbars(page)).toHaveAttribute('data-top')
  await page.setViewportSize({ width: 360, height: 900 })
  await expectNotCovered(page, form.getByRole('heading'))
  await form.getByText('What you sell leaves the marketplace.').click()
  await expect(secret).not.toBeFocused()
  await expect(snackbars(page)).not.toHaveAttribute('data-top')
})

async function expectNotCovered(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    const [under, over] = [await boxOf(control), await boxOf(snackbars(page))]
    expect(over.bottom > under.y && under.bottom > over.y).toBe(false)
  }).toPass()
}
