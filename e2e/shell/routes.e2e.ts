import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { answer, atHome, enter, logIn, onSignIn, test, tokenKey } from '../support/visit.ts'

/** Paths with the titles of their pages. */
const visitorOnly = [
  ['/', 'Sign In'],
  ['/reset-password', 'Reset password'],
  ['/signup', 'Sign up'],
] as const
const open = [
  ['/mail-sent', 'Check your mail'],
  ['/mail-validate', 'Verification'],
  ['/update-password', 'New password'],
  ['/post/999999999', 'This post is not here any more'],
  ['/loading', 'Loading'],
] as const
const notAllowed = 'Not open to you'
const titles: Record<string, string> = {
  '/user': 'Home',
  '/settings': 'Settings',
  '/addresses': 'My Addresses',
  '/cart': 'Shopping Details',
  '/marketplace': 'Marketplace',
  '/group-list': 'Groups',
  '/group-map': 'Groups on the map',
  '/group/99999': 'Group not found',
  '/group/99999/about': 'Group not found',
  '/group/99999/history': 'Group not found',
  '/group/99999/culture': 'Group not found',
  '/group/99999/art': 'Group not found',
  '/group/99999/diet': 'Group not found',
  '/group/99999/festivals': 'Group not found',
  '/group/99999/members': 'Group not found',
  '/group/99999/analytics': 'Group not found',
  '/messages/999999999': 'User not found',
  '/inbox': 'Inbox',
  '/my-orders': 'My Orders',
  '/my-order/abc': 'Order not found',
  '/received-orders': 'Received Orders',
  '/received-order/999999999': 'Order not found',
  // Of somebody else.
  '/user-analytics/1': notAllowed,
  '/admin-users': 'All Users',
  '/admin-submissions': 'Users Submissions',
  '/reported-posts': 'Reported Posts',
  '/suspended-users': 'Suspended Users',
  '/system-analytics': 'System Analytics',
  '/held-payments': 'Held payments',
  '/admin-audit': 'Audit',
  '/post/999999999': 'This post is not here any more',
  '/u/adaeze.n': 'Adaeze Nwokorie',
}
const missing = 'Page not found'
/** Pages that a plain member may not open, with whom they are for. */
const staffOnly: Record<string, string> = {
  '/admin-users': 'admins',
  '/admin-submissions': 'admins',
  '/suspended-users': 'admins',
  '/system-analytics': 'admins',
  '/held-payments': 'admins',
  '/reported-posts': 'admins and group moderators',
  '/admin-audit': 'super admins',
}
const forStaff = Object.keys(staffOnly)
/** Where the page speaks to, or of, the member. */
const headings: Record<string, RegExp> = {
  Home: /, (Ekaette|Ene|Tunde)$/,
  Profile: /^(Ekaette Udoh|Ene Ochigbo|Tunde Adeleye)$/,
}
const loginRequired = `
  /user /profile /profile/posts /profile/following /profile/followers /profile/groups /profile/items /settings
  /addresses /cart /marketplace /group-list /group-map /group/99999 /group/99999/about /group/99999/history
  /group/99999/culture /group/99999/art /group/99999/diet /group/99999/festivals /group/99999/members
  /group/99999/analytics /messages/999999999 /inbox /my-orders /my-order/abc /received-orders /received-order/999999999
  /user-analytics/1 /u/adaeze.n`
  .trim()
  .split(/\s+/)

/** They differ from members only in these pages, so that the member walks through all the others for them. */
const staff = [
  { who: 'an admin', username: 'ene.ochigbo', shown: forStaff.slice(0, -1), refused: ['/admin-audit'] },
  { who: 'a super admin', username: 'tunde.adeleye', shown: forStaff, refused: [] },
]

/** Inside the running app, as a link does it: the guards must hold on every navigation, not only on the first. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}

async function expectPage(page: Page, title: string, path: string): Promise<void> {
  await expect(page, path).toHaveTitle(`${title} · Rootsquare`)
  if (title === 'Loading') return expect(page.getByText('Weaving your square together…')).toBeVisible()
  const heading = headings[title] ?? title
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
}

async function leave(page: Page, title: string): Promise<void> {
  const [from, before] = title === missing ? ['/mail-sent', 'Check your mail'] : ['/no/such/page', missing]
  await go(page, from)
  await expectPage(page, before, from)
}

/** Comes from a page that looks different: the expected one is only there once the router has brought it. */
async function expectToLand(page: Page, path: string, title: string, url = path): Promise<void> {
  if ((await page.title()).startsWith(`${title} ·`)) await leave(page, title)
  await go(page, path)
  await expectPage(page, title, path)
  await expect(page, path).toHaveURL(url)
}

async function expectRefused(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await expectToLand(page, path, notAllowed)
    await expect(page.getByText(`This page is for ${staffOnly[path]} only.`), path).toBeVisible()
    await expect(menuButton(page), path).toBeVisible()
  }
}

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

test.describe('who lands where', () => {
  test('a visitor', async ({ page }) => {
    await page.goto('/signup')
    await expectPage(page, 'Sign up', '/signup')
    for (const [path, title] of [...visitorOnly, ...open]) {
      await expectToLand(page, path, title)
      await expect(menuButton(page), path).toHaveCount(0)
    }
    for (const path of [...loginRequired, ...forStaff, '/logout']) {
      await expectToLand(page, path, 'Sign In', '/')
    }
    await expectToLand(page, '/no/such/page', missing)
    await expect(menuButton(page)).toHaveCount(0)
  })

  test('a member', async ({ page, server }) => {
    await enter(page, await logIn(server.url, 'ekaette.u'))
    await page.goto('/user')
    await expectPage(page, 'Home', '/user')
    for (const path of [...loginRequired, '/post/999999999']) {
      await expectToLand(page, path, titles[path] ?? 'Profile')
      await expect(menuButton(page), path).toBeVisible()
    }
    for (const path of ['/profile/no-such-tab', '/no/such/page']) {
      await expectToLand(page, path, missing)
      await expect(menuButton(page), path).toBeVisible()
    }
    await expectRefused(page, forStaff)
    for (const [path] of visitorOnly) await expectToLand(page, path, 'Home', '/user')
    for (const [path, title] of open) await expectToLand(page, path, title)
  })

  for (const { who, username, shown, refused } of staff) {
    test(who, async ({ page, server }) => {
      await enter(page, await logIn(server.url, username))
      await page.goto('/user')
      await expectPage(page, 'Home', '/user')
      for (const path of shown) {
        await expectToLand(page, path, titles[path] ?? '')
        await expect(menuButton(page), path).toBeVisible()
      }
      await expectRefused(page, refused)
    })
  }

  test('a token that expires while the page is open ends the session at the next step', async ({
    page,
    token,
  }) => {
    await page.clock.install()
    await enter(page, token)
    await page.goto('/user')
    await expect(atHome(page)).toBeVisible()
    await page.route('**/api/token/renew', (route) => route.abort())
    await page.clock.setSystemTime(Date.now() + 25 * 3_600_000)
    await page.getByRole('link', { name: 'Marketplace' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(onSignIn(page).submit).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
  })

  test('a member suspended in between is told why at sign-in', async ({ page, token }) => {
    const message = 'This account is suspended.'
    const why = { code: 'ACCOUNT_SUSPENDED', reason: 'Spam', until: '2030-03-03T13:05:00Z' }
    await enter(page, token)
    await page.route('**/api/user/*', answer(403, { error: [message], message, ...why }))
    await page.goto('/user')
    await expect(page).toHaveURL('/')
    await expect(onSignIn(page).form).toContainText(message)
    await expect(onSignIn(page).form).toContainText(why.reason)
    expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
    await expectAccessibleState(page)
  })
})
