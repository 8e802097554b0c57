import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations } from './fixtures.ts'
import { answer, enter, logIn, onSignIn, test, tokenKey } from './visit.ts'

const visitorOnly = ['/', '/reset-password', '/signup']
const open = ['/mail-sent', '/mail-validate', '/update-password', '/post/1', '/loading']
const loginRequired = `
  /user /profile /profile/posts /profile/following /profile/followers /profile/groups /profile/items /settings
  /addresses /cart /marketplace /group-list /group-map /group/1 /group/1/about /group/1/history /group/1/culture
  /group/1/art /group/1/diet /group/1/festivals /group/1/members /group/1/analytics /messages/1 /inbox /my-orders
  /my-order/abc /received-orders /received-order/1 /user-analytics/1 /admin-users /admin-submissions
  /reported-posts /suspended-users /system-analytics /u/adaeze.n`
  .trim()
  .split(/\s+/)

const people = [
  { who: 'a member', username: 'ekaette.u', hidden: ['/held-payments', '/audit'], shown: [] },
  { who: 'an admin', username: 'ene.ochigbo', hidden: ['/audit'], shown: ['/held-payments'] },
  { who: 'a super admin', username: 'tunde.adeleye', hidden: [], shown: ['/held-payments', '/audit'] },
]

/** Inside the running app, as a link does it: the guards must hold on every navigation, not only on the first. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}

const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })

test.describe('who lands where', () => {
  test('a visitor', async ({ page }) => {
    await page.goto('/signup')
    for (const path of [...visitorOnly, ...open]) {
      await go(page, path)
      await expect(page, path).toHaveURL(path)
      await expect(menuButton(page)).toHaveCount(0)
      await expect(notFound(page)).toHaveCount(0)
    }
    for (const path of [...loginRequired, '/held-payments', '/audit', '/logout']) {
      await go(page, '/signup')
      await expect(page).toHaveURL('/signup')
      await go(page, path)
      await expect(page, path).toHaveURL('/')
    }
    await go(page, '/no/such/page')
    await expect(notFound(page)).toBeVisible()
    await expect(menuButton(page)).toHaveCount(0)
  })

  for (const { who, username, hidden, shown } of people) {
    test(who, async ({ page, server }) => {
      await enter(page, await logIn(server.url, username))
      await page.goto('/user')
      for (const path of [...loginRequired, ...shown, '/post/1']) {
        await go(page, path)
        await expect(page, path).toHaveURL(path)
        await expect(menuButton(page), path).toBeVisible()
        await expect(notFound(page), path).toHaveCount(0)
      }
      for (const path of [...hidden, '/no/such/page']) {
        await go(page, path)
        await expect(notFound(page), path).toBeVisible()
        await expect(menuButton(page), path).toBeVisible()
        await expect(page, path).toHaveURL(path)
      }
      for (const path of visitorOnly) {
        await go(page, path)
        await expect(page, path).toHaveURL('/user')
        await go(page, '/cart')
        await expect(page).toHaveURL('/cart')
      }
      for (const path of open) {
        await go(page, path)
        await expect(page, path).toHaveURL(path)
      }
    })
  }

  test('a token that expires while the page is open ends the session at the next step', async ({
    page,
    token,
  }) => {
    await page.clock.install()
    await enter(page, token)
    await page.goto('/user')
    await expect(page.getByText('@hauwa.d')).toBeVisible()
    await page.route('**/api/token/renew', (route) => route.abort())
    await page.clock.setSystemTime(Date.now() + 25 * 3_600_000)
    await page.getByRole('link', { name: 'Marketplace' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(onSignIn(page).submit).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
  })

  test('a session that ends in another tab ends here', async ({ page, context, token }) => {
    await enter(page, token)
    const other = await context.newPage()
    await other.goto('/inbox')
    await expect(menuButton(other)).toBeVisible()
    await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
    await expect(other).toHaveURL('/')
    await expect(onSignIn(other).submit).toBeVisible()
  })

  test('a member suspended or banned in between is told why at sign-in', async ({ page, token }) => {
    const refusals = [
      ['ACCOUNT_SUSPENDED', 'This account is suspended.', { reason: 'Spam', until: '2030-03-03T13:05:00Z' }],
      ['ACCOUNT_BANNED', 'This account has been banned.', { reason: 'Fraud' }],
    ] as const
    for (const [code, message, more] of refusals) {
      await page.unrouteAll()
      await enter(page, token)
      await page.route('**/api/user/*', answer(403, { error: [message], message, code, ...more }))
      await page.goto('/user')
      await expect(page).toHaveURL('/')
      await expect(onSignIn(page).form).toContainText(message)
      await expect(onSignIn(page).form).toContainText(more.reason)
      expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
    }
    await expect(onSignIn(page).form).not.toContainText('Until')
    await expectNoAxeViolations(page)
  })

  test('any other 403 leaves the member where they are', async ({ page, token }) => {
    await enter(page, token)
    await page.route(
      '**/api/user/*',
      answer(403, { error: ['Not for you.'], message: 'Not for you.', code: 'FORBIDDEN' }),
    )
    await page.goto('/user')
    await expect(page.getByRole('alert').getByText('Not for you.')).toBeVisible()
    await expect(page).toHaveURL('/user')
  })
})
