import type { Locator, Page, Route } from '@playwright/test'
import { expect, expectAccessibleState, expectNoAxeViolations } from '../support/fixtures.ts'
import { apiOf } from '../support/members.ts'
import { answer, enter, pastTheEdge, test } from '../support/visit.ts'

type Group = { id: number; name: string; stateCodes: string[] }

/** Not asked for again by itself, as a broken answer would be, so that no test waits for that. */
const refused = answer(403, { error: ['The loom is taken'], message: '', code: 'FORBIDDEN' })
const states = (page: Page) => page.getByRole('listbox', { name: 'States of Nigeria' })
const state = (page: Page, name: RegExp | string) => states(page).getByRole('option', { name })
const groupsIn = (page: Page, name: string) => page.getByRole('list', { name: `Groups in ${name}` })
const view = (page: Page, name: 'Map' | 'List') =>
  page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name })

/** A line of the list, which opens to the groups of a state. */
const row = (page: Page, name: RegExp | string) =>
  page.getByRole('list', { name: 'States of Nigeria' }).getByRole('button', { name })

async function allGroups(url: string, token: string): Promise<Group[]> {
  const api = await apiOf(url, token)
  const reply = await api.get('/api/groups', { params: { size: 100 } })
  const { data }: { data: { content: Group[]; last: boolean } } = await reply.json()
  expect(data.last).toBe(true)
  await api.dispose()
  return data.content
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const isThere = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(async ({ page, token }) => enter(page, token))

test('the map is walked by keyboard alone, from the top of the page to a group', async ({ page }) => {
  await page.goto('/group-map')
  await expect(page.getByRole('heading', { level: 1, name: 'Groups on the map' })).toBeVisible()
  await expect(states(page)).toBeVisible()
  await tabTo(page, view(page, 'List'))
  await page.keyboard.press('Tab')
  await expect(state(page, /^Abia, /)).toBeFocused()
  const ring = page.locator('svg[role=listbox] path[class*=ring]').last()
  await expect(ring).toHaveCSS('visibility', 'visible')
  await expect(ring).toHaveCSS('stroke-width', '4px')
  for (const [key, name] of [
    ['ArrowDown', 'Akwa Ibom'],
    ['End', 'Zamfara'],
    ['ArrowUp', 'Sokoto'],
    ['ArrowUp', 'Sokoto'],
    ['Home', 'Abia'],
    ['k', 'Kaduna'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(state(page, new RegExp(`^${name}, `))).toBeFocused()
  }
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/group-map?state=NG-KD')
  await expect(state(page, /^Kaduna, /)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('#live-polite')).toHaveText(/^Kaduna, \d+ groups, listed after the map$/)
  await expect(state(page, /^Kaduna, /)).toBeFocused()

  await page.keyboard.press('Tab')
  const first = groupsIn(page, 'Kaduna').getByRole('link').first()
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(state(page, /^Kaduna, /)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/group\/\d+$/)
  await page.goBack()
  await expect(groupsIn(page, 'Kaduna')).toBeVisible()
})

test('the way from a search to the map and a group leads all the way back', async ({ page }) => {
  const outline = 'M302.4,493.8L'
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''))
  })
  const isFetched = async () => (await Promise.all(scripts)).some((text) => text.includes(outline))
  await page.goto('/group-list?tab=all&q=ogo')
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0)
  // The outlines are fetched on the map only.
  expect(scripts.length).toBeGreaterThan(4)
  expect(await isFetched()).toBe(false)
  await page.getByRole('link', { name: 'See the map' }).click()
  await expect(states(page)).toBeVisible()
  expect(await isFetched()).toBe(true)
  const lit = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' })
  await expect(lit).toHaveAttribute('aria-current', 'true')
  await state(page, /^Kaduna, /).click()
  await groupsIn(page, 'Kaduna').getByRole('link').first().click()
  await expect(lit).toHaveAttribute('aria-current', 'true')
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await page.getByRole('link', { name: 'Back to the map' }).click()
  await expect(page).toHaveURL('/group-map?state=NG-KD')
  await expect(groupsIn(page, 'Kaduna')).toBeVisible()
  await page.getByRole('link', { name: 'Back to groups' }).click()
  await expect(page).toHaveURL('/group-list?tab=all&q=ogo')
})

test('a state has an address, and Back leads through those one has seen', async ({ page }) => {
  await page.goto('/group-map?state=NG-LA')
  await expect(page.getByRole('heading', { level: 2, name: 'Lagos' })).toBeVisible()
  await expect(state(page, /^Lagos, /)).toHaveAttribute('aria-selected', 'true')
  await state(page, /^Borno, /).click()
  await expect(page).toHaveURL('/group-map?state=NG-BO')
  await expect(groupsIn(page, 'Borno')).toBeVisible()
  await view(page, 'List').click()
  await expect(row(page, /^Borno/)).toBeInViewport()
  await row(page, /^Borno/).click()
  await expect(groupsIn(page, 'Borno')).toHaveCount(0)
  await page.goBack()
  await expect(groupsIn(page, 'Borno')).toBeVisible()
  await page.goBack()
  await expect(view(page, 'Map')).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(groupsIn(page, 'Lagos')).toBeVisible()
  await page.goto('/group-map?state=NG-XX')
  await expect(states(page).locator('[aria-selected=true]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to groups' }).click()
  await expect(page).toHaveURL('/group-list')
})

test('a failure can be tried again, and groups without a state are named', async ({ page }) => {
  let failing = 0
  await page.route('**/api/groups?*', (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'))
    return at === failing ? refused(route) : twoPages(route, at)
  })
  await page.goto('/group-map')
  const trouble = page.getByRole('main').getByText('The loom is taken')
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(trouble).toBeVisible()
  failing = 1
  const first = page.waitForResponse(/\/api\/groups\?.*page=1/)
  await retry.click()
  await first
  await expect(trouble).toBeVisible()
  failing = -1
  await retry.click()
  await expect(state(page, 'Lagos, 107 groups')).toBeVisible()
  await expect(state(page, 'Ogun, 0 groups')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('No groups')
  const rest = page.getByRole('region', {
    name: 'Also on Rootsquare: 2 groups without a state on the map',
  })
  await expect(rest.getByRole('link')).toHaveCount(2)
  await state(page, 'Ogun, 0 groups').click()
  await expect(page.getByText('No group of this state is here yet.')).toBeVisible()
})

test('all groups are counted on the map, beside it and in the list', async ({ page, server, token }) => {
  const groups = await allGroups(server.url, token)
  await page.goto('/group-map')
  await expect(states(page).getByRole('option')).toHaveCount(37)
  const names = await states(page)
    .getByRole('option')
    .evaluateAll((shapes) =>
      shapes.map((shape) => [shape.getAttribute('data-code'), shape.getAttribute('aria-label')] as const),
    )
  for (const [code, name] of names) {
    const count = groups.filter(({ stateCodes }) => stateCodes.includes(code ?? '')).length
    expect(name).toMatch(new RegExp(`, ${count} groups?$`))
  }
  const plateau = groups.filter(({ stateCodes }) => stateCodes.includes('NG-PL'))
  await expect(states(page).getByText(String(plateau.length), { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('9 or more groups')
  // A number for each, and a name where there is room.
  await expect(states(page).getByText(/^\d+$/)).toHaveCount(37)
  await expect(states(page).getByText('Borno', { exact: true })).toBeVisible()
  await state(page, /^Plateau, /).hover()
  await expect(page.getByText(`Plateau ${plateau.length} groups`)).toBeVisible()
  await state(page, /^Plateau, /).click()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/^Bauchi \d+ groups/)).toBeVisible()
  await expect(groupsIn(page, 'Plateau').getByRole('link')).toHaveText(
    plateau.map(({ name }) => new RegExp(`^${name}[\\d,]+ members?$`)),
  )
  await expectNoAxeViolations(page)

  await view(page, 'List').click()
  await expect(row(page, `Plateau ${plateau.length} groups`)).toHaveAttribute('aria-expanded', 'true')
  await expect(groupsIn(page, 'Plateau').getByRole('link')).toHaveCount(plateau.length)
  await expect(row(page, /group/)).toHaveText(names.map(([, name]) => name?.replace(', ', '') ?? ''))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

  test('the list comes first, and opens a state one was sent a link to', async ({ page }) => {
    await page.goto('/group-map?state=NG-TA')
    await expect(row(page, /^Taraba/)).toBeInViewport()
    await expect(row(page, /^Taraba/)).toHaveAttribute('aria-expanded', 'true')
    await expect(groupsIn(page, 'Taraba').getByRole('link').first()).toBeVisible()
    await row(page, /^Adamawa/).click()
    await expect(page).toHaveURL('/group-map?state=NG-AD')
    await expect(row(page, /^Taraba/)).toHaveAttribute('aria-expanded', 'false')
    await expectNoAxeViolations(page)
    await view(page, 'Map').click()
    await expect(state(page, /^Adamawa, /)).toHaveAttribute('aria-selected', 'true')
    await expectAccessibleState(page)

    await page.setViewportSize({ width: 320, height: 640 })
    expect(await pastTheEdge(page)).toEqual([])
    await view(page, 'List').click()
    await expect(row(page, /^Federal Capital Territory/)).toBeVisible()
    expect(await pastTheEdge(page)).toEqual([])
    await groupsIn(page, 'Adamawa').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/group\/\d+$/)
  })
})

/** 109 groups: two have no state, of which one names a state that is none. */
function twoPages(route: Route, at: number): Promise<void> {
  const group = (id: number) => ({
    id: 100_000 + id,
    name: `People ${id}`,
    description: '',
    users: id,
    image: null,
    header: null,
    stateCodes: id === 3 ? [] : [id === 105 ? 'NG-XX' : 'NG-LA'],
    otherNames: [],
    greeting: null,
    createdDate: '2026-01-01T00:00:00.000Z',
  })
  const content = Array.from({ length: at === 0 ? 100 : 9 }, (_, index) => group(at * 100 + index))
  const page = { content, last: at === 1, totalPages: 2, totalElements: 109, number: at }
  return route.fulfill({ json: { data: page } })
}
