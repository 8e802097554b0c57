import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { closeSnackbars, dialog, openSettings, row, snackbars } from '../support/in-settings.ts'
import { answer, onSignIn, password, test } from '../support/visit.ts'

const refusal = { error: ['No.'], message: 'No.', code: 'BAD_CREDENTIALS' }

/** What the page paints a token as. */
function tokens(page: Page, names: readonly [string, string]) {
  return page.evaluate((asked) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const [ground, ink] = asked.map((name) => {
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    })
    probe.remove()
    return { ground, ink }
  }, names)
}

async function expectColours(page: Page, text: string, names: readonly [string, string]): Promise<void> {
  const words = snackbars(page).getByText(text)
  await expect(words).toBeVisible()
  const { ground, ink } = await tokens(page, names)
  const seen = await words.evaluate((element) => ({
    ground: element.parentElement && getComputedStyle(element.parentElement).backgroundColor,
    ink: getComputedStyle(element).color,
  }))
  expect(seen).toEqual({ ground, ink })
}

/** Which of red, green and blue a colour leans to, by their order. */
async function hueOf(page: Page): Promise<number> {
  const colour = await snackbars(page)
    .getByRole('paragraph')
    .evaluate((element) => element.parentElement && getComputedStyle(element.parentElement).backgroundColor)
  const [red = 0, green = 0, blue = 0] = (colour?.match(/\d+/g) ?? []).map(Number)
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (most === red) return (((green - blue) / range) * 60 + 360) % 360
  return most === green ? ((blue - red) / range) * 60 + 120 : ((red - green) / range) * 60 + 240
}

type Kind = { names: readonly [string, string]; hue: number; within: number }

async function expectKind(page: Page, text: string, { names, hue, within }: Kind): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectColours(page, text, names)
    const away = (((((await hueOf(page)) - hue + 180) % 360) + 360) % 360) - 180
    expect(Math.abs(away), colorScheme).toBeLessThan(within)
  }
}

/** As in a tab behind another one. */
function stopTheirTime(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
}

async function boxOf(thing: Locator) {
  const box = await thing.boundingBox()
  if (box === null) throw new Error('not on the page')
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}

test.describe('snackbars', () => {
  test('green for success, red for errors, yellow for warnings, in both themes', async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openSettings(page, server, 'osaze.e')
    await stopTheirTime(page)
    const download = page.waitForEvent('download')
    await row(page, 'Download my data').click()
    await download
    await expectKind(page, 'Your data was downloaded', {
      names: ['--leaf', '--on-leaf'],
      hue: 150,
      within: 30,
    })
    // What went well may follow to another page.
    await page.getByRole('link', { name: 'Addresses' }).click()
    await expect(page).toHaveURL('/addresses')
    await expect(snackbars(page)).toContainText('Your data was downloaded')

    // One can sign out of this device though the line is down.
    await closeSnackbars(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expectKind(page, 'the server could not be told', {
      names: ['--gold', '--on-gold'],
      hue: 40,
      within: 15,
    })
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await context.setOffline(false)

    await page.route('**/api/login', answer(400, refusal))
    await onSignIn(page).fill('adaeze.n', password)
    await expectKind(page, 'No.', { names: ['--error', '--on-error'], hue: 0, within: 15 })
    expect(await boxOf(snackbars(page))).toMatchObject({ x: 16, bottom: 784 })
    // An error goes with the page it was about.
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await expect(page).toHaveURL('/signup')
    await expect(snackbars(page)).toHaveCount(0)
  })

  test('on a phone it covers neither the bottom bar nor what has the focus', async ({ page, server }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 640 })
    await openSettings(page, server, 'osaze.e')
    await stopTheirTime(page)
    await page.route('**/api/user/export', answer(500, refusal))
    await row(page, 'Download my data').click()
    await expect(snackbars(page)).toBeVisible()
    const bar = await boxOf(page.getByRole('navigation', { name: 'Quick links' }))
    const box = await boxOf(snackbars(page))
    expect(box.bottom).toBeCloseTo(bar.y - 12, 0)
    expect(box).toMatchObject({ x: 12, width: 336 })
    await snackbars(page).getByRole('button', { name: 'Close' }).click()
    await expect(snackbars(page)).toHaveCount(0)
    await row(page, 'Close Account').click()
    const form = dialog(page, 'Close Account')
    const secret = form.getByLabel('Password', { exact: true })
    await secret.fill('not my password')
    await secret.press('Enter')
    await expect(snackbars(page)).toContainText('The password is not correct.')
    await expect(secret).toBeFocused()
    for (const control of [
      secret,
      form.getByRole('button', { name: 'Show password' }),
      form.getByRole('button', { name: 'Cancel' }),
      form.getByRole('button', { name: 'Close Account' }),
    ]) {
      await control.focus()
      const [under, over] = [await boxOf(control), await boxOf(snackbars(page))]
      expect(over.bottom <= under.y || under.bottom <= over.y).toBe(true)
    }
    await secret.focus()
    await expect(snackbars(page)).toHaveAttribute('data-top')
    await page.setViewportSize({ width: 360, height: 900 })
    const [title, over] = [await boxOf(form.getByRole('heading')), await boxOf(snackbars(page))]
    expect(over.bottom <= title.y || title.bottom <= over.y).toBe(true)
    await form.getByText('What you sell leaves the marketplace.').click()
    await expect(secret).not.toBeFocused()
    await expect(snackbars(page)).not.toHaveAttribute('data-top')
  })
})
