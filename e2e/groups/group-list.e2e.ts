import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { groupCount, groupNamed, leave } from '../support/in-groups.ts'
import { expectSnackbar, holdBack } from '../support/in-settings.ts'
import { joinSquare } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge } from '../support/visit.ts'

const joins = '**/api/groups/join/*'
const allGroups = '**/api/groups?*'
const ownGroups = '**/api/user/group-list?*'

function onList(page: Page) {
  const tab = (name: string) => page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name })
  const row = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
  return {
    rows: page.getByRole('main').getByRole('listitem'),
    row,
    join: (name: string) => row(name).getByRole('button', { name: `Join ${name}`, exact: true }),
    joined: tab('Joined Groups'),
    all: tab('All Groups'),
    searchAll: page.getByRole('searchbox', { name: 'Search all groups' }),
    searchJoined: page.getByRole('searchbox', { name: 'Search joined groups' }),
  }
}

async function openList(page: Page, token: string, path = '/group-list'): Promise<void> {
  await enter(page, token)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
}

async function membersIn(row: Locator): Promise<number> {
  const text = await row.getByText(/members?$/).innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

const someGroup = (id: number, name: string) => ({
  id,
  name,
  description: '',
  users: 1,
  image: null,
  header: null,
  stateCodes: [],
  otherNames: [],
  greeting: null,
  createdDate: '2026-01-01T00:00:00.000Z',
})

/** A list of that many groups, a hundred a page. */
function pagesOf(count: number, firstId: number) {
  const all = Array.from({ length: count }, (_, at) => someGroup(firstId + at, `Group ${at + 1}`))
  return (url: string) => {
    const page = Number(new URL(url).searchParams.get('page'))
    const content = all.slice(page * 100, page * 100 + 100)
    const last = (page + 1) * 100 >= count
    return { data: { content, last, totalPages: Math.ceil(count / 100), totalElements: count, number: page } }
  }
}

test('who has joined none finds a group and joins it in its row', async ({ page, server }) => {
  const member = await joinSquare(server, { group: 'Igala' })
  await leave(member.api, (await groupNamed(member.api, 'Igala')).id)
  const list = onList(page)
  await openList(page, member.token)
  await expect(page).toHaveURL('/group-list?tab=all')
  await expect(list.all).toHaveAttribute('aria-current', 'page')
  await expect(list.rows).toHaveCount(await groupCount(page))
  await expect(list.joined).toHaveAccessibleName('Joined Groups 0 groups')

  await list.searchAll.fill('kuteb')
  await expect(list.rows).toHaveCount(1)
  const few = await membersIn(list.row('Kuteb'))
  await page.route(joins, answer(500, {}))
  await list.join('Kuteb').click()
  await expectSnackbar(page, 'An error occurred')
  await expect(list.join('Kuteb')).toBeFocused()
  expect(await membersIn(list.row('Kuteb'))).toBe(few)
  await page.route(joins, answer(429, { error: ['Too many at once.'], message: '', code: 'TOO_MANY' }))
  await list.join('Kuteb').click()
  await expectSnackbar(page, 'Too many at once.')
  await expect(list.join('Kuteb')).toBeVisible()
  await page.unrouteAll()

  await list.searchAll.fill('hoba')
  await expect(list.row('Kilba')).toContainText('also: Höba')
  await expect(page).toHaveURL('/group-list?tab=all&q=hoba')

  const before = await membersIn(list.row('Kilba'))
  const { hold, letGo } = holdBack()
  await page.route(joins, hold)
  await list.join('Kilba').click()
  const pressed = list.row('Kilba').getByRole('button', { name: 'Joined Kilba' })
  await expect(pressed).toBeFocused()
  expect(await membersIn(list.row('Kilba'))).toBe(before + 1)
  letGo()
  await expectSnackbar(page, 'You have joined Kilba')
  await expect(list.joined).toHaveAccessibleName('Joined Groups 1 group')
  await expect(pressed).toBeFocused()
  expect(await membersIn(list.row('Kilba'))).toBe(before + 1)
  expect((await groupNamed(member.api, 'Kilba')).users).toBe(before + 1)

  await list.joined.click()
  await expect(list.rows).toHaveCount(1)
  await expect(list.row('Kilba')).toContainText(`${before + 1} member`)
  await list.all.click()
  await expect(list.searchAll).toHaveValue('')
  await expect(list.row('Kilba').getByText('Joined')).toBeVisible()
  await expect(list.row('Kilba').getByRole('button')).toHaveCount(0)
})

test('a group is found and joined by keyboard alone', async ({ page, server }) => {
  const member = await joinSquare(server, { group: 'Igala' })
  const list = onList(page)
  await openList(page, member.token)
  await expect(list.rows).toHaveCount(1)
  await page.getByRole('link', { name: 'See the map' }).focus()
  await page.keyboard.press('Tab')
  await expect(list.joined).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(list.all).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Tab')
  await expect(list.searchAll).toBeFocused()
  await page.keyboard.type('tangale')
  await expect(list.rows).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(list.join('Tangale')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(list.joined).toHaveAccessibleName('Joined Groups 2 groups')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tangale' })).toBeVisible()
})

test('a row opens the group, and Back returns to the same tab and search', async ({ page, token }) => {
  const list = onList(page)
  await openList(page, token)
  await expect(list.joined).toHaveAttribute('aria-current', 'page')
  await list.all.click()
  await list.searchAll.pressSequentially('ed')
  await expect(page).toHaveURL('/group-list?tab=all&q=ed')
  await list.row('Edo').getByRole('link').click()
  await expect(page).toHaveURL(/\/group\/\d+$/)
  await page.goBack()
  await expect(list.searchAll).toHaveValue('ed')
  await expect(list.row('Edo')).toBeVisible()
  await expect(page).toHaveURL('/group-list?tab=all&q=ed')
  await page.goBack()
  await expect(list.joined).toHaveAttribute('aria-current', 'page')
  await expect(list.rows).not.toHaveCount(0)
  await list.searchJoined.fill('no such people')
  await expect(page.getByText('No matching groups found')).toBeVisible()
  await page.getByRole('link', { name: 'Search all groups' }).click()
  await expect(list.searchAll).toHaveValue('no such people')
  await expect(list.all).toBeFocused()
  await expect(page.getByText('No matching groups found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all groups' }).click()
  await expect(list.searchAll).toBeFocused()
  await expect(list.rows).toHaveCount(await groupCount(page))
  // Whoever is no admin is not asked to make one.
  await expect(page.getByRole('button', { name: 'Create Group' })).toHaveCount(0)
  await list.searchAll.fill('ka')
  await expect(page).toHaveURL('/group-list?tab=all&q=ka')
  await expect(list.rows).not.toHaveCount(0)
  await expectAccessibleScreen(page)
  await list.joined.click()
  await expect(list.searchJoined).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page)).toEqual([])
  await page.getByRole('link', { name: 'See the map' }).click()
  await expect(page).toHaveURL('/group-map')
})

const trouble = answer(429, { error: ['Too many at once.'], message: '', code: 'TOO_MANY' })

test('both lists come page by page, and what fails is asked for again', async ({ page, token }) => {
  const alert = page.getByRole('main').getByRole('alert')
  const retry = page.getByRole('button', { name: 'Retry' })
  const [all, own] = [pagesOf(250, 1000), pagesOf(250, 5000)]
  const asked: string[] = []
  await page.route(ownGroups, trouble)
  await page.route(allGroups, trouble)
  const list = onList(page)
  await openList(page, token)
  await expect(alert).toContainText('Too many at once.')
  await list.all.click()
  await expect(list.searchAll).toBeVisible()
  await expect(alert).toContainText('Too many at once.')
  await page.unroute(allGroups)
  await page.route(allGroups, (route) => {
    asked.push(new URL(route.request().url()).search)
    return route.fulfill({ json: all(route.request().url()) })
  })
  await retry.click()
  await expect(list.rows).toHaveCount(100)
  expect(asked).toEqual(['?page=0&size=100'])
  // As long as nobody knows which are joined, no row says Join.
  const unknown = page.getByText('Which of these you have joined could not be loaded.')
  await expect(unknown).toBeVisible()
  const join = list.rows.getByRole('button', { name: /^Join/ })
  await expect(join).toHaveCount(0)
  await page.unroute(ownGroups)
  await page.route(ownGroups, (route) => route.fulfill({ json: own(route.request().url()) }))
  await retry.click()
  await expect(join).toHaveCount(100)
  await expect(unknown).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The joined ones come at once, all as one scrolls.
  await expect(list.joined).toHaveAccessibleName('Joined Groups 250 groups')
  await list.row('Group 100').scrollIntoViewIfNeeded()
  await expect(list.rows).toHaveCount(200)
  await list.row('Group 200').scrollIntoViewIfNeeded()
  await expect(list.rows).toHaveCount(250)
  expect(asked).toEqual(['?page=0&size=100', '?page=1&size=100', '?page=2&size=100'])
  await list.joined.click()
  await expect(list.searchJoined).toBeVisible()
  await expect(list.rows).toHaveCount(250)
  await list.searchJoined.fill('group 249')
  await expect(list.rows).toHaveCount(1)
})

test('where there are no groups, each list says so', async ({ page, token }) => {
  const none = pagesOf(0, 0)
  await page.route(allGroups, (route) => route.fulfill({ json: none(route.request().url()) }))
  await page.route(ownGroups, trouble)
  await openList(page, token, '/group-list?tab=joined')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Too many at once.')
  await page.unroute(ownGroups)
  await page.route(ownGroups, (route) => route.fulfill({ json: none(route.request().url()) }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You have joined no group yet.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'See all groups' }).click()
  await expect(page).toHaveURL('/group-list?tab=all')
  await expect(page.getByText('No groups available')).toBeVisible()
})
