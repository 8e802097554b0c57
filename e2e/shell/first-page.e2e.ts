import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { onSignIn, password, test } from '../support/visit.ts'

test('the front page can be read and filled in before the app arrives, and nothing moves', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen: PerformanceEntry[] = []
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
    Object.assign(window, { seen })
  })
  await page.goto(server.url, { waitUntil: 'commit' })
  await expect(page.getByText('Where Nigeria’s peoples share their culture')).toBeVisible()
  const { username, secret, submit, snackbar } = onSignIn(page)
  await username.fill('adaeze.n')
  await secret.fill('Wrong#2026x')
  const places = async () => Promise.all([username, secret, submit].map((control) => control.boundingBox()))
  const before = await places()
  // The browser would send the password as a part of the address.
  await submit.click()
  scripts.resolve()
  await expect(page.locator('#root[data-first]')).toHaveCount(0)
  expect(await places()).toEqual(before)
  await expect(username).toHaveValue('adaeze.n')
  await expect(secret).toHaveValue('Wrong#2026x')
  // The press of before is carried out.
  await expect(snackbar).toContainText('Wrong username or password.')
  expect(new URL(page.url()).search).toBe('')
  const shifts = await page.evaluate(() =>
    'seen' in window && Array.isArray(window.seen) ? window.seen.length : -1,
  )
  expect(shifts).toBe(0)
  await context.close()
})

test('without scripts the page says how to turn them on', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.url)
  await expect(page.locator('noscript p').first()).toHaveText('Rootsquare needs JavaScript')
  await expect(page.getByLabel('Username')).toBeHidden()
  await context.close()
})

test('a browser below the floor says so, and what to do', async ({ browser, server }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'HTMLDialogElement'))
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Your browser is too old for Rootsquare' })).toBeVisible()
  await expect(page.getByText('Android: open the Play Store')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await context.close()
})

test('a link to a group shows it beside sign-in, and leads there', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/group/1/culture`)
  const { username, secret, submit } = onSignIn(page)
  await expect(submit).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Shared with you' })).toContainText('on Rootsquare')
  await expectAccessibleScreen(page, 'sign-in with what was shared')
  await username.fill('terhemba')
  await secret.fill(password)
  await submit.click()
  await page.waitForURL('**/group/1/culture')
  await context.close()
})
