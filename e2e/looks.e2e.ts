import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, expectNoAxeViolations } from './fixtures.ts'
import { holdBack } from './in-settings.ts'
import { answer, enter, expectAccessibleScreen, onSignIn, pastTheEdge, test } from './visit.ts'

test.describe('how it looks', () => {
  test('sign-in, empty and refused, the splash, and a page that is not there', async ({ page, token }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(onSignIn(page).submit).toBeVisible()
    await expectAccessibleScreen(page, 'sign-in')
    await onSignIn(page).submit.click()
    await onSignIn(page).fill('nobody.at.all', 'wrong password')
    await expect(onSignIn(page).snackbar).toBeVisible()
    await expectAccessibleScreen(page, 'sign-in refused')
    await enter(page, token)
    await page.goto('/no/such/page')
    await expect(page.getByText('Page not found')).toBeVisible()
    await expectAccessibleScreen(page)
    // So that it stays: it waits for the page that was asked for.
    await page.evaluate(() => sessionStorage.setItem('rootsquare.asked-for', '/settings'))
    await page.route('**/assets/settings-page-*.js', () => {})
    await page.goto('/loading')
    await expectAccessibleScreen(page, 'the splash', () =>
      expect(page.getByText('Weaving your square together')).toBeVisible(),
    )
  })

  test('home while its profile is on the way, and when it does not come, at 320 px', async ({
    page,
    token,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await enter(page, token)
    const slow = holdBack()
    await page.route('**/api/user/*', answer(404, { error: ['Not to be found'], message: '' }))
    await page.route('**/api/user/*', slow.hold)
    await page.goto('/user')
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
    await expectNarrow(page)
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    slow.letGo()
    await expect(page.getByPlaceholder('What is happening back home?')).toBeVisible()
    await expectNarrow(page)
  })

  test('a chosen theme wins over the system, before anything is painted', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/favicon.svg')
    await page.evaluate(() => localStorage.setItem('rootsquare.theme', 'dark'))
    await page.route('**/assets/*.js', () => {})
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 17, 14)')
  })

  test('under reduced motion the cloth is woven at once and the welcome stands still', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByText('Ẹ káàbọ̀')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause the welcomes' })).toHaveCount(0)
    await page.goto('/loading')
    await expect(page.getByRole('status').filter({ hasText: 'Weaving' })).toBeVisible()
    const running = await page.evaluate(() => document.getAnimations().length)
    expect(running).toBe(0)
  })

  test('the welcome turns every six seconds until it is paused', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByText('Ẹ káàbọ̀')).toBeVisible()
    await page.clock.runFor(6000)
    await expect(page.getByText('Ndewo')).toBeVisible()
    await page.getByRole('button', { name: 'Pause the welcomes' }).click()
    await page.clock.runFor(12_000)
    await expect(page.getByText('Ndewo')).toBeVisible()
  })

  test('a first visit weighs at most 150 kB of code and 90 kB of fonts', async ({ page }) => {
    const weights: Record<'code' | 'font', number> = { code: 0, font: 0 }
    const weighed: Promise<void>[] = []
    page.on('response', (response) => {
      const kind = response.url().endsWith('.woff2') ? 'font' : 'code'
      const isCounted = /\.(js|css|woff2)$/.test(response.url())
      if (isCounted) weighed.push(weigh(response).then((bytes) => void (weights[kind] += bytes)))
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(onSignIn(page).submit).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await Promise.all(weighed)
    console.log(`sign-in, first visit: ${weights.code} B of JS + CSS (gzip), ${weights.font} B of fonts`)
    expect(weighed.length).toBeGreaterThan(4)
    expect(weights.code).toBeLessThanOrEqual(150_000)
    expect(weights.font).toBeLessThanOrEqual(90_000)
    const preloaded = await page.locator('link[rel=preload][as=font]').evaluateAll((links) => links.length)
    expect(preloaded).toBe(1)
  })
})

async function expectNarrow(page: Page): Promise<void> {
  expect(await pastTheEdge(page)).toEqual([])
  await expectNoAxeViolations(page)
}

/** By gzip whatever the server chose, so that the figure does not depend on it. */
async function weigh(response: Response): Promise<number> {
  const body = await response.body()
  return response.url().endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length
}
