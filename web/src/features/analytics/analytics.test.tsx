import { getProfile } from '@rootsquare/contract/profiles'
import * as contract from '@rootsquare/contract/analytics'
import type { Series, SeriesQuery } from '@rootsquare/contract/analytics'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { answerGroup, moderator } from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, notices, textsOf } from '#web/test/page.ts'
import { profileWith } from '#web/test/profile.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

// Checking what is visible takes most of the time on a page with nine charts.
configure({ defaultHidden: true })

const profile = profileWith()

const userEndpoints = [
  contract.userFollowers,
  contract.userFollows,
  contract.userPosts,
  contract.userGivenComments,
  contract.userGivenLikes,
  contract.userReceivedLikes,
  contract.userGroupPosts,
  contract.userReceivedComments,
  contract.userLogins,
]
const systemEndpoints = [
  contract.systemSignups,
  contract.systemLogins,
  contract.systemPosts,
  contract.systemGroupMemberships,
  contract.systemBans,
  contract.systemSuspensions,
]
const groupEndpoints = [
  contract.groupMembership,
  contract.groupPosts,
  contract.groupComments,
  contract.groupLikes,
]
const userCharts = [
  'Followers',
  'Following',
  'Posts',
  'Comments',
  'Likes Given',
  'Likes Received',
  'Group Posts Activity',
  'Received Comments',
  'Login Activity by Date',
]

const dayMs = 86_400_000
const march = '?start=2026-03-01&end=2026-03-31'

/** Returns the same value for every day in the request. */
function series({ startDate = '', endDate = '' }: SeriesQuery, value: number, growthRate = 0): Series {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1
  const dayAt = (at: number) => new Date(Date.parse(startDate) + at * dayMs).toISOString().slice(0, 10)
  const trend = Array.from({ length: days }, (_, at) => ({ date: dayAt(at), value }))
  return { total: value * days, growthRate, average: value, trend }
}

const chart = (name: string) => screen.findByRole('region', { name })
const headings = () => textsOf(screen.getAllByRole('heading', { level: 2 }))
const tableRows = (card: HTMLElement) =>
  within(card)
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(row.children))

beforeEach(() => {
  answer(getProfile, ({ params }) => ({ ...profile, id: params.id }))
  answer(contract.getUsership, ({ params }) => ({
    signUpDate: profile.createdDate,
    userId: params.id,
    usershipDurationDays: 90,
  }))
  for (const endpoint of userEndpoints) answer(endpoint, ({ query }) => series(query, 3, -25))
  for (const endpoint of systemEndpoints) answer(endpoint, ({ query }) => series(query, 3))
})

test('shows the join date, totals, and a chart for each figure', async () => {
  await openApp(`/user-analytics/1${march}`)
  await screen.findByRole('heading', { level: 1, name: "ada's Analytics" })
  expect(document.title).toBe("ada's Analytics · Rootsquare")
  expect(screen.getByText('Member since 1 January 2026')).toBeVisible()
  expect(screen.getByText('90 days active')).toBeVisible()
  expect(headings()).toEqual(userCharts)
  const totals = within(screen.getByRole('region', { name: 'Totals' }))
  expect(textsOf(totals.getAllByRole('term'))).toEqual(['Followers', 'Following', 'Posts', 'Likes Received'])
  await waitFor(() =>
    expect(totals.getAllByRole('definition')[0]).toHaveTextContent('93 ▼ Down 25.00%Mar 2026'),
  )
  expect(await chart('Likes Given')).toHaveTextContent('93 ▼ Down 25.00%Average per day 3.0')
})

test('shows or labels only the last days in some charts', async () => {
  const user = await openApp(`/user-analytics/1${march}`)
  const logins = await chart('Login Activity by Date')
  await within(logins).findByText('Last 14 dates shown')
  await user.click(within(logins).getByRole('button', { name: /^Show as table/ }))
  expect(tableRows(logins)).toHaveLength(14)
  expect(tableRows(logins)[0]).toEqual(['18 Mar 2026', '3'])
})

test('compares with the previous range in words and as a table', async () => {
  for (const endpoint of userEndpoints)
    answer(endpoint, ({ query }) => series(query, (query.startDate ?? '') < '2026-03' ? 4 : 3))
  const user = await openApp(`/user-analytics/1${march}`)
  const likes = await chart('Likes Given')
  await within(likes).findByText(/^Average per day 3\.0/)
  expect(callsOf(contract.userGivenLikes).map(({ query }) => query.startDate)).not.toContain('2026-01-29')
  await user.click(await screen.findByRole('switch', { name: 'Compare with the period before' }))
  await waitFor(() => expect(likes).toHaveTextContent('Before: 124, 4.0 per day'))
  expect(textsOf(within(likes).getAllByRole('listitem'))).toEqual(['This period', 'The period before'])
  expect(within(likes).getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    '31 Mar 2026: 3; before, 28 Feb 2026: 4',
  )
  await user.click(within(likes).getByRole('button', { name: /^Show as table/ }))
  expect(textsOf(within(likes).getAllByRole('columnheader'))).toEqual([
    'Date',
    'Likes Given',
    'Date before',
    'Before',
  ])
  expect(lastOf(tableRows(likes))).toEqual(['31 Mar 2026', '3', '28 Feb 2026', '4'])
})

test('sends range, granularity and comparison and writes them into the URL', async () => {
  const user = await openApp('/user-analytics/1?start=2026-02-05&end=2026-03-02&granularity=weekly')
  expect(await screen.findByLabelText('Start date')).toHaveValue('5 Feb 2026')
  expect(screen.getByLabelText('Start date')).toHaveAttribute('readonly')
  expect(screen.getByLabelText('End date')).toHaveValue('2 Mar 2026')
  expect(screen.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  await waitFor(() =>
    expect(lastOf(callsOf(contract.userPosts))?.query).toEqual({
      startDate: '2026-02-05',
      endDate: '2026-03-02',
      granularity: 'weekly',
    }),
  )
  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  await user.click(screen.getByRole('switch', { name: 'Compare with the period before' }))
  await waitFor(() =>
    expect(window.location.search).toBe('?start=2026-02-05&end=2026-03-02&granularity=monthly&compare=1'),
  )
  await user.click(await button('Last month'))
  await user.click(screen.getByRole('radio', { name: 'Daily' }))
  await waitFor(() => expect(window.location.search).toMatch(/^\?start=[\d-]{10}&end=[\d-]{10}&compare=1$/))
})

test('rejects too many days without loading anything', async () => {
  await openApp('/user-analytics/1?start=2018-01-01&end=2026-01-01&granularity=hourly&compare=7')
  expect(await screen.findByText('At most 1,827 days.')).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?start=2018-01-01&end=2026-01-01'))
  expect(screen.getByLabelText('End date')).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByText('Choose a shorter period. At most 1,827 days.')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Daily' })).toBeChecked()
  expect(callsOf(contract.userPosts).map(({ query }) => query.startDate)).not.toContain('2018-01-01')
})

test('loads all figures together with the member', async () => {
  const slow = Promise.withResolvers<void>()
  answer(getProfile, () => slow.promise.then(() => profile))
  await openApp(`/user-analytics/1${march}`)
  await screen.findByText('Loading the member…')
  for (const endpoint of userEndpoints) await waitFor(() => expect(callsOf(endpoint)).not.toEqual([]))
  expect(screen.queryByRole('region', { name: 'Followers' })).toBeNull()
  slow.resolve()
  await chart('Followers')
})

test('retries each failed chart separately and shows one notice for all', async () => {
  for (const endpoint of [contract.userGivenLikes, contract.userReceivedLikes])
    answer(endpoint, () => Promise.reject(new Rejection(400, '')))
  answer(contract.userFollowers, ({ query }) => series(query, 0))
  const slow = Promise.withResolvers<void>()
  answer(contract.userFollows, ({ query }) => slow.promise.then(() => series(query, 3)))
  const user = await openApp(`/user-analytics/1${march}`)
  const text = 'An unexpected error occurred'
  const given = await chart('Likes Given')
  await within(given).findByText(text)
  expect(await chart('Followers')).toHaveTextContent(/0\.00%.*Nothing in this period\./)
  expect(await chart('Following')).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  slow.resolve()
  expect(within(await notices()).getAllByText(text)).toHaveLength(1)
  expect(await chart('Following')).toHaveAttribute('aria-busy', 'false')
  answer(contract.userGivenLikes, ({ query }) => series(query, 3))
  await user.click(within(given).getByRole('button', { name: 'Retry' }))
  await within(given).findByText(/^Average per day 3\.0/)
  expect(within(given).getByRole('heading')).toHaveFocus()
  expect(await chart('Likes Received')).toHaveTextContent(text)
})

test('shows the charts while another range loads', async () => {
  const user = await openApp(`/user-analytics/1${march}`)
  const posts = await chart('Posts')
  await within(posts).findByText(/^Average per day 3\.0/)
  const slow = Promise.withResolvers<void>()
  answer(contract.userPosts, ({ query }) => slow.promise.then(() => series(query, 5)))
  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  await waitFor(() => expect(posts).toHaveAttribute('aria-busy', 'true'))
  expect(posts).toHaveTextContent('Average per day 3.0')
  expect(within(posts).getByRole('button', { name: /^Download CSV/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  slow.resolve()
  await within(posts).findByText(/^Average per day 5\.0/)
  expect(posts).toHaveAttribute('aria-busy', 'false')
})

test('shows more bans as bad and fewer as good', async () => {
  answer(contract.systemBans, ({ query }) => series(query, 2, 12.5))
  answer(contract.systemSuspensions, ({ query }) => series(query, 2, -12.5))
  await openApp(`/system-analytics${march}`, { roles: ['ADMIN'] })
  await screen.findByRole('heading', { level: 1, name: 'System Analytics' })
  expect(headings()).toEqual(['Signups', 'Logins', 'Posts', 'Group Memberships', 'Bans', 'Suspensions'])
  for (const [name, text, tone] of [
    ['Bans', '▲ Up 12.50%', 'bad'],
    ['Suspensions', '▼ Down 12.50%', 'good'],
  ] as const) {
    const card = await chart(name)
    await waitFor(() => expect(card.querySelector('[data-tone]')).toHaveTextContent(text))
    expect(card.querySelector('[data-tone]')).toHaveAttribute('data-tone', tone)
  }
})

test('lists the last seven days of the system in seven rows', async () => {
  const user = await openApp('/system-analytics', { roles: ['ADMIN'] })
  await user.click(await button('Last 7 days'))
  const suspensions = await chart('Suspensions')
  await user.click(await within(suspensions).findByRole('button', { name: /^Show as table/ }))
  await waitFor(() => expect(tableRows(suspensions)).toHaveLength(7))
  const { endDate = '' } = lastOf(callsOf(contract.systemSuspensions))?.query ?? {}
  const lastDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeZone: 'UTC' })
  expect(lastOf(tableRows(suspensions))).toEqual([lastDay.format(new Date(endDate)), '3'])
})

test('shows a moderator four figures of the group', async () => {
  answerGroup({ standing: moderator })
  for (const endpoint of groupEndpoints) answer(endpoint, ({ query }) => series(query, 3, 100))
  const user = await openApp('/group/7')
  const tabs = within(await screen.findByRole('navigation', { name: 'Group' }))
  await user.click(await tabs.findByRole('link', { name: 'Analytics' }))
  await screen.findByRole('heading', { level: 2, name: 'Waja Analytics' })
  await waitFor(() => expect(document.title).toBe('Analytics · Waja · Rootsquare'))
  expect(screen.getByText('Created 2 January 2026')).toBeVisible()
  expect(textsOf(within(screen.getByRole('main')).getAllByRole('heading', { level: 3 }))).toEqual([
    'Membership Growth',
    'Group Posts Activity',
    'Comments Activity',
    'Post Likes Activity',
  ])
  for (const name of ['Membership Growth', 'Comments Activity'])
    await waitFor(async () => expect(await chart(name)).toHaveTextContent('▲ Up 100.00%Average per day 3.0'))
})

test('shows an admin the figures of any member', async () => {
  await openApp(`/user-analytics/7${march}`, { roles: ['ADMIN'] })
  await screen.findByRole('heading', { level: 1, name: "ada's Analytics" })
  await waitFor(() => expect(lastOf(callsOf(contract.userPosts))?.params.id).toBe(7))
})

test('hides the figures of other members', async () => {
  await openApp('/user-analytics/7')
  await screen.findByRole('heading', { level: 1, name: 'You cannot open this page' })
  expect(screen.getByText('This page is for the member it is about and admins only.')).toBeVisible()
})

test.each([
  ['/user-analytics/999', 'User not found'],
  ['/user-analytics/abc', 'Page not found'],
])('shows at %s: %s', async (path, title) => {
  answer(getProfile, () => Promise.reject(new Rejection(404, 'User not found')))
  await openApp(path, { roles: ['ADMIN'] })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})
