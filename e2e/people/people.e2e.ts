import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { hold } from '../support/entry.ts'
import { dialog, expectSnackbar } from '../support/in-settings.ts'
import { follow, joinSquare, writePost } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, pastTheEdge } from '../support/visit.ts'

const broken = answer(400, { error: ['The loom broke'], message: '', code: 'BAD' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search for users' })
const options = (page: Page) => page.getByRole('option')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name })
const deed = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Not the reader's own list of anything: the posts in the middle. */
const posts = (page: Page) => page.getByRole('feed')

test('following asks first, then the feed has their posts and both counts move', async ({
  page,
  browser,
  server,
}) => {
  // Into a group where nobody writes.
  const [ada, bello] = await Promise.all([
    joinSquare(server, { firstName: 'Ada', lastName: 'Obi', group: 'Zaar' }),
    joinSquare(server, { firstName: 'Bello', lastName: 'Musa', group: 'Tiv' }),
  ])
  await writePost(bello, 'Rain on the dye pits of Kano')
  await enter(page, ada.token)
  await page.goto('/user')
  await expect(page.getByText('No posts yet')).toBeVisible()
  await search(page).fill(bello.username)
  await options(page).first().click()
  await expect(page).toHaveURL(`/u/${bello.username}`)
  await expect(tab(page, 'Followers')).toHaveAccessibleName('Followers 0 members')
  const button = deed(page, 'Follow Bello Musa')
  const asked = dialog(page, 'Follow Bello Musa?')
  for (const leave of [
    () => asked.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await button.click()
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await leave()
    await expect(asked).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await expect(page).toHaveURL(`/u/${bello.username}`)
  const { data }: { data: { totalElements: number } } = await (
    await ada.api.get('/api/user/following')
  ).json()
  expect(data.totalElements).toBe(0)

  await page.route('**/api/user/follow/*', broken)
  await button.click()
  const confirm = asked.getByRole('button', { name: 'Follow' })
  await confirm.click()
  await expectSnackbar(page, 'The loom broke')
  await page.unrouteAll()
  await page.route('**/api/user/follow/*', (route) => route.abort())
  await confirm.click()
  await expectSnackbar(page, 'No response from the server. Please check your network connection.')
  await page.unrouteAll()
  const line = await hold(page, '**/api/user/follow/*')
  await confirm.click()
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  line.release()
  await expectSnackbar(page, 'You follow Bello Musa')
  await expect(deed(page, 'Unfollow Bello Musa')).toBeFocused()
  await expect(tab(page, 'Followers')).toHaveAccessibleName('Followers 1 member')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(posts(page).getByText('Rain on the dye pits of Kano')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 Following' })).toBeVisible()

  const theirs = await browser.newPage({ baseURL: server.url })
  await enter(theirs, bello.token)
  await theirs.goto('/profile/followers')
  await expect(theirs.getByRole('link', { name: 'Ada Obi' })).toBeVisible()
  await expect(tab(theirs, 'Followers')).toHaveAccessibleName('Followers 1 member')

  await page.getByRole('link', { name: '1 Following' }).click()
  await expect(page).toHaveURL('/profile/following')
  await deed(page, 'Unfollow Bello Musa').click()
  await dialog(page, 'Unfollow Bello Musa?').getByRole('button', { name: 'Unfollow' }).click()
  await expectSnackbar(page, 'You no longer follow Bello Musa')
  await expect(page.getByText('You follow nobody yet.')).toBeVisible()
  await expect(tab(page, 'Following')).toHaveAccessibleName('Following 0 members')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByText('No posts yet')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('Nobody follows you yet.')).toBeVisible()
  await theirs.close()
})

test('by keyboard alone, one unfollows in the list and follows a follower back', async ({ page, server }) => {
  const [ada, bello, chi] = await Promise.all([
    joinSquare(server, { firstName: 'Ada' }),
    joinSquare(server, { firstName: 'Bello' }),
    joinSquare(server, { firstName: 'Chi' }),
  ])
  await follow(ada, bello)
  await follow(ada, chi)
  await follow(chi, ada)
  await enter(page, ada.token)
  await page.goto('/profile/following')
  await deed(page, 'Unfollow Chi Comer').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Unfollow Chi Comer?').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(deed(page, 'Unfollow Chi Comer')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'following' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Bello Comer' })).toBeFocused()
  await expect(tab(page, 'Following')).toHaveAccessibleName('Following 1 member')
  await tab(page, 'Followers').click()
  await deed(page, 'Follow Chi Comer').click()
  await dialog(page, 'Follow Chi Comer?').getByRole('button', { name: 'Follow' }).click()
  await expect(deed(page, 'Unfollow Chi Comer')).toBeFocused()
  await expect(tab(page, 'Following')).toHaveAccessibleName('Following 2 members')
  await page.getByRole('main').getByRole('link', { name: 'Chi Comer' }).click()
  await expect(page).toHaveURL(`/u/${chi.username}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chi Comer')
})

test('long lists come twenty at a time, and what fails loses nothing', async ({ page, token }) => {
  await enter(page, token)
  const asked: string[] = []
  let isBroken = true
  await page.route('**/api/user/followers?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const at = Number(searchParams.get('page'))
    asked.push(`${at}/${searchParams.get('size')}`)
    if (at === 1 && isBroken) return broken(route)
    const entry = (id: number) => ({
      id: 100_000 + id,
      username: `m${id}`,
      firstname: `Member${id}`,
      lastname: 'Of Many',
      profileImage: null,
      isFollowedByUser: false,
    })
    const content = Array.from({ length: at === 2 ? 5 : 20 }, (_, row) => entry(at * 20 + row))
    await route.fulfill({
      json: { data: { content, last: at === 2, totalPages: 3, totalElements: 45, number: at } },
    })
  })
  await page.goto('/profile/followers')
  const rows = page.getByRole('list', { name: 'followers' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert').getByText('The loom broke')).toBeVisible()
  await expect(rows).toHaveCount(20)
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(40)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(45)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  expect(new Set(asked)).toEqual(new Set(['0/20', '1/20', '2/20']))
})

test('the search for users finds names whatever the accents, by keys too', async ({ page, server }) => {
  const adeola = await joinSquare(server, { firstName: 'Adéọlá', lastName: 'Ṣówándé' })
  await writePost(adeola, 'Something to look at')
  await enter(page, adeola.token)
  await page.goto('/user')
  await expect(search(page)).toHaveAttribute('placeholder', 'Search For Users...')
  for (const typed of ['adeola sowande', 'ADÉ', 'ọla sow']) {
    await search(page).fill(typed)
    await expect(options(page).filter({ hasText: adeola.username })).toHaveCount(1)
  }
  await search(page).fill('@bose.akande')
  await expect(options(page)).toContainText(['@bose.akande'])
  await search(page).fill('Àdáezẹ')
  await expect(options(page)).toContainText(['Adaeze Nwokorie'])
  await options(page).first().click()
  await expect(page).toHaveURL('/u/adaeze.n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adaeze Nwokorie')
  await page.goBack()
  await expect(page).toHaveURL('/user')

  // / reaches it, arrows move, Enter opens, Esc closes the list and then clears.
  await expect(page.getByRole('article').first()).toBeVisible()
  await search(page).fill('')
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('e')
  await expect(options(page).nth(2)).toBeVisible()
  const active = async () => {
    const id = await search(page).getAttribute('aria-activedescendant')
    return page.locator(`[id="${id}"]`)
  }
  await expect(options(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(await active()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleState(page)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(search(page)).toHaveValue('e')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await page.keyboard.type('terhemba')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/u/terhemba')
})

test('a search that fails is tried again, and on a phone it is a sheet', async ({ page, token }) => {
  await enter(page, token)
  await page.goto('/user')
  await page.route('**/api/user/search?*', answer(400, { error: ['Not now'], message: '', code: 'BAD' }))
  await search(page).fill('zzqy')
  await expect(page.getByText('Not now')).toBeVisible()
  await page.unrouteAll()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('User not found')).toBeVisible()
  // A slow line keeps what was found.
  await search(page).fill('terh')
  await expect(options(page)).toHaveCount(1)
  const line = await hold(page, '**/api/user/search?*')
  await search(page).fill('gyang')
  await expect(page.getByRole('listbox')).toHaveAttribute('data-settling', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user')
  line.release()
  await expect(options(page)).toContainText(['Gyang Chollom'])

  // Back closes the sheet, and choosing takes its place.
  await page.setViewportSize({ width: 360, height: 740 })
  const opener = page.getByRole('button', { name: 'Find people' }).first()
  await opener.click()
  await expect(search(page)).toBeFocused()
  await page.goBack()
  await expect(search(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await search(page).fill('a')
  await expect(options(page).first()).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await pastTheEdge(page)).toEqual([])
  await search(page).fill('falmata')
  await expect(options(page)).toHaveCount(1)
  await expectAccessibleState(page)
  await options(page).click()
  await expect(page).toHaveURL('/u/falmata.k')
  await page.goBack()
  await expect(page).toHaveURL('/user')
  await expect(dialog(page, 'Find people')).toHaveCount(0)
})

test('the search waits 300 ms before it asks, and asks once', async ({ page, server }) => {
  const ada = await joinSquare(server)
  await writePost(ada, 'Something to look at')
  await enter(page, ada.token)
  await page.clock.install()
  await page.goto('/user')
  await expect(search(page)).toBeVisible()
  const asked: string[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (url.pathname === '/api/user/search') asked.push(url.searchParams.get('q') ?? '')
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page).pressSequentially('zzqx')
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await expect(page.getByRole('status').filter({ hasText: 'Searching…' })).toBeVisible()
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual(['zzqx'])
  await page.clock.resume()
  await expect(page.getByText('User not found')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessibleState(page)
  await search(page).fill('')
  await expect(page.getByText('User not found')).toBeHidden()
})
