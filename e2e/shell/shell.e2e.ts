import type { Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import {
  answer,
  atHome,
  untilStable,
  delayResponses,
  enter,
  logIn,
  menuButton,
  navigateInApp,
  onSignIn,
  pressTo,
  test,
} from '../support/visit.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

// app.test.tsx has all links of the navbar, and who sees which entry of the menu.
test('navbar, bottom bar and menu lead to pages, and the menu closes', async ({ page, server }) => {
  await enter(page, await logIn(server.url, 'tunde.adeleye'), '/inbox')
  await test.step('a page starts at its top, by navbar and by bottom bar', () => startAtTop(page))
  await test.step('the menu closes by key, press and focus, and is accessible', () => closeMenu(page))
})

async function startAtTop(page: Page): Promise<void> {
  await expect(menuButton(page)).toBeVisible()
  await pressTo(page.getByRole('link', { name: 'Skip to content' }), 'Tab')
  await pressTo(page.getByRole('main'), 'Enter')
  await expect(page).toHaveURL('/inbox')
  await page.getByRole('banner').getByRole('link', { name: 'Your profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Profile · Rootsquare')
  await expect(page.locator('#live-route')).toHaveText('Profile · Rootsquare')
  const padding = await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop)
  const banner = await page.getByRole('banner').boundingBox()
  expect(Number.parseFloat(padding)).toBeGreaterThanOrEqual(banner?.height ?? Infinity)

  const bar = page.getByRole('navigation', { name: 'Quick links' })
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 360, height: 320 })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Groups', 'Market', /Inbox/])
  const heights = () => bar.getByRole('link').evaluateAll((links) => links.map((link) => link.clientHeight))
  await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThanOrEqual(44)
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 200))
    expect(await untilStable(page, () => page.evaluate(() => window.scrollY))).toBe(200)
  }).toPass()
  await bar.getByRole('link', { name: 'Market' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
}

async function closeMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 })
  await navigateInApp(page, '/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  // Another width may close it a moment later.
  const open = () =>
    expect(async () => {
      if ((await menu(page).count()) === 0) await menuButton(page).click()
      await expect(page.getByText('SUPER ADMIN')).toBeVisible({ timeout: 1000 })
    }).toPass()
  await open()
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(menuButton(page)).toBeFocused()
  await open()
  await page.mouse.click(200, 700)
  await expect(menu(page)).toHaveCount(0)
  await open()
  await page.keyboard.press('Shift+Tab')
  await expect(menu(page)).toHaveCount(0)
  await open()
  await menu(page).getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/my-orders')
  await expect(menu(page)).toHaveCount(0)
  // The page takes the focus once it is there, and a menu that loses it closes.
  await expect(page.getByRole('main')).toBeFocused()
  await open()
  await expect(menu(page).getByRole('link', { name: 'My Orders' })).toHaveAttribute('aria-current', 'page')
  await expectAccessibleScreen(page, 'the menu of a super admin', open)
}

// app.test.tsx has the banner.
test('a page whose code loads late is announced and appears by itself', async ({ page, context, token }) => {
  await enter(page, token, '/settings')
  const settings = page.getByRole('heading', { level: 1, name: 'Settings' })
  await expect(settings).toBeVisible()
  const { release } = await delayResponses(page, '**/assets/market-pages-*.js')
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.locator('#live-route')).toHaveText('Loading')
  await expect(settings).toBeVisible()
  await release()
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Details' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Groups' }).click()
  await expect(page.getByRole('heading', { name: 'This page is not stored on this device' })).toBeVisible()
  await expect(menuButton(page)).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(onSignIn(page).snackbar).toContainText(
    'No response from the server. Please check your network connection.',
  )
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await expect(page).toHaveURL('/group-list')

  await page.route('**/assets/settings-page-*.js', (route) => route.abort())
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/settings-page-*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(settings).toBeVisible()
})

test('a member signs out without a connection', async ({ page, context, token }) => {
  const preloaded = ['js', 'css'].map((kind) => page.waitForResponse(`**/assets/logout-page-*.${kind}`))
  await enter(page, token, '/settings')
  await Promise.all(preloaded.map(async (response) => (await response).finished()))
  await context.setOffline(true)
  await menuButton(page).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
})

test('home recovers from an error in place, and its profile card loads without a jump', async ({
  page,
  token,
}) => {
  await enter(page, token)
  const names = { firstname: 'Hauwa', lastname: 'D', username: 'hauwa.d', profileImage: null }
  await page.route('**/api/user/*', answer(200, { data: { ...names, bio: { not: 'a text' } } }))
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(menuButton(page)).toBeVisible()
  await expectAccessibleState(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.unrouteAll()
  const { release } = await delayResponses(page, '**/api/user/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectInsideViewport(page)

  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('region', { name: 'Marketplace' }).getByRole('link').first()).toBeVisible()
  // Content that loads late for another reason does not count as a jump of the card.
  await untilStable(page, () => page.evaluate(() => document.body.scrollHeight))
  const shift = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: false })
        addEventListener('measured', () => resolve(sum))
      }),
  )
  await release()
  await expect(atHome(page)).toBeVisible()
  await page.evaluate(() => requestAnimationFrame(() => dispatchEvent(new Event('measured'))))
  expect(await shift).toBeLessThan(0.02)
})
