import { getProfile, searchMembers, type Profile } from '@rootsquare/contract/profiles'
import { login, logout } from '@rootsquare/contract/accounts'
import { countUnread } from '@rootsquare/contract/messages'
import { listMemberGroups } from '@rootsquare/contract/groups'
import { listBlocked, listFollowers, listFollowing } from '@rootsquare/contract/people'
import { memberPosts } from '@rootsquare/contract/posts'
import { listReports } from '@rootsquare/contract/reports'
import { isPagePath, pagePaths } from '@rootsquare/contract/lib/page-paths'
import type { Role } from '@rootsquare/contract/lib/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import html from '../../index.html?raw'
import { staffLinks } from '#web/app/shell/menu-links.ts'
import { profileTabs } from '#web/lib/navigation/route-names.ts'
import { sampleProfile } from '#web/test/members.ts'
import { allowUnanswered, answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp, currentRouter } from '#web/test/open-app.tsx'
import { expectClosed, fill, notices, press, textsOf, existing } from '#web/test/page.ts'

const profile = sampleProfile()

/** Answers from now on. The other paths look like that of a profile, which would be answered instead. */
function answerProfile(reply: () => Profile | Promise<never>): void {
  answer(getProfile, async ({ params }) => {
    if (params.id !== profile.id) throw new Rejection(404, 'Not here')
    return reply()
  })
  for (const endpoint of [
    listFollowers,
    listFollowing,
    listBlocked,
    listMemberGroups,
    memberPosts,
    searchMembers,
  ])
    answer(endpoint, () => Promise.reject(new Rejection(404, 'Not here')))
}

beforeEach(() => {
  allowUnanswered()
  answerProfile(() => profile)
})

afterEach(() => {
  // A waiting timer must not wait endlessly, because the next test uses the same router.
  if (vi.isFakeTimers()) act(() => void vi.runOnlyPendingTimers())
})

const menuButton = () => screen.findAllByRole('button', { name: 'Menu' })
const sheet = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

const open = (path: string, roles: Role[] = ['USER']) => openApp(path, { roles })

/**
 * Navigates inside the running app, as a link does: the guards must work on every navigation, not only on the first.
 */
async function go(path: string): Promise<void> {
  await act(async () => currentRouter().history.push(path))
}

async function expectPage(title: string, path: string): Promise<void> {
  await waitFor(() => expect([document.title, location.pathname]).toEqual([`${title} · Rootsquare`, path]))
}

async function expectPages(pages: Record<string, string>): Promise<void> {
  for (const [path, title] of Object.entries(pages)) {
    if (document.title.startsWith(title)) await leave(title)
    await go(path)
    await expectPage(title, path)
  }
}

/** Opens a page with another title first, so that the expected title only appears once its page is shown. */
async function leave(title: string): Promise<void> {
  const [path, other] =
    title === 'Page not found' ? ['/mail-sent', 'Check your mail'] : ['/no/such/page', 'Page not found']
  await go(path)
  await expectPage(other, path)
}

async function expectRedirects(paths: string[], title: string, to: string): Promise<void> {
  for (const path of paths) {
    await leave(title)
    await go(path)
    await expectPage(title, to)
  }
}

const visitorPages = { '/reset-password': 'Reset password', '/signup': 'Sign up', '/': 'Sign In' }
const openPages = {
  '/mail-sent': 'Check your mail',
  '/mail-validate': 'Verification',
  '/update-password': 'New password',
  '/post/999999999': 'This post is no longer available',
  '/no/such/page': 'Page not found',
}
const groupTabs = [
  '',
  '/about',
  '/history',
  '/culture',
  '/art',
  '/diet',
  '/festivals',
  '/members',
  '/analytics',
]
const memberPages = {
  '/user': 'Home',
  '/profile': 'Profile',
  '/profile/posts': 'Profile',
  '/profile/following': 'Profile',
  '/profile/followers': 'Profile',
  '/profile/groups': 'Profile',
  '/profile/items': 'Profile',
  '/profile/no-such-tab': 'Page not found',
  '/settings': 'Settings',
  '/addresses': 'My Addresses',
  '/cart': 'Shopping Details',
  '/marketplace': 'Marketplace',
  '/group-list': 'Groups',
  '/group-map': 'Groups on the map',
  ...Object.fromEntries(groupTabs.map((tab) => [`/group/99999${tab}`, 'Group not found'])),
  '/messages/999999999': 'User not found',
  '/inbox': 'Inbox',
  '/notifications': 'Notifications',
  '/settings/notifications': 'Notification settings',
  '/my-orders': 'My Orders',
  '/my-order/abc': 'Order',
  '/received-orders': 'Received Orders',
  '/received-order/999999999': 'Received order',
  '/payouts': 'Payouts',
  '/disputes': 'Disputes',
  '/disputes/999999999': 'Dispute not found',
  // A page of another member.
  '/user-analytics/2': 'You cannot open this page',
  '/u/nobody': 'User not found',
}
/** The title of a staff page is its name in the menu. */
const adminPages = Object.fromEntries(staffLinks(['ADMIN']).map(({ to, name }) => [to, name]))
const auditPage = { '/admin-audit': 'Audit' }

async function expectForbidden(path: string, who: string): Promise<void> {
  await expectPages({ [path]: 'You cannot open this page' })
  expect(await screen.findByText(`This page is for ${who} only.`)).toBeVisible()
  expect(await menuButton()).not.toHaveLength(0)
}

test('the server knows every page', async () => {
  await open('/inbox')
  const paths = Object.keys(currentRouter().routesByPath).map((path) => path.replace(/(.)\/$/, '$1'))
  expect(new Set(paths)).toEqual(new Set(pagePaths))
  for (const tab of profileTabs) expect(isPagePath(`/profile/${tab}`)).toBe(true)
  const shown = { ...visitorPages, ...openPages, ...memberPages, ...adminPages, ...auditPage }
  const unknown = Object.keys(shown).filter((path) => !isPagePath(path))
  expect(unknown).toEqual(['/no/such/page', '/profile/no-such-tab'])
})

describe('who may open which page', () => {
  test('a visitor sees the entry pages and is sent to sign in from all others', async () => {
    await openApp('/signup', { isVisitor: true })
    await expectPages({ ...visitorPages, ...openPages })
    expect(screen.queryAllByRole('button', { name: 'Menu' })).toHaveLength(0)
    const others = { '/logout': '', '/item/7': '' }
    const closed = Object.keys({ ...memberPages, ...adminPages, ...auditPage, ...others })
    await expectRedirects(closed, 'Sign In', '/')
  })

  test('a member sees the pages of members, and home in place of sign-in', async () => {
    await open('/inbox')
    await expectPages({ ...memberPages, ...openPages })
    expect(await menuButton()).not.toHaveLength(0)
    await expectRedirects(Object.keys(visitorPages), 'Home', '/user')
    await expectRedirects(['/item/7'], 'Marketplace', '/marketplace')
    expect(location.search).toBe('?item=7')
  })

  test('a member is told for whom the pages of staff are', async () => {
    answer(listReports, () => Promise.reject(new Rejection(403, 'No')))
    await open('/inbox')
    await expectForbidden('/reported-posts', 'admins and group moderators')
    await expectForbidden('/admin-audit', 'super admins')
    const { '/reported-posts': _, ...others } = adminPages
    for (const path of Object.keys(others)) await expectForbidden(path, 'admins')
  })

  test('an admin sees the pages of admins, but not the audit', async () => {
    await open('/inbox', ['USER', 'ADMIN'])
    await expectPages(adminPages)
    await expectForbidden('/admin-audit', 'super admins')
  })

  test('a super admin sees all pages of staff', async () => {
    await open('/inbox', ['USER', 'SUPERADMIN'])
    await expectPages({ ...adminPages, ...auditPage })
  })

  test('an expired token ends the session at the next navigation', async () => {
    const user = await open('/settings')
    await expectPage('Settings', '/settings')
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    const [link] = await screen.findAllByRole('link', { name: 'Marketplace' })
    await user.click(existing(link))
    await expectPage('Sign In', '/')
    expect(window.localStorage.getItem('rootsquare.token')).toBeNull()
  })

  test('leaving sign-in cancels the log-in', async () => {
    answer(login, () => new Promise<never>(() => {}))
    const sent = vi.spyOn(globalThis, 'fetch')
    const user = await openApp('/no/such/page', { isVisitor: true })
    await screen.findByRole('heading', { name: 'Page not found' })
    await user.click(screen.getByRole('link', { name: 'Go to sign in' }))
    await fill('Username', 'terhemba')
    await fill('Password', 'Rootsquare#2026')
    await press('Sign In')
    await waitFor(() => expect(callsOf(login)).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Sign up here' }))
    await expectPage('Sign up', '/signup')
    const [, request] = sent.mock.calls.find(([url]) => url === '/api/login') ?? []
    expect(request?.signal?.aborted).toBe(true)
    expect(window.localStorage.getItem('rootsquare.token')).toBeNull()
  })

  test('a member who is suspended reads why at sign-in', async () => {
    const suspended = { code: 'ACCOUNT_SUSPENDED' }
    const text = 'This account is suspended.'
    answer(getProfile, () => Promise.reject(new Rejection(403, text, suspended)))
    await open('/inbox')
    await expectPage('Sign In', '/')
    expect(await screen.findByRole('region', { name: 'Sign In' })).toHaveTextContent(text)
    expect(window.localStorage.getItem('rootsquare.token')).toBeNull()
  })
})

describe('the menu', () => {
  const memberEntries = [
    'Profile',
    'Groups',
    'Marketplace',
    'Inbox',
    'Bookmarks',
    'Cart',
    'My Orders',
    'Received Orders',
    'Payouts',
    'Settings',
  ]

  async function openMenu(roles: Role[]) {
    const user = await open('/settings', roles)
    // The first button is the one of phones, which opens the drawer.
    const [phone] = await menuButton()
    await user.click(existing(phone))
    const menu = await screen.findByRole('dialog', { name: 'Menu' })
    await within(menu).findByText('@hauwa.d')
    const entries = within(within(menu).getByRole('navigation')).getAllByRole('link')
    return { menu, names: textsOf(entries) }
  }

  test.each([
    ['a member', ['USER'], [], undefined],
    ['an admin', ['USER', 'ADMIN'], Object.values(adminPages), 'ADMIN'],
    ['a super admin', ['USER', 'SUPERADMIN'], [...Object.values(adminPages), 'Audit'], 'SUPER ADMIN'],
  ] as const)('has the entries and the label of %s', async (_, roles, staffEntries, label) => {
    const { menu, names } = await openMenu([...roles])
    expect(names).toEqual([...memberEntries, ...staffEntries])
    expect(within(menu).queryByText(/ADMIN/)?.textContent).toBe(label)
    expect(within(menu).getByRole('link', { name: 'Sign out' })).toBeVisible()
  })

  test('names what waits in the inbox and in the cart', async () => {
    answer(countUnread, () => ({ senders: 2 }))
    await open('/settings')
    expect(await screen.findAllByText('Inbox, 2 unread conversations')).not.toHaveLength(0)
  })
})

test('the links of the navbar open their pages and are marked as current', async () => {
  const user = await open('/settings')
  const linkTo = async (name: string) =>
    within(await screen.findByRole('banner')).findByRole('link', { name })
  for (const [name, path] of [
    ['Rootsquare', '/user'],
    ['Groups', '/group-list'],
    ['Marketplace', '/marketplace'],
    ['Home', '/user'],
    ['Cart', '/cart'],
    ['Inbox', '/inbox'],
    ['Your profile', '/profile'],
  ] as const) {
    await user.click(await linkTo(name))
    await waitFor(() => expect(location.pathname).toBe(path))
    await waitFor(async () => expect(await linkTo(name)).toHaveAttribute('aria-current', 'page'))
  }
})

test('the link to home leads back while another page loads', async () => {
  await open('/user')
  await expectPage('Home', '/user')
  const [home] = await screen.findAllByRole('link', { name: 'Home' })
  act(() => {
    currentRouter().history.push('/marketplace')
    currentRouter().history.flush()
  })
  expect(document.title).toMatch(/^Home/)
  fireEvent.click(existing(home))
  await waitFor(() => expect(currentRouter().state.status).toBe('idle'))
  await expectPage('Home', '/user')
})

test('signing out says what it waits for, and works without a connection', async () => {
  const pending = Promise.withResolvers<never>()
  answer(logout, () => pending.promise)
  await open('/settings')
  await go('/logout')
  expect(await screen.findByText('Signing out…')).toBeVisible()
  pending.reject(noConnection)
  await expectPage('Sign In', '/')
  expect(await notices()).toHaveTextContent('the server could not be reached')
  // How often the app was opened is of the device, and may have been counted by now.
  const left = Object.keys(window.localStorage).filter((key) => key !== 'rootsquare.visits')
  expect(left).toEqual([])
})

describe('being offline', () => {
  function setOnline(isOnline: boolean): void {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }

  test.each([
    ['a member', '/settings', false],
    ['a visitor', '/', true],
  ])('is shown to %s until the connection has been back for 5 seconds', async (_, path, isVisitor) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openApp(path, { isVisitor })
    expect(screen.queryByText(/^You are/)).toBeNull()
    setOnline(false)
    expect(screen.getByText('You are offline')).toBeVisible()
    setOnline(true)
    expect(screen.getByText('You are back online')).toBeVisible()
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.queryByText(/^You are/)).toBeNull()
  })
})

describe('the splash', () => {
  async function openSplash(): Promise<void> {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open('/loading')
    expect(await screen.findByText('Getting your feed ready…')).toBeVisible()
  }

  test('shows the splash for two seconds, then home', async () => {
    answerProfile(() => ({ ...profile, followingCount: 3 }))
    await openSplash()
    await waitFor(() => expect(callsOf(getProfile)).toHaveLength(1))
    expect(location.pathname).toBe('/loading')
    act(() => void vi.advanceTimersByTime(2000))
    await expectPage('Home', '/user')
  })

  test('closes the splash after a failed load, which can be retried', async () => {
    answerProfile(() => Promise.reject(new Rejection(400, 'Broken thread')))
    await openSplash()
    act(() => void vi.advanceTimersByTime(2000))
    await expectPage('Home', '/user')
    const [failed] = await screen.findAllByText('Broken thread', { selector: '[role=alert] *' })
    answerProfile(() => profile)
    await press('Retry', within(existing(failed?.closest<HTMLElement>('[role=alert]'))))
    expect(await screen.findByRole('heading', { level: 1, name: /, Hauwa$/ })).toBeVisible()
  })

  test('offers a retry on the splash after eight seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open('/loading')
    vi.spyOn(currentRouter(), 'navigate').mockReturnValue(new Promise(() => {}))
    await screen.findByText('Getting your feed ready…')
    act(() => void vi.advanceTimersByTime(4000))
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    act(() => void vi.advanceTimersByTime(4000))
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
    expect(screen.getByText('This is taking longer than usual. Is your network slow?')).toBeVisible()
  })
})

describe('the welcome on sign-in', () => {
  test('changes every six seconds until it is paused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = await openApp('/', { isVisitor: true })
    expect(await screen.findByText('Ẹ káàbọ̀')).toBeVisible()
    act(() => void vi.advanceTimersByTime(6000))
    expect(screen.getByText('Ndewo')).toBeVisible()
    const pause = screen.getByRole('button', { name: 'Pause the welcomes' })
    await user.click(pause)
    expect(pause).toHaveAttribute('aria-pressed', 'true')
    act(() => void vi.advanceTimersByTime(12_000))
    expect(screen.getByText('Ndewo')).toBeVisible()
  })
})

describe('keyboard shortcuts', () => {
  const definitions = () => textsOf(screen.getAllByRole('definition'))

  test('g and a second key open a page', async () => {
    const user = await open('/cart')
    await menuButton()
    for (const [second, title, path] of [
      ['m', 'Marketplace', '/marketplace'],
      ['h', 'Home', '/user'],
      ['i', 'Inbox', '/inbox'],
    ] as const) {
      await user.keyboard(`g${second}`)
      await expectPage(title, path)
    }
  })

  test('? lists what works on the page', async () => {
    const user = await open('/cart')
    await menuButton()
    await user.keyboard('?')
    expect(textsOf(await screen.findAllByRole('term'))).toEqual([
      '?',
      'g then h',
      'g then m',
      'g then i',
      '/',
      'Esc',
    ])
    expect(definitions()).toEqual([
      'Show this sheet',
      'Go to Home',
      'Go to Marketplace',
      'Go to Inbox',
      'Search',
      'Close what is open',
    ])
  })

  test('do nothing while a dialog is open, in a control, or with Ctrl', async () => {
    const user = await open('/cart')
    const [phone] = await menuButton()
    await user.keyboard('g{Control>}m{/Control}')
    await user.click(existing(phone))
    const system = await screen.findByRole('radio', { name: 'System' })
    act(() => system.focus())
    await user.keyboard('gm?')
    expect(sheet()).toBeNull()
    expect(location.pathname).toBe('/cart')
    await user.keyboard('{Escape}')
    await expectClosed()
    await user.keyboard('?')
    await waitFor(() => expect(sheet()).not.toBeNull())
    await user.keyboard('gm')
    expect(location.pathname).toBe('/cart')
  })

  // The browser of these tests does not know `inert`, like Chrome before 102.
  test('are explained in a sheet that keeps the focus', async () => {
    const user = await open('/cart')
    const [menu] = await menuButton()
    // As in index.html.
    existing(document.body.lastElementChild).id = 'root'
    await user.keyboard('?')
    await waitFor(() => expect(sheet()).toHaveFocus())
    act(() => existing(menu).focus())
    expect(sheet()).toHaveFocus()
    await user.keyboard('{Escape}')
    await expectClosed()
    act(() => existing(menu).focus())
    expect(menu).toHaveFocus()
  })

  test('can be turned off, which this browser remembers', async () => {
    const user = await open('/cart')
    await menuButton()
    await user.keyboard('?')
    await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
    expect(window.localStorage.getItem('rootsquare.shortcuts')).toBe('off')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(sheet()).toBeNull())
    await user.keyboard('?gm')
    expect(sheet()).toBeNull()
    expect(location.pathname).toBe('/cart')
  })
})

describe('snackbars', () => {
  test('stay on the next page after a success, but not after an error', async () => {
    const { showSnackbar } = await import('#web/ui/feedback/snackbar-queue.ts')
    await open('/settings')
    await expectPage('Settings', '/settings')
    act(() => showSnackbar('error', 'It failed'))
    act(() => showSnackbar('success', 'It went well'))
    expect(await notices()).toHaveTextContent('It failed')
    await go('/inbox')
    await expectPage('Inbox', '/inbox')
    expect(await notices()).toHaveTextContent('It went well')
    expect(await notices()).not.toHaveTextContent('It failed')
  })
})

test('the live regions are on the page before any script has run', () => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const regions = ['live-polite', 'live-assertive', 'live-route'].map((id) =>
    page.getElementById(id)?.getAttribute('aria-live'),
  )
  expect(regions).toEqual(['polite', 'assertive', 'polite'])
  expect(page.getElementById('root')?.childElementCount).toBe(0)
})

test('the initials stand in for a picture that does not load', async () => {
  answer(getProfile, () => ({ ...profile, profileImage: '/media/gone.webp' }))
  await open('/settings')
  await waitFor(() => expect(document.querySelector('header img')).not.toBeNull())
  act(() => void document.querySelector('header img')?.dispatchEvent(new Event('error')))
  expect(document.querySelector('header [data-initials=HD]')).not.toBeNull()
})
