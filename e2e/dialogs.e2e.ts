import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations } from './fixtures.ts'
import { atHome, enter, test } from './visit.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

async function openSheet(page: Page): Promise<void> {
  await menuButton(page).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
}

test.describe('dialogs', () => {
  test.beforeEach(async ({ page, token }) => {
    await enter(page, token)
    await page.goto('/inbox')
    await page.goto('/user')
    await expect(atHome(page)).toBeVisible()
  })

  for (const [how, close] of [
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['its button', (page: Page) => sheet(page).getByRole('button', { name: 'Close' }).click()],
    ['Back', (page: Page) => page.goBack()],
  ] as const) {
    test(`a dialog takes the focus, and gives it back when ${how} closes it`, async ({ page }) => {
      await openSheet(page)
      await expect(sheet(page)).toBeFocused()
      await expect(sheet(page)).toHaveAttribute('aria-modal', 'true')
      await close(page)
      await expect(sheet(page)).toHaveCount(0)
      await expect(menuButton(page)).toBeFocused()
      await expect(page).toHaveURL('/user')
      await page.goBack()
      await expect(page).toHaveURL('/inbox')
    })
  }

  test('Forward does not open a closed dialog again, and costs no step back', async ({ page }) => {
    await openSheet(page)
    await page.goBack()
    await expect(sheet(page)).toHaveCount(0)
    await page.evaluate(async () => {
      const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.forward()
      await arrived
    })
    await expect.poll(() => page.evaluate(() => history.state.layers ?? 'none')).toBe('none')
    await expect(sheet(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/inbox')
  })

  test('a reload under an open dialog leaves no empty step behind', async ({ page }) => {
    await openSheet(page)
    await page.reload()
    await expect(atHome(page)).toBeVisible()
    await expect(sheet(page)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state.layers ?? 'none')).toBe('none')
    await page.goBack()
    await expect(page).toHaveURL('/inbox')
  })

  test('the page behind lies still: no focus, no scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
      window.scrollTo(0, 120)
      await scrolled
    })
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab')
      const behind = await page.evaluate(() => document.activeElement?.closest('#root')?.id ?? null)
      expect(behind).toBeNull()
    }
    await page.mouse.move(20, 280)
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(120)
  })

  test('a snackbar over an open dialog can be reached and closed', async ({ page }) => {
    await page.route('**/assets/being-built-page-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Marketplace' }).click()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await page.route('**/marketplace', (route) => route.abort())
    await retry.click()
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices).toContainText('No response from the server. Please check your network connection.')
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await notices.getByRole('button', { name: 'Close' }).click()
    await expect(notices).toHaveCount(0)
    await expect(sheet(page)).toBeVisible()
  })

  test('below 768 px a dialog is a sheet at the bottom, as wide as the screen', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.keyboard.press('?')
    const box = await sheet(page).boundingBox()
    expect(box).toMatchObject({ x: 0, width: 360 })
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      test(`axe finds nothing in a dialog: ${colorScheme}, ${width} px`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 700 })
        await page.keyboard.press('?')
        await expect(sheet(page)).toBeVisible()
        await expectNoAxeViolations(page)
        const box = await sheet(page).boundingBox()
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
      })
    }
  }
})

test.describe('the drawer', () => {
  test.beforeEach(async ({ page, token }) => {
    await enter(page, token)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/inbox')
    await page.goto('/user')
    await expect(atHome(page)).toBeVisible()
  })

  for (const [how, close] of [
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['Back', (page: Page) => page.goBack()],
    ['a tap beside it', (page: Page) => page.mouse.click(340, 400)],
  ] as const) {
    test(`${how} closes it, and the focus is back on its button`, async ({ page }) => {
      await menuButton(page).click()
      await expect(drawer(page)).toBeFocused()
      expect((await drawer(page).boundingBox())?.width).toBeCloseTo(304, 2)
      await close(page)
      await expect(drawer(page)).toHaveCount(0)
      await expect(menuButton(page)).toBeFocused()
      await expect(page).toHaveURL('/user')
    })
  }

  test('a link in it leads on, and one step back is the page before', async ({ page }) => {
    await menuButton(page).click()
    await drawer(page).getByRole('link', { name: 'Marketplace' }).click()
    await expect(page).toHaveURL('/marketplace')
    await expect(drawer(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/user')
    await expect(drawer(page)).toHaveCount(0)
  })

  test('the sheet opened from it returns the focus to the button of the drawer', async ({ page }) => {
    await menuButton(page).click()
    await drawer(page).getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(sheet(page)).toBeVisible()
    await expect(drawer(page)).toHaveCount(0)
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    await expect(sheet(page)).toHaveCount(0)
    await expect(menuButton(page)).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/inbox')
  })
})
