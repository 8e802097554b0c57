import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { atHome, enter, logIn, test, tokenKey, menuButton } from '../support/visit.ts'

const hour = 3_600_000

const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), tokenKey)

function countRenewals(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (sent) => {
    if (sent.url().endsWith('/api/token/renew')) count += 1
  })
  return () => count
}

/** A token lives 24 hours on this server: due between the 12th and the 18th. The schedule is in renewal.test.ts. */
test.describe('session renewal', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
  })

  test('an active session is renewed once for all tabs', async ({ page, context, server }) => {
    const renewals = countRenewals(context)
    const token = await logIn(server.url, 'hauwa.d')
    await enter(page, token)
    const other = await context.newPage()
    await Promise.all([page.goto('/inbox'), other.goto('/inbox')])
    await expect(menuButton(other)).toBeVisible()
    await expect(menuButton(page)).toBeVisible()
    // The answer waits until both tabs have called, because by this clock the new token is also due for renewal.
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
    await context.route('**/api/token/renew', async (route) => {
      await pressed
      await route.continue()
    })
    await page.clock.setSystemTime(Date.now() + 19 * hour)
    await Promise.all([page.keyboard.press('Shift'), other.keyboard.press('Shift')])
    press()
    await expect.poll(() => storedToken(other)).not.toBe(token)
    await other.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(atHome(other)).toBeVisible()
    expect(renewals()).toBe(1)
  })

  test('a call rejected while another tab renews the token is sent again', async ({
    page,
    context,
    server,
  }) => {
    const token = await logIn(server.url, 'terhemba')
    await enter(page, token, '/inbox')
    await expect(menuButton(page)).toBeVisible()
    const [renewed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await context.route('**/api/token/renew', async (route) => {
      const response = await route.fetch()
      renewed.resolve()
      await released.promise
      await route.fulfill({ response })
    })
    await page.clock.setSystemTime(Date.now() + 19 * hour)
    await page.keyboard.press('Shift')
    await renewed.promise
    const other = await context.newPage()
    const rejected = other.waitForResponse((reply) => reply.status() === 401)
    await other.goto('/user')
    await rejected
    released.resolve()
    await expect(atHome(other, 'Terhemba')).toBeVisible()
    await expect(other).toHaveURL('/user')
  })
})
