import type { Page, Route } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { groupCount } from '../support/in-groups.ts'
import { hold, onSignUp } from '../support/entry.ts'
import { test } from '../support/own-origin.ts'
import { answer, pastTheEdge } from '../support/visit.ts'

const groupsFailed = 'Failed to load ethnic groups. Please refresh and try again.'
const loadingMore = 'Loading more groups...'

function group(id: number) {
  const name = `Group ${String(id).padStart(3, '0')}`
  const rest = { description: '', users: 0, image: null, header: null, stateCodes: [], otherNames: [] }
  return { id, name, ...rest, greeting: null, createdDate: '2026-01-01T00:00:00.000Z' }
}

/** 250 groups in pages of 100; the last page is short and, like some servers, does not call itself the last. */
function serveMany(asked: string[]) {
  return async (route: Route) => {
    const { searchParams } = new URL(route.request().url())
    asked.push(searchParams.toString())
    const page = Number(searchParams.get('page'))
    const content = Array.from({ length: page < 2 ? 100 : 50 }, (_, index) => group(page * 100 + index + 1))
    const data = { content, last: false, totalPages: 3, totalElements: 250, number: page }
    await route.fulfill({ json: { data } })
  }
}

const activeOption = (page: Page) => page.locator('[role=option][data-active]')

test('the group picker finds whatever the accents, and keys move in it', async ({ page }) => {
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/groups') asked.push(url.searchParams.get('name'))
  })
  await page.clock.install()
  await page.goto('/signup')
  const { group, options } = onSignUp(page)
  await group.click()
  await expect(options).toHaveCount(await groupCount(page))
  // However slowly the machine types, no time passes between the letters.
  await page.clock.pauseAt(Date.now() + 60_000)
  await group.pressSequentially('kanu')
  await page.clock.resume()
  await expect(options).toHaveCount(1)
  await expect.poll(() => asked).toEqual([null, 'kanu'])
  for (const [typed, found] of [
    ['yoruba', 'Yoruba'],
    ['YORÙBÁ', 'Yoruba'],
    ['hoba', 'Kilba also: Höba'],
    ['Ndigbo', 'Igbo also: Ndigbo'],
    ['gwari', 'Gbagyi'],
  ] as const) {
    await group.fill(typed)
    await expect(options.first(), typed).toHaveText(found)
    await expect(options, typed).toHaveCount(1)
  }
  await group.fill('no such people')
  await expect(page.getByText('No matching groups found')).toBeVisible()
  await expectAccessibleState(page)
  await group.press('Escape')
  await expect(group).toHaveValue('')

  await group.focus()
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(await groupCount(page))
  await expect(activeOption(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(activeOption(page)).toHaveText('Afizere')
  const active = await group.getAttribute('aria-activedescendant')
  await expect(activeOption(page)).toHaveAttribute('id', active ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(activeOption(page)).toHaveText('Agworok')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(activeOption(page)).toHaveText('Afizere')
  await page.keyboard.press('End')
  await expect(activeOption(page)).toHaveText('Zaar')
  await expect(activeOption(page)).toBeInViewport()
  await page.keyboard.press('PageUp')
  await expect(activeOption(page)).not.toHaveText('Zaar')
  await page.keyboard.press('Home')
  await expect(activeOption(page)).toHaveText('Afizere')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(group).toHaveValue('')
  await expect(group).toBeFocused()
  await page.keyboard.type('zaa')
  await page.keyboard.press('Enter')
  await expect(group).toHaveValue('Zaar')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Zaar' })).toHaveAttribute('aria-selected', 'true')
  await expect(activeOption(page)).toHaveText('Zaar')
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  await expect(group).toHaveValue('Zaar')

  // Who types a whole name and goes on has chosen it; half a name changes nothing.
  await group.fill('ìgbò')
  await expect(page.getByRole('option', { name: 'Igbo' })).toBeVisible()
  await group.press('Tab')
  await expect(group).toHaveValue('Igbo')
  await group.fill('yor')
  await group.press('Tab')
  await expect(group).toHaveValue('Igbo')
})

test('groups come page by page, and what does not come can be tried again', async ({ page }) => {
  const none = { content: [], last: true, totalPages: 0, totalElements: 0, number: 0 }
  await page.route('**/api/groups?*', answer(200, { data: none }))
  const slow = await hold(page, '**/api/groups?*')
  await page.goto('/signup')
  const { group, options, form, snackbar } = onSignUp(page)
  await group.click()
  await expect(page.getByText(loadingMore)).toBeVisible()
  await expectAccessibleState(page)
  slow.release()
  await expect(page.getByText('No groups available')).toBeVisible()
  await page.unrouteAll()

  const refuse = answer(400, { error: ['Broken'], message: '', code: 'BAD' })
  await page.route('**/api/groups?*', refuse)
  await page.reload()
  await expect(form.getByText(groupsFailed)).toBeVisible()
  await expect(snackbar.getByText(groupsFailed)).toBeVisible()
  await expectAccessibleState(page)
  await snackbar.getByRole('button', { name: 'Close' }).click()
  await page.unroute('**/api/groups?*')
  const asked: string[] = []
  await page.route('**/api/groups?*', serveMany(asked))
  await page.route('**/api/groups?page=1*', refuse)
  await form.getByRole('button', { name: 'Retry' }).click()
  await expect(form.getByText(groupsFailed)).toHaveCount(0)
  await group.click()
  await expect(options).toHaveCount(100)
  expect(asked).toEqual(['page=0&size=100'])
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(form.getByText(groupsFailed)).toBeVisible()
  await expect(options).toHaveCount(100)
  await snackbar.getByRole('button', { name: 'Close' }).click()
  await expect(snackbar).toHaveCount(0)
  await form.getByRole('button', { name: 'Retry' }).click()
  await expect(snackbar.getByText(groupsFailed)).toBeVisible()
  await page.unroute('**/api/groups?page=1*')
  const line = await hold(page, '**/api/groups?page=1*')
  await form.getByRole('button', { name: 'Retry' }).click()
  await group.click()
  await expect(page.getByText(loadingMore)).toBeVisible()
  line.release()
  await expect.poll(() => options.count()).toBeGreaterThanOrEqual(200)
  await page.keyboard.press('End')
  await expect(options).toHaveCount(250)
  await page.keyboard.press('End')
  await expect(activeOption(page)).toHaveText('Group 250')
  await expect(page.getByText(loadingMore)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('it is a sheet that Back, Esc, Close and a reload leave', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await onSignUp(page).group.click()
    await expect(page.getByRole('dialog', { name: 'Ethnic group' })).toBeVisible()
    await page.reload()
    await expect(onSignUp(page).group).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers ?? 'none')).toBe('none')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await expect(page).toHaveURL('/signup')
    const { group, firstName, options } = onSignUp(page)
    await firstName.fill('Ada')
    const sheet = page.getByRole('dialog', { name: 'Ethnic group' })
    const ways = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => sheet.getByRole('button', { name: 'Close' }).click(),
    ]
    for (const leave of ways) {
      await group.focus()
      await page.keyboard.press('Enter')
      await expect(sheet).toBeVisible()
      await leave()
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL('/signup')
      await expect(firstName).toHaveValue('Ada')
      await expect(group).toHaveAccessibleDescription('Required.')
    }
    await group.focus()
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('tiv')
    await expect(activeOption(page)).toHaveText('Tiv')
    await page.keyboard.press('Enter')
    await expect(group).toHaveText('Tiv')
    await expect(group).not.toHaveAccessibleDescription('Required.')
    await group.click()
    const search = sheet.getByRole('combobox', { name: 'Search ethnic groups' })
    await expect(search).toBeFocused()
    await expect(options).toHaveCount(await groupCount(page))
    await search.fill('hoba')
    await expect(options).toHaveText(['Kilba also: Höba'])
    await expectAccessibleState(page)
    await page.setViewportSize({ width: 320, height: 740 })
    expect(await pastTheEdge(page)).toEqual([])
    await options.first().click()
    await expect(sheet).toHaveCount(0)
    await expect(group).toHaveText('Kilba')
    await expect(group).toBeFocused()
  })
})
