import type { Page } from '@playwright/test'
import { expect, expectAccessibleState, expectNoAxeViolations } from '../support/fixtures.ts'
import {
  downloaded,
  headOf,
  knownMember,
  longText,
  made,
  onChart,
  onToolbar,
  shortText,
  today,
} from '../support/in-analytics.ts'
import { memberOf, moderatorOf, openGroup } from '../support/in-sections.ts'
import { holdBack, snackbars, untilSettled } from '../support/in-settings.ts'
import { postIn } from '../support/in-groups.ts'
import { joinSquare } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { as, writeComment } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn, pastTheEdge } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

const ofUser = /\/api\/user\/\d+\/[a-z-]+\?startDate=/
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

/** Thirty-one days, long over. */
const march = '?start=2026-03-01&end=2026-03-31'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const charts = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })

async function open(page: Page, { token, id }: Pick<Member, 'token' | 'id'>, search = ''): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, token)
  await page.goto(`/user-analytics/${id}${search}`)
}

test('a member sees their own figures bar by bar, as a table and as a file', async ({ page, server }) => {
  const { member, fan } = await knownMember(server)
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, member.token)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'View your analytics' }).click()
  await expect(page).toHaveURL(`/user-analytics/${member.id}`)
  await expect(title(page)).toHaveText(`${member.username}'s Analytics`)
  await expect(page).toHaveTitle(`${member.username}'s Analytics · Rootsquare`)
  const day = today()
  await expect(page.getByText(`Member since ${longText(day)}`)).toBeVisible()
  await expect(page.getByText('0 days active')).toBeVisible()
  await expect(charts(page)).toHaveText(userCharts)
  await expect(totals(page).getByRole('term')).toHaveText([
    'Followers',
    'Following',
    'Posts',
    'Likes Received',
  ])
  const up = (total: number) => new RegExp(`^${total} ▲ Up 100\\.00%\\d.* – ${shortText(day)}$`)
  await expect(totals(page).getByRole('definition')).toHaveText([up(2), up(1), up(2), up(1)])
  for (const [at, total] of [2, 1, 2, 1, 1, 1, 1, 3, 1].entries())
    await expect(onChart(page, userCharts[at] ?? '').card, userCharts[at]).toContainText(
      headOf(total, '▲ Up 100.00', total === 1 ? '0.0' : '0.1'),
    )

  const followers = onChart(page, 'Followers')
  await followers.bars.focus()
  const said = (words: string) => expect(followers.bars).toHaveAttribute('aria-valuetext', words)
  await said(`${shortText(day)}: 2`)
  await page.keyboard.press('ArrowLeft')
  await expect(followers.bars).toHaveAttribute('aria-valuetext', /: 0$/)
  await expect(followers.card.locator('figure strong')).toHaveText('0')
  await page.keyboard.press('Escape')
  await said(`${shortText(day)}: 2`)
  await followers.turn.press('Enter')
  await expect(followers.table.getByRole('columnheader')).toHaveText(['Date', 'Followers'])
  await expect(followers.rows.last()).toHaveText(`${shortText(day)}2`)
  const days = await followers.rows.count()
  expect(days, 'from the same day of the month before').toBeGreaterThan(28)

  const file = await downloaded(page, followers.download)
  expect(file.name).toMatch(
    new RegExp(`^followers-${member.username}-\\d{4}-\\d\\d-\\d\\d-${day}-daily\\.csv$`),
  )
  const lines = file.text.split('\r\n')
  expect(lines).toHaveLength(days + 2)
  expect([lines[0], lines.at(-3)?.endsWith(',0'), lines.at(-2)]).toEqual(['Date,Followers', true, `${day},2`])
  await expectAccessibleState(page)

  await goWithin(page, `/user-analytics/${fan.id}`)
  await expect(title(page)).toHaveText('Not open to you')
  await expect(page.getByText('This page is for the member it is about and admins only.')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'Back to the square' }).click()
  await expect(page).toHaveURL('/user')
})

test('range, granularity and comparison stand in the address, and Back restores them', async ({
  page,
  server,
}) => {
  const member = await joinSquare(server)
  const { granularity, start, end, compare } = onToolbar(page)
  const posts = onChart(page, 'Posts')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/posts?startDate')) asked.push(new URL(request.url()).search)
  })
  await open(page, member, '?start=2026-02-05&end=2026-03-02&granularity=weekly')
  await expect(granularity('Weekly')).toBeChecked()
  await expect(start).toHaveValue('5 Feb 2026')
  await expect(start).toHaveAttribute('readonly')
  await expect(end).toHaveValue('2 Mar 2026')
  await posts.turn.click()
  await expect(posts.rows.getByRole('rowheader')).toHaveCount(5)
  expect(asked).toEqual(['?startDate=2026-02-05&endDate=2026-03-02&granularity=weekly'])
  await granularity('Weekly').focus()
  await page.keyboard.press('ArrowRight')
  await expect(granularity('Monthly')).toBeFocused()
  await expect(page).toHaveURL(/\?start=2026-02-05&end=2026-03-02&granularity=monthly$/)
  await expect(posts.rows.getByRole('rowheader')).toHaveText(['5–28 Feb 2026', '1–2 Mar 2026'])
  await compare.click()
  await expect(page).toHaveURL(/granularity=monthly&compare=1$/)
  // Back takes another time back at once, however much was changed besides.
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(end).toHaveValue(shortText(today()))
  await granularity('Daily').check()
  await expect(page).toHaveURL(new RegExp(`\\?start=[\\d-]{10}&end=${today()}&compare=1$`))
  await page.goBack()
  await expect(start).toHaveValue('5 Feb 2026')
  await expect(granularity('Monthly')).toBeChecked()
  await expect(compare).toBeChecked()
})

test('more days than can be shown are refused, and what is broken in the address goes', async ({
  page,
  server,
}) => {
  const member = await joinSquare(server)
  const { granularity, end, compare } = onToolbar(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (ofUser.test(request.url())) asked.push(request.url())
  })
  const days = '?start=2018-01-01&end=2026-01-01'
  await open(page, member, `${days}&granularity=hourly&compare=7`)
  await expect(page.getByText('At most 1,827 days.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/user-analytics/${member.id}${days}`)
  await expect(end).toHaveAttribute('aria-invalid', 'true')
  await expect(granularity('Daily')).toBeChecked()
  await expect(compare).not.toBeChecked()
  await expect(charts(page)).toHaveCount(0)
  expect(asked).toEqual([])
})

test('a day is chosen from the calendar by keyboard, and on a phone', async ({ page, server }) => {
  const member = await joinSquare(server)
  const { start, end, calendar } = onToolbar(page)
  const dayNamed = (name: string) => calendar.getByRole('button', { name, exact: true })
  await open(page, member, march)
  await start.focus()
  await page.keyboard.press('Enter')
  await expect(dayNamed('1 March 2026')).toBeFocused()
  for (const [key, name] of [
    ['ArrowRight', '2 March 2026'],
    ['PageUp', '2 February 2026'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dayNamed(name), key).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await expect(start).toBeFocused()
  await expect(start).toHaveValue('1 Mar 2026')
  await page.keyboard.press('Enter')
  await expect(dayNamed('1 March 2026')).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(dayNamed('1 February 2026')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(start).toHaveValue('1 Feb 2026')
  await expect(start).toBeFocused()
  await expect(page).toHaveURL(/\?start=2026-02-01&end=2026-03-31$/)
  await page.goBack()
  await expect(calendar).toHaveCount(0)
  await expect(start).toHaveValue('1 Mar 2026')

  await end.click()
  await expect(dayNamed('31 March 2026')).toBeFocused()
  await page.goBack()
  await expect(calendar).toHaveCount(0)
  await expect(end).toBeFocused()
  await expect(end).toHaveValue('31 Mar 2026')
  // Days that would cross move along, as many as before.
  await end.click()
  await calendar.getByLabel('Year').selectOption('2025')
  await dayNamed('1 March 2025').click()
  await expect(end).toHaveValue('1 Mar 2025')
  await expect(start).toHaveValue('30 Jan 2025')
  await expect(page).toHaveURL(/\?start=2025-01-30&end=2025-03-01$/)

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 740 })
  await start.click()
  await expect(calendar).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 740 })
  expect(await pastTheEdge(page)).toEqual([])
  await calendar.getByLabel('Year').selectOption('2026')
  await dayNamed('30 January 2026').click()
  await expect(start).toHaveValue('30 Jan 2026')
  await expect(end).toHaveValue('1 Mar 2026')
})

test('the time before stands beside, in words, as a table and in the file', async ({ page, server }) => {
  const member = await joinSquare(server)
  const { compare } = onToolbar(page)
  await page.route(
    ofUser,
    made((start) => (start < '2026-03' ? { value: 4 } : { value: 3, growthRate: -25 })),
  )
  await open(page, member, march)
  const [likes, logins] = [onChart(page, 'Likes Given'), onChart(page, 'Login Activity by Date')]
  await expect(likes.card).toContainText(headOf(93, '▼ Down 25.00', '3.0'))
  for (const name of ['Group Posts Activity', 'Received Comments']) {
    await expect(onChart(page, name).days).toHaveCount(5)
  }
  await expect(logins.card).toContainText(headOf(93, '▼ Down 25.00', '3.0'))
  await expect(logins.card).toContainText('Last 14 dates shown')
  await logins.turn.click()
  await expect(logins.rows).toHaveCount(14)
  await expect(logins.rows.first()).toHaveText('18 Mar 20263')

  await compare.focus()
  await page.keyboard.press('Space')
  await expect(compare).toBeChecked()
  await expect(page).toHaveURL(/&compare=1$/)
  await expect(likes.card).toContainText('Before: 124, 4.0 per day')
  await expect(likes.card.getByRole('listitem')).toHaveText(['This time', 'The time before'])
  await likes.bars.focus()
  await page.keyboard.press('Home')
  await expect(likes.bars).toHaveAttribute('aria-valuetext', '1 Mar 2026: 3; before, 29 Jan 2026: 4')
  await likes.turn.click()
  await expect(likes.table.getByRole('columnheader')).toHaveText([
    'Date',
    'Likes Given',
    'Date before',
    'Before',
  ])
  await expect(likes.rows.last()).toHaveText('31 Mar 2026328 Feb 20264')
  const file = await downloaded(page, likes.download)
  expect(file.name).toBe(`likes-given-${member.username}-2026-03-01-2026-03-31-daily.csv`)
  expect(file.text).toMatch(
    /^Date,Likes Given,Date before,Likes Given before\r\n2026-03-01,3,2026-01-29,4\r\n/,
  )
  await likes.turn.click()
  await expectAccessibleScreen(page)
})

test('a group’s figures are for those who moderate it', async ({ page, server }) => {
  const [group, other] = await Promise.all([openGroup(server), openGroup(server)])
  const [moderator, member] = await Promise.all([
    moderatorOf(server, group, 'karo.efe'),
    memberOf(server, group, 'arit.effiom'),
    memberOf(server, other, 'karo.efe'),
  ])
  const [post] = await Promise.all([
    postIn(member.api, group.id, 'One'),
    postIn(moderator.api, group.id, 'Two'),
  ])
  await Promise.all(['Yes', 'No', 'Perhaps'].map((words) => writeComment(moderator.api, post, words)))
  expect((await moderator.api.post(`/api/post/like/${post}`)).ok()).toBe(true)

  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, moderator.token)
  await page.goto(`/group/${group.id}`)
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveTitle(`Analytics · ${group.name} · Rootsquare`)
  await expect(charts(page)).toHaveText([`${group.name} Analytics`])
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'Membership Growth',
    'Group Posts Activity',
    'Comments Activity',
    'Post Likes Activity',
  ])
  await expect(page.getByText(`Created ${longText(today())}`)).toBeVisible()
  for (const [name, count] of [
    ['Membership Growth', 2],
    ['Group Posts Activity', 2],
    ['Comments Activity', 3],
    ['Post Likes Activity', 1],
  ] as const)
    await expect(onChart(page, name).card).toContainText(
      headOf(count, '▲ Up 100.00', count === 1 ? '0.0' : '0.1'),
    )
  const { days } = onChart(page, 'Group Posts Activity')
  await expect(days).toHaveCount(10)
  await expect(days.last()).toHaveAttribute('datetime', today())
  await expectAccessibleState(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await pastTheEdge(page)).toEqual([])

  await goWithin(page, `/group/${other.id}/analytics`)
  await expect(title(page)).toHaveText('Not open to you')
  await expect(page.getByText('This page is for moderators of the group and admins only.')).toBeVisible()
})

test('admins see the whole system, where more bans are bad and fewer are good', async ({ page, server }) => {
  const [ene, offender] = await Promise.all([as(server, 'ene.ochigbo'), joinSquare(server)])
  const params = { userId: offender.id, days: 1, reasonForSuspension: 'Rude to everyone' }
  expect((await ene.api.post('/api/user/admin/suspend-user', { params })).ok()).toBe(true)
  await page.route(
    /\/api\/system\/bans\?/,
    made(() => ({ value: 2, growthRate: 12.5 })),
  )
  await page.route(
    /\/api\/system\/suspensions\?/,
    made(() => ({ value: 2, growthRate: -12.5 })),
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, ene.token)
  await page.goto(`/system-analytics${march}`)
  await expect(title(page)).toHaveText('System Analytics')
  await expect(charts(page)).toHaveText([
    'Signups',
    'Logins',
    'Posts',
    'Group Memberships',
    'Bans',
    'Suspensions',
  ])
  const tone = (name: string) => onChart(page, name).card.locator('[data-tone]')
  await expect(tone('Bans')).toHaveText('▲ Up 12.50%')
  await expect(tone('Bans')).toHaveAttribute('data-tone', 'bad')
  await expect(tone('Suspensions')).toHaveText('▼ Down 12.50%')
  await expect(tone('Suspensions')).toHaveAttribute('data-tone', 'good')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  const suspensions = onChart(page, 'Suspensions')
  await suspensions.turn.click()
  await expect(suspensions.rows).toHaveCount(7)
  const { data }: { data: { trend: { value: number }[] } } = await (
    await ene.api.get('/api/system/suspensions')
  ).json()
  expect(data.trend.at(-1)?.value).toBeGreaterThan(0)
  await expect(suspensions.rows.last()).toHaveText(`${shortText(today())}${data.trend.at(-1)?.value}`)
  await expectAccessibleScreen(page)
})

test('each chart waits, fails and is tried again by itself', async ({ page, server }) => {
  const member = await joinSquare(server)
  const [slowMember, slowChart] = [holdBack(), holdBack()]
  await page.route('**/api/user/*/usership', slowMember.hold)
  await page.route('**/api/user/*/follows?*', slowChart.hold)
  const failed = answer(400, {})
  await page.route('**/api/user/*/*-likes?*', failed)
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (ofUser.test(request.url())) asked.add(new URL(request.url()).pathname)
  })
  await open(page, member, march)
  await expect(page.getByText('Loading the member…')).toBeVisible()
  await expect.poll(() => asked.size, 'all figures at once, and not after the member').toBe(userCharts.length)
  await expect(charts(page)).toHaveCount(0)
  slowMember.letGo()
  const followers = onChart(page, 'Followers')
  await expect(followers.card).toContainText('Nothing in this time.')
  await expect(followers.card).toContainText('0.00%')
  const following = onChart(page, 'Following')
  await expect(following.card).toHaveAttribute('aria-busy', 'true')
  const words = 'An unexpected error occurred'
  for (const name of ['Likes Given', 'Likes Received'])
    await expect(onChart(page, name).card).toContainText(words)
  await expect(snackbars(page).getByText(words)).toHaveCount(0)
  const height = (await following.card.boundingBox())?.height
  slowChart.letGo()
  await expect(following.card).toHaveAttribute('aria-busy', 'false')
  expect((await following.card.boundingBox())?.height, 'nothing jumps').toBe(height)
  await expect(snackbars(page).getByText(words)).toHaveCount(1)
  await expectAccessibleState(page)
  await page.unrouteAll()
  const given = onChart(page, 'Likes Given').card
  await given.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(given).toContainText('Nothing in this time.')
  await expect(given.getByRole('heading')).toBeFocused()
  await expect(onChart(page, 'Likes Received').card).toContainText(words)

  // What is in sight stays there, dimmed, while another time is on its way.
  const slow = holdBack()
  await page.route(ofUser, slow.hold)
  await onToolbar(page).granularity('Monthly').check()
  await expect(followers.card).toHaveAttribute('aria-busy', 'true')
  await expect(followers.card).toContainText('Nothing in this time.')
  slow.letGo()
  await expect(followers.card).toHaveAttribute('aria-busy', 'false')
})

test('an admin sees the figures of any member', async ({ page, server }) => {
  const { member } = await knownMember(server)
  await enter(page, await logIn(server.url, 'ene.ochigbo'))
  await page.goto(`/user-analytics/${member.id}`)
  await expect(title(page)).toHaveText(`${member.username}'s Analytics`)
  await expect(totals(page).getByRole('definition').first()).toHaveText(/^2 ▲/)
  await goWithin(page, '/user-analytics/999999999')
  await expect(title(page)).toHaveText('User not found')
  await goWithin(page, '/user-analytics/abc')
  await expect(title(page)).toHaveText('Page not found')
})
