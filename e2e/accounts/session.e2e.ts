import { request, type Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import {
  answer,
  atHome,
  enter,
  logIn,
  onSignIn,
  password,
  setHidden,
  test,
  tokenKey,
  menuButton,
} from '../support/visit.ts'

const ended = 'Your session has ended. Please sign in again.'
const endedElsewhere = 'You were signed out in another tab.'
/** How often the app was opened and what it has loaded is of the device, and remains. */
const ofDevice = ['rootsquare.visits', 'rootsquare.data-used']

// Requested pages and abandoned log-ins are tested in entry.test.tsx and app.test.tsx, old tokens in session.test.ts.
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
  const stored = () => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  const isOfMember = (key: string) => key.startsWith('rootsquare.') && !ofDevice.includes(key)
  await expect.poll(async () => (await stored()).filter(isOfMember)).toEqual([])
  const api = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } })
  expect((await api.post(`${server.url}/api/token/renew`)).status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(menuButton(page)).toHaveCount(0)
  // The page of one member is not shown to the next.
  await onSignIn(other).fill('terhemba', password)
  await other.waitForURL('/user')
  await expect(atHome(other, 'Terhemba')).toBeVisible()
  await other.close()
})

test('a token that the server rejects ends the session', async ({ page }) => {
  const claims = { user_id: 1, roles: ['USER'], exp: Math.floor(Date.now() / 1000) + 600 }
  await enter(page, `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`, '/inbox')
  await expect(onSignIn(page).form.getByRole('alert')).toHaveText(ended)
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
  await page.reload()
  await expect(onSignIn(page).submit).toBeVisible()
  await expect(page.getByText(ended)).toHaveCount(0)
})

test('a snackbar stays five seconds, and longer under the pointer', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/login', answer(400, { error: ['No.'], message: 'No.', code: 'BAD_CREDENTIALS' }))
  await page.goto('/')
  const { snackbar, submit, fill } = onSignIn(page)
  await expect(submit).toBeVisible()
  // That its time stops while the tab is hidden is tested in snackbar.test.tsx.
  await setHidden(page, true)
  await fill('adaeze.n', password)
  await expect(snackbar).toBeVisible()
  await pauseIn(page, 10_000)
  await expect(snackbar).toBeVisible()
  await setHidden(page, false)
  await page.clock.runFor(4500)
  await snackbar.hover()
  await untilRendered(page)
  await page.clock.runFor(10_000)
  await expect(snackbar).toBeVisible()
  await page.mouse.move(0, 0)
  await untilRendered(page)
  await page.clock.runFor(300)
  await expect(snackbar).toBeVisible()
  await page.clock.runFor(400)
  await expect(snackbar).toHaveCount(0)
  await expect(page.locator('#live-assertive')).toHaveText('\u00A0', { useInnerText: true })

  await setHidden(page, true)
  await page.clock.resume()
  await submit.press('Enter')
  await expect(snackbar).toBeVisible()
  await snackbar.getByRole('button', { name: 'Close' }).focus()
  await pauseIn(page, 10_000)
  await setHidden(page, false)
  await page.clock.runFor(10_000)
  await expect(snackbar).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(snackbar).toHaveCount(0)
  await expect(submit).toBeFocused()
})

/** By the clock of the page, which is not that of the test once it has been moved. */
async function pauseIn(page: Page, ms: number): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)
}

/** What an event has changed is drawn in a later task, which must not come after the clock has been moved. */
async function untilRendered(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let task = 0; task < 5; task += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve)
        port1.start()
        port2.postMessage(null)
      })
    }
  })
}
