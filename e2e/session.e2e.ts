import { request } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { holdBack } from './in-settings.ts'
import { answer, atHome, enter, logIn, onSignIn, password, test, tokenKey } from './visit.ts'

const ended = 'Your session has ended. Please sign in again.'
const endedElsewhere = 'You were signed out in another tab.'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

test.describe('who may be where', () => {
  test('a visitor who asks for a page is sent to sign in, and gets that page after the splash', async ({
    page,
  }) => {
    await page.goto('/my-orders?from=mail#unread')
    await expect(page).toHaveURL('/')
    await page.reload()
    await onSignIn(page).fill('terhemba', password)
    await page.waitForURL('/loading')
    await page.waitForURL('/my-orders?from=mail#unread')
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  })

  // routes.e2e.ts walks through all of them inside the app.
  test('a page asked for by its address sends visitors to sign in, and opens for members as itself', async ({
    page,
    token,
  }) => {
    for (const path of ['/logout', '/group/1/about']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
    }
    await enter(page, token)
    for (const path of ['/profile/items', '/system-analytics']) {
      await page.goto(path)
      await expect(menuButton(page), path).toBeVisible()
      await expect(page, path).toHaveURL(path)
    }
    await page.goto('/signup')
    await expect(page).toHaveURL('/user')
  })

  test('an address that leads nowhere leads back; the form leads to sign-up and the reset', async ({
    page,
  }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await expect(onSignIn(page).submit).toBeVisible()
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await expect(page).toHaveURL('/signup')
    await page.goBack()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    // Else the button of the form is pressed, which has the same name.
    await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
  })

  test('a token that has expired, is unreadable or refused by the server ends the session', async ({
    page,
  }) => {
    const tokenEnding = (inSeconds: number) => {
      const claims = { user_id: 1, roles: ['USER'], exp: Math.floor(Date.now() / 1000) + inSeconds }
      return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`
    }
    for (const token of [tokenEnding(-1), 'not a token', 'e30.e30.e30', tokenEnding(600)]) {
      await enter(page, token)
      await page.goto('/inbox')
      await expect(page).toHaveURL('/')
      await expect(onSignIn(page).submit).toBeVisible()
      await expect(onSignIn(page).form.getByRole('alert')).toHaveText(ended)
      expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
    }
    await page.reload()
    await expect(onSignIn(page).submit).toBeVisible()
    await expect(page.getByText(ended)).toHaveCount(0)
  })

  test('signing out ends the session here, in the other tab and on the server', async ({
    page,
    context,
    server,
  }) => {
    const token = await logIn(server.url, 'ekaette.u')
    await enter(page, token)
    const other = await context.newPage()
    await other.goto('/inbox')
    await expect(menuButton(other)).toBeVisible()
    await page.goto('/inbox')
    await menuButton(page).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL('/')
    await expect(onSignIn(other).form.getByRole('alert')).toHaveText(endedElsewhere)
    await expect(onSignIn(page).submit).toBeVisible()
    await expect(onSignIn(page).form.getByRole('alert')).toHaveCount(0)
    const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
    expect(Object.keys(kept).filter((key) => key.startsWith('rootsquare.'))).toEqual([])
    const api = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } })
    expect((await api.post(`${server.url}/api/token/renew`)).status()).toBe(401)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(menuButton(page)).toHaveCount(0)
  })

  test("one member's page is not given to the next", async ({ page, context, server }) => {
    await enter(page, await logIn(server.url, 'ekaette.u'))
    await page.goto('/my-order/abc')
    await expect(menuButton(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/logout')
    await expect(other).toHaveURL('/')
    await expect(page).toHaveURL('/')
    await onSignIn(page).fill('terhemba', password)
    await page.waitForURL('/loading')
    await page.waitForURL('/user')
    await expect(atHome(page, 'Terhemba')).toBeVisible()
  })

  test('a browser that has no room for the token still signs in', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await page.goto('/inbox')
    await expect(page).toHaveURL('/')
    await onSignIn(page).fill('terhemba', password)
    await page.waitForURL('/inbox')
    await expect(menuButton(page)).toBeVisible()
  })

  test('leaving the form calls the log-in off', async ({ page }) => {
    const slow = holdBack()
    await page.route('**/api/login', slow.hold)
    await page.goto('/')
    const calledOff = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/login'))
    await onSignIn(page).fill('terhemba', password)
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await calledOff
    await expect(page).toHaveURL('/signup')
    expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
    slow.letGo()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('when something fails', () => {
  test('the splash goes on though nothing loads, and the square offers to try again', async ({
    page,
    token,
  }) => {
    await enter(page, token)
    await page.route('**/api/user/*', answer(400, { error: ['Broken thread'], message: '', code: 'BAD' }))
    await page.goto('/loading')
    await page.waitForURL('/user')
    await expect(page.getByRole('alert').getByText('Broken thread').first()).toBeVisible()
    await page.unroute('**/api/user/*')
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(atHome(page)).toBeVisible()
  })

  test('a page whose code does not arrive can be tried again', async ({ page, token }) => {
    await enter(page, token)
    await page.route('**/assets/settings-page-*.js', (route) => route.abort())
    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: 'A thread has broken' })).toBeVisible()
    await page.unroute('**/assets/settings-page-*.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })

  test('a snackbar stays five seconds, waits under the pointer, and closes when told to', async ({
    page,
  }) => {
    await page.clock.install()
    await page.route('**/api/login', answer(400, { error: ['No.'], message: 'No.', code: 'BAD_CREDENTIALS' }))
    await page.goto('/')
    const { snackbar, submit, fill } = onSignIn(page)
    await expect(submit).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const appears = async () => {
      await page.clock.runFor(20)
      await expect(snackbar).toBeVisible({ timeout: 200 })
    }
    await fill('adaeze.n', password)
    await expect(appears).toPass()
    await page.clock.runFor(4500)
    await snackbar.hover()
    await page.clock.runFor(20_000)
    await expect(snackbar).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(300)
    await expect(snackbar).toBeVisible()
    await page.clock.runFor(400)
    await expect(snackbar).toHaveCount(0)
    await expect(page.locator('#live-assertive')).toHaveText('\u00A0', { useInnerText: true })

    await submit.click()
    await expect(appears).toPass()
    await setHidden(page, true)
    await page.clock.runFor(20_000)
    await expect(snackbar).toBeVisible()
    await setHidden(page, false)
    await snackbar.getByRole('button', { name: 'Close' }).focus()
    await page.clock.runFor(20_000)
    await expect(snackbar).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(snackbar).toHaveCount(0)
    await expect(submit).toBeFocused()
  })
})

/** A tab behind another one. Headless Chromium never hides a page by itself. */
function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
