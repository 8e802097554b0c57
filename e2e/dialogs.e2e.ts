import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { enter, expectSound, test } from './visit.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

async function openSheet(page: Page): Promise<void> {
  await menuButton(page).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
}

/** One step further than the inbox, so that a step back can be told. */
async function stepToCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
}

async function stepBackToInbox(page: Page): Promise<void> {
  await page.goBack()
  await expect(page).toHaveURL('/inbox')
}

test.describe('dialogs', () => {
  test('take the focus, and give it back when Esc, their button or Back closes them', async ({
    page,
    token,
  }) => {
    await enter(page, token)
    await page.goto('/inbox')
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => sheet(page).getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ]) {
      await stepToCart(page)
      await openSheet(page)
      await expect(sheet(page)).toBeFocused()
      await expect(sheet(page)).toHaveAttribute('aria-modal', 'true')
      await close()
      await expect(sheet(page)).toHaveCount(0)
      await expect(menuButton(page)).toBeFocused()
      await expect(page).toHaveURL('/cart')
      await stepBackToInbox(page)
    }
  })

  test('once closed stay so: neither Forward nor a reload opens them or leaves an empty step', async ({
    page,
    token,
  }) => {
    const layers = () => page.evaluate(() => history.state.layers ?? 'none')
    await enter(page, token)
    await page.goto('/inbox')
    await stepToCart(page)
    await openSheet(page)
    await page.goBack()
    await expect(sheet(page)).toHaveCount(0)
    await page.evaluate(async () => {
      const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.forward()
      await arrived
    })
    await expect.poll(layers).toBe('none')
    await expect(sheet(page)).toHaveCount(0)
    await stepBackToInbox(page)
    await stepToCart(page)
    await openSheet(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
    await expect(sheet(page)).toHaveCount(0)
    await expect.poll(layers).toBe('none')
    await stepBackToInbox(page)
  })

  test('the page behind lies still, while a snackbar above can be reached and closed', async ({
    page,
    token,
  }) => {
    await page.setViewportSize({ width: 1280, height: 300 })
    await enter(page, token)
    await page.goto('/settings')
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
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

  test('below 768 px they are sheets at the bottom, as wide as the screen; axe finds nothing', async ({
    page,
    token,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, token)
    await page.goto('/inbox')
    await expect(menuButton(page)).toBeVisible()
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await expectSound(page, 'a dialog', () => expect(sheet(page)).toBeVisible())
    await page.setViewportSize({ width: 360, height: 640 })
    const box = await sheet(page).boundingBox()
    expect(box).toMatchObject({ x: 0, width: 360 })
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640)
  })
})

test('the drawer: Esc, Back and a tap beside it close it; a link and a sheet take its place', async ({
  page,
  token,
}) => {
  await enter(page, token)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/inbox')
  await stepToCart(page)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.mouse.click(340, 400),
  ]) {
    await menuButton(page).click()
    await expect(drawer(page)).toBeFocused()
    expect((await drawer(page).boundingBox())?.width).toBeCloseTo(304, 2)
    await close()
    await expect(drawer(page)).toHaveCount(0)
    await expect(menuButton(page)).toBeFocused()
    await expect(page).toHaveURL('/cart')
  }
  await menuButton(page).click()
  await drawer(page).getByRole('link', { name: 'Marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(drawer(page)).toHaveCount(0)
  await menuButton(page).click()
  await drawer(page).getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
  await expect(drawer(page)).toHaveCount(0)
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()
  await stepBackToInbox(page)
})
