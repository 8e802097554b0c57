import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { holdBack } from '../support/in-settings.ts'
import { answer, atHome, enter, expectAccessibleScreen, logIn, onSignIn, test } from '../support/visit.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const noResponse = 'No response from the server. Please check your network connection.'
const memberEntries = [
  'Profile',
  'Groups',
  'Marketplace',
  'Inbox',
  'Cart',
  'My Orders',
  'Received Orders',
  'Settings',
]
const staffEntries = [
  'All Users',
  'Users Submissions',
  'Reported Posts',
  'Suspended Users',
  'System Analytics',
  'Held payments',
]

test('navbar and menu lead everywhere and say where one is', async ({ page, token }) => {
  await enter(page, token)
  await page.goto('/inbox')
  await expect(menuButton(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/inbox')
  for (const [name, path] of [
    ['Rootsquare', '/user'],
    ['Groups', '/group-list'],
    ['Marketplace', '/marketplace'],
    ['Home', '/user'],
    ['Cart', '/cart'],
    ['Inbox', '/inbox'],
    ['Your profile', '/profile'],
  ] as const) {
    const link = page.getByRole('banner').getByRole('link', { name, exact: true })
    await link.click()
    await expect(page, name).toHaveURL(path)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main')).toBeFocused()
  }
  await expect(page).toHaveTitle('Profile · Rootsquare')
  await expect(page.locator('#live-route')).toHaveText('Profile · Rootsquare')
  const padding = await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop)
  const banner = await page.getByRole('banner').boundingBox()
  expect(Number.parseFloat(padding)).toBeGreaterThanOrEqual(banner?.height ?? Infinity)

  await menuButton(page).click()
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(menuButton(page)).toBeFocused()
  await menuButton(page).click()
  await expect(menu(page)).toBeVisible()
  await page.mouse.click(200, 700)
  await expect(menu(page)).toHaveCount(0)
  await menuButton(page).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(menu(page)).toHaveCount(0)
  await menuButton(page).click()
  await menu(page).getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/my-orders')
  await expect(menu(page)).toHaveCount(0)
  // The page takes the focus once it is there, and a menu that loses it closes.
  await expect(page.getByRole('main')).toBeFocused()
  await menuButton(page).click()
  await expect(menu(page).getByRole('link', { name: 'My Orders' })).toHaveAttribute('aria-current', 'page')
})

test('the bottom bar serves phones, and only phones', async ({ page, token }) => {
  await enter(page, token)
  await page.goto('/inbox')
  await expect(menuButton(page)).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Quick links' })
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 360, height: 320 })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Groups', 'Market', 'Inbox'])
  for (const [name, path] of [
    ['Groups', '/group-list'],
    ['Market', '/marketplace'],
    ['Inbox', '/inbox'],
    ['Home', '/user'],
  ] as const) {
    await bar.getByRole('link', { name }).click()
    await expect(page, name).toHaveURL(path)
  }
  const heights = await bar.getByRole('link').evaluateAll((links) => links.map((link) => link.clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 200))
  await page.getByRole('link', { name: 'Market' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
})

// menu-links.test.ts has who sees which entry.
test('the menu holds the same at every width, for members and for staff', async ({ page, server, token }) => {
  const expectMenu = async (username: string, label: string[], entries: string[]) => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await menuButton(page).click()
      await expect(menu(page).getByRole('link')).toHaveText(entries.map((name) => new RegExp(`^${name}`)))
      await expect(page.getByText(`@${username}`)).toBeVisible()
      await expect(page.getByText(/^(SUPER )?ADMIN$/)).toHaveText(label)
      await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
    }
  }
  // A picture that does not come leaves the initials.
  const names = { firstname: 'Hauwa', lastname: 'Dikko', username: 'hauwa.d', bio: null }
  await page.route('**/api/user/*', answer(200, { data: { ...names, profileImage: '/media/gone.webp' } }))
  await enter(page, token)
  await page.goto('/inbox')
  await expect(page.locator('[data-initials=HD]')).toBeVisible()
  await expectMenu('hauwa.d', [], memberEntries)
  await page.unrouteAll()

  const slow = holdBack()
  await page.route('**/api/user/*', slow.hold)
  await enter(page, await logIn(server.url, 'tunde.adeleye'))
  await page.goto('/inbox')
  const open = async () => {
    if ((await menu(page).count()) === 0) await menuButton(page).click()
    await expect(menu(page)).toBeVisible()
  }
  await open()
  await expectAccessibleState(page)
  slow.letGo()
  await expectAccessibleScreen(page, 'with all that it can hold', async () => {
    await open()
    await expect(page.getByText('SUPER ADMIN')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expectMenu('tunde.adeleye', ['SUPER ADMIN'], [...memberEntries, ...staffEntries, 'Audit'])
})

test('the live regions are there before any script has run', async ({ page }) => {
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#live-polite')).toHaveAttribute('aria-live', 'polite')
  await expect(page.locator('#live-assertive')).toHaveAttribute('aria-live', 'assertive')
  await expect(page.locator('#live-route')).toHaveAttribute('aria-live', 'polite')
  await expect(page.locator('#root')).toBeEmpty()
})

test('being offline is said, and a page that could not come comes by itself', async ({
  page,
  context,
  token,
}) => {
  await page.clock.install()
  await enter(page, token)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const banner = page.getByRole('status').filter({ hasText: 'You are' })
  await expect(banner).toHaveCount(0)
  await context.setOffline(true)
  await expect(banner).toHaveText('You are offline')
  await context.setOffline(false)
  await expect(banner).toHaveText('You are back online')
  await expectAccessibleState(page)
  await page.clock.fastForward(5000)
  await expect(banner).toHaveCount(0)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(menuButton(page)).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(onSignIn(page).snackbar).toContainText(noResponse)
  await context.setOffline(false)
  const market = page.getByRole('heading', { level: 1, name: 'Marketplace' })
  await expect(market).toBeVisible()
  await expect(page).toHaveURL('/marketplace')
})

test('a slow page is announced, and signing out says what it waits for', async ({ page, context, token }) => {
  await page.clock.install()
  await enter(page, token)
  await page.goto('/marketplace')
  const market = page.getByRole('heading', { level: 1, name: 'Marketplace' })
  await expect(market).toBeVisible()
  const slow = holdBack()
  await page.route('**/assets/cart-page-*.js', slow.hold)
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.locator('#live-route')).toHaveText('Loading')
  await expect(market).toBeVisible()
  slow.letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Details' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.route('**/api/logout', () => {})
  await page.clock.pauseAt(Date.now() + 60_000)
  await menuButton(page).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Signing out…' })).toBeVisible()
  await page.clock.runFor(3000)
  await page.clock.resume()
  await expect(page).toHaveURL('/')
  await expect(onSignIn(page).snackbar).toContainText('the server could not be told')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  // A visitor hears of being offline too.
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
})

test('the profile card comes without a jump', async ({ page, token }) => {
  await enter(page, token)
  const slow = holdBack()
  await page.route('**/api/user/*', slow.hold)
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  const shift = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: false })
        addEventListener('told', () => resolve(sum))
      }),
  )
  slow.letGo()
  await expect(atHome(page)).toBeVisible()
  await page.evaluate(() => requestAnimationFrame(() => dispatchEvent(new Event('told'))))
  expect(await shift).toBeLessThan(0.02)
})

test('a page that throws is tried again in place', async ({ page, token }) => {
  await enter(page, token)
  const names = { firstname: 'Hauwa', lastname: 'D', username: 'hauwa.d', profileImage: null }
  await page.route('**/api/user/*', answer(200, { data: { ...names, bio: { not: 'a text' } } }))
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'A thread has broken' })).toBeVisible()
  await expect(menuButton(page)).toBeVisible()
  await expectAccessibleState(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(atHome(page)).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})
