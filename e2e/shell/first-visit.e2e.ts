import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { enter, onSignIn, test, tokenKey, withoutStream } from '../support/visit.ts'

test('a missing page and a slow start offer a link to go on', async ({ page, token }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await enter(page, token)
  await page.evaluate(() => sessionStorage.setItem('rootsquare.asked-for', '/settings?from=mail'))
  // The splash waits for the page that was opened first.
  let isHanging = true
  await page.route('**/assets/settings-page-*.js', (route) => (isHanging ? undefined : route.continue()))
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByText('Page not found')).toBeVisible()
  await expectAccessibleScreen(page, 'not found')
  await page.evaluate(() => history.pushState({}, '', '/loading'))
  await expect(page).toHaveTitle(/^Loading/)
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  const retry = page.getByRole('button', { name: 'Retry' })
  await page.clock.fastForward(8000)
  await expect(retry).toBeVisible()
  await expectAccessibleScreen(page, 'the splash')
  isHanging = false
  await retry.click()
  await page.waitForURL('/settings?from=mail')
})

test('a first visit weighs at most 130 kB of code and 90 kB of fonts', async ({ browser }) => {
  // Nothing is cached in a new context.
  const context = await browser.newContext()
  const page = await context.newPage()
  const weights: Record<'code' | 'font', number> = { code: 0, font: 0 }
  const weighed: Promise<void>[] = []
  page.on('response', (response) => {
    const kind = response.url().endsWith('.woff2') ? 'font' : 'code'
    const isCounted = /\.(js|css|woff2)$/.test(response.url())
    if (isCounted) weighed.push(weigh(response).then((bytes) => void (weights[kind] += bytes)))
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(onSignIn(page).submit).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await Promise.all(weighed)
  console.log(`sign-in, first visit: ${weights.code} B of JS + CSS (gzip), ${weights.font} B of fonts`)
  expect(weighed.length).toBeGreaterThan(4)
  expect(weights.code).toBeLessThanOrEqual(130_000)
  expect(weights.font).toBeLessThanOrEqual(90_000)
  const preloaded = await page.locator('link[rel=preload][as=font]').evaluateAll((links) => links.length)
  expect(preloaded).toBe(1)

  // With reduced motion there is one welcome, which stays.
  await expect(page.getByText('Ẹ káàbọ̀')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause the welcomes' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  await context.close()
})

for (const { path, shown, most } of [
  { path: '/user', shown: 'Posts', most: 450_000 },
  { path: '/marketplace', shown: 'Items', most: 400_000 },
]) {
  test(`a first visit of ${path} on a phone weighs at most ${most / 1000} kB`, async ({
    browser,
    server,
    token,
  }) => {
    const localStorage = [{ name: tokenKey, value: token }]
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    })
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    let bytes = 0
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await client.send('Network.enable')
    await withoutStream(page)
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await expect(page.getByLabel(shown, { exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    console.log(`${path}, first visit: ${bytes} B in all`)
    await expect.poll(() => bytes).toBeGreaterThan(200_000)
    expect(bytes).toBeLessThanOrEqual(most)
    await context.close()
  })
}

/** By gzip whatever the server chose, so that the figure does not depend on it. */
async function weigh(response: Response): Promise<number> {
  const body = await response.body()
  return response.url().endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length
}
