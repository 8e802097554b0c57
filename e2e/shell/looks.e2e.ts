import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { holdBack } from '../support/in-settings.ts'
import { answer, enter, expectAccessibleScreen, onSignIn, pastTheEdge, test } from '../support/visit.ts'

test.describe('how it looks', () => {
  test('a page that is not there, and the splash', async ({ page, token }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, token)
    // So that the splash stays: it waits for the page that was asked for.
    await page.evaluate(() => sessionStorage.setItem('rootsquare.asked-for', '/settings'))
    await page.route('**/assets/settings-page-*.js', () => {})
    await page.goto('/no/such/page')
    await expect(page.getByText('Page not found')).toBeVisible()
    await expectAccessibleScreen(page, 'not found')
    await page.evaluate(() => history.pushState({}, '', '/loading'))
    await expect(page).toHaveTitle(/^Loading/)
    await expectAccessibleScreen(page, 'the splash')
  })

  test('home at 320 px while its profile is missing', async ({ page, token }) => {
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

  test('nothing moves for whoever asked for less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await stopClock(page)
    await page.goto('/')
    await expect(page.getByText('Ẹ káàbọ̀')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause the welcomes' })).toHaveCount(0)
    await page.evaluate(() => history.pushState({}, '', '/loading'))
    await expect(page.getByRole('status').filter({ hasText: 'Weaving' })).toBeVisible()
    const running = await page.evaluate(() => document.getAnimations().length)
    expect(running).toBe(0)
  })

  test('the welcome turns every six seconds until it is paused', async ({ page }) => {
    await stopClock(page)
    await page.goto('/')
    await expect(page.getByText('Ẹ káàbọ̀')).toBeVisible()
    await page.clock.runFor(6000)
    await expect(page.getByText('Ndewo')).toBeVisible()
    await page.getByRole('button', { name: 'Pause the welcomes' }).click()
    await expect(page.getByRole('button', { name: 'Pause the welcomes', pressed: true })).toBeVisible()
    await page.clock.runFor(12_000)
    await expect(page.getByText('Ndewo')).toBeVisible()
  })

  test('a first visit weighs at most 131 kB of code and 90 kB of fonts', async ({ page }) => {
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
    expect(weights.code).toBeLessThanOrEqual(131_000)
    expect(weights.font).toBeLessThanOrEqual(90_000)
    const preloaded = await page.locator('link[rel=preload][as=font]').evaluateAll((links) => links.length)
    expect(preloaded).toBe(1)
  })
})

/** From before the page is there: what it does by the clock, it does when the test says so. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
}

async function expectNarrow(page: Page): Promise<void> {
  expect(await pastTheEdge(page)).toEqual([])
  await expectAccessibleState(page)
}

/** By gzip whatever the server chose, so that the figure does not depend on it. */
async function weigh(response: Response): Promise<number> {
  const body = await response.body()
  return response.url().endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length
}
