import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { hold } from '../support/entry.ts'
import { closeSnackbars, dialog, expectSnackbar } from '../support/in-settings.ts'
import { follow, joinSquare, writePost } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn, pastTheEdge } from '../support/visit.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

function item(id: number, more: object = {}) {
  return {
    id,
    name: `Carved calabash bowl ${id}`,
    description: 'From one gourd.',
    price: 9800,
    stock: 3,
    imageUrl: null,
    thumbnailUrl: null,
    images: [],
    isApproved: true,
    disapprovalReason: null,
    userId: 1,
    sellerUsername: 'hauwa.d',
    sellerProfileImage: null,
    categories: [],
    createdDate: '2026-03-01T10:00:00Z',
    can: { update: true },
    ...more,
  }
}
const itemsAnswer = (content: object[]) =>
  answer(200, { data: { content, last: true, totalPages: 1, totalElements: content.length, number: 0 } })

test('empty tabs of one’s own profile offer a way on', async ({ page, server }) => {
  const [ada, bello] = await Promise.all([joinSquare(server), joinSquare(server, { firstName: 'Bello' })])
  await enter(page, ada.token)
  await page.route('**/api/user/group-list?*', itemsAnswer([]))
  const main = page.getByRole('main')
  const tab = (name: string) => tabs(page).filter({ hasText: name })
  await page.goto('/profile/following')
  for (const name of ['Following', 'Followers']) {
    await tab(name).click()
    await expect(tab(name)).toHaveAttribute('aria-current', 'page')
    await main.getByRole('button', { name: 'Find people' }).click()
    await expect(dialog(page, 'Find people').getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(main.getByRole('button', { name: 'Find people' })).toBeFocused()
  }
  await tab('Items').click()
  await expect(main.getByRole('button', { name: 'Publish ads' })).toBeVisible()
  await tab('Groups').click()
  await expect(main.getByRole('link', { name: 'See all groups' })).toHaveAttribute('href', '/group-list')
  await tab('Posts').click()
  await expect(main.getByText('No posts yet')).toBeVisible()
  await expectAccessibleState(page)
  await main.getByRole('button', { name: 'Write a post' }).click()
  await expect(page).toHaveURL('/user')
  await expect(page.getByPlaceholder('What is happening back home?')).toBeFocused()
  const search = page.getByRole('combobox', { name: 'Search for users' })
  await search.fill(bello.username)
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(`/u/${bello.username}`)
  await expect(main.getByText('No posts yet')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Write a post' })).toHaveCount(0)
  await tab('Followers').click()
  await expect(main.getByText('Nobody follows Bello yet.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Find people' })).toHaveCount(0)
})

test('five tabs have counts and addresses, and Back returns to the one before', async ({ page, server }) => {
  const [ada, bello] = await Promise.all([joinSquare(server), joinSquare(server, { firstName: 'Bello' })])
  await Promise.all([writePost(ada, 'First words'), follow(ada, bello), follow(bello, ada)])
  await enter(page, ada.token)
  await page.goto('/profile')
  await expect(page).toHaveTitle('Profile · Rootsquare')
  await expect(tabs(page)).toHaveText([/^Posts1/, /^Following1/, /^Followers1/, /^Groups1/, /^Items0/])
  await expect(tabs(page).nth(0)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('First words')).toBeVisible()
  for (const [name, path, words] of [
    ['Following', '/profile/following', 'Bello Comer'],
    ['Followers', '/profile/followers', 'Bello Comer'],
    ['Groups', '/profile/groups', 'Igala'],
    ['Items', '/profile/items', 'You sell nothing yet.'],
    ['Posts', '/profile/posts', 'First words'],
  ] as const) {
    const link = tabs(page).filter({ hasText: name })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('[aria-current=page]').and(tabs(page))).toHaveCount(1)
    await expect(link).toBeFocused()
    await expect(page.getByRole('main').getByText(words).last()).toBeVisible()
  }
  for (const path of ['/profile/items', '/profile/groups', '/profile/followers']) {
    await page.goBack()
    await expect(page).toHaveURL(path)
  }
  await expect(page.getByRole('list', { name: 'followers' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'followers' })).toBeVisible()
  // Counts are said in words, and a deleted post is no longer counted.
  await tabs(page).nth(0).click()
  await expect(tabs(page).nth(0)).toHaveAccessibleName('Posts 1 post')
  await expect(tabs(page).nth(3)).toHaveAccessibleName('Groups 1 group')
  await page.getByRole('article').getByRole('button', { name: 'Options for the post' }).click()
  await page.getByRole('button', { name: 'Delete Post' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('No posts yet')).toBeVisible()
  await expect(tabs(page).nth(0)).toHaveAccessibleName('Posts 0 posts')
})

test('one’s own profile shows who one is, and leads to settings, group and link', async ({
  page,
  context,
  server,
  token,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, token)
  await page.goto('/u/hauwa.d')
  await expect(title(page)).toHaveText('Hauwa Danladi')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Follow|Unfollow)/ })).toHaveCount(0)
  await tabs(page).filter({ hasText: 'Groups' }).click()
  await expect(page).toHaveURL('/u/hauwa.d?tab=groups')

  await page.getByRole('link', { name: 'Your profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(title(page)).toHaveText('Hauwa Danladi')
  await expect(main.getByText('@hauwa.d', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('Leather and dye-pit guide in Kano.')).toBeVisible()
  await expect(main.getByText(/^Member since \w+ 20\d\d$/)).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Follow|Unfollow)/ })).toHaveCount(0)
  await main.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await page.goBack()
  await main.getByRole('link', { name: 'Hausa' }).first().click()
  await expect(page).toHaveURL(/\/group\/\d+$/)
  await page.goBack()
  const share = page.getByRole('button', { name: 'Share profile' })
  await share.click()
  await expectSnackbar(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/u/hauwa.d`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await share.click()
  await expect(dialog(page, 'Share profile').getByRole('textbox')).toHaveValue(`${server.url}/u/hauwa.d`)
  await expectAccessibleState(page)
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
  await tabs(page).filter({ hasText: 'Groups' }).click()
  await main
    .getByRole('list', { name: 'groups' })
    .getByRole('link', { name: /^Hausa/ })
    .click()
  await expect(page).toHaveURL(/\/group\/\d+$/)
})

test('items show their price in Naira and their state, and one’s own can be updated', async ({
  page,
  token,
}) => {
  await enter(page, token)
  const foreign = item(3, { can: { update: false }, stock: 0 })
  await page.route('**/api/items?*', itemsAnswer([item(1), item(2, { isApproved: false }), foreign]))
  await page.goto('/profile/items')
  const rows = page.getByRole('list', { name: 'items' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('₦9,800.00')
  await expect(rows.nth(1)).toContainText('Unapproved')
  await expectAccessibleState(page)
  await expect(rows.nth(2)).toContainText('Out Of Stock')
  await expect(rows.nth(2).getByRole('button')).toHaveCount(0)
  await rows.nth(0).getByRole('button', { name: 'Update Item' }).click()
  await expect(dialog(page, 'Update Item').getByLabel('Price')).toHaveValue('9,800.00')
  await page.keyboard.press('Escape')
})

test('who is not there and what does not load are told on a profile', async ({ page, token }) => {
  await enter(page, token)
  await page.goto('/u/nobody.at.all')
  await expect(title(page)).toHaveText('User not found')
  await expect(page).toHaveTitle('User not found · Rootsquare')
  await expectAccessibleState(page)
  await page.route('**/api/user/by-username/*', answer(400, { error: ['Torn'], message: '', code: 'BAD' }))
  await page.goto('/u/adaeze.n')
  await expect(page.getByRole('alert').getByText('Torn')).toBeVisible()
  await page.unrouteAll()
  const line = await hold(page, '**/api/user/by-username/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading profile' })).toBeAttached()
  line.release()
  await expect(title(page)).toHaveText('Adaeze Nwokorie')
  for (const [tab, path] of [
    ['Followers', '**/api/user/followers?*'],
    ['Groups', '**/api/user/group-list?*'],
  ] as const) {
    await page.route(path, answer(400, { error: [`${tab} are torn`], message: '', code: 'BAD' }))
    await tabs(page).filter({ hasText: tab }).click()
    await expect(page.getByRole('main').getByRole('alert').getByText(`${tab} are torn`)).toBeVisible()
    await expectSnackbar(page, `${tab} are torn`)
    await closeSnackbars(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('list', { name: tab.toLowerCase() })).toBeAttached()
  }
  await page.route('**/api/items?*', answer(400, { error: ['Torn'], message: '', code: 'BAD' }))
  await tabs(page).filter({ hasText: 'Items' }).click()
  const failed = page.getByRole('main').getByText('Failed to fetch items. Please try again.')
  await expect(failed).toBeVisible()
  await expectSnackbar(page, 'Failed to fetch items. Please try again.')
})

test('another’s profile has the same tabs, and Follow and Message', async ({ page, server }) => {
  const [ada, bello, chi] = await Promise.all([
    joinSquare(server, { firstName: 'Ada' }),
    joinSquare(server, { firstName: 'Bello' }),
    joinSquare(server, { firstName: 'Chi' }),
  ])
  await Promise.all([writePost(bello, 'Yams in Gboko'), follow(chi, bello), follow(bello, ada)])
  await enter(page, ada.token)
  await page.goto(`/u/${bello.username.toUpperCase()}`)
  await expect(title(page)).toHaveText('Bello Comer')
  await expect(page).toHaveTitle('Bello Comer · Rootsquare')
  await expect(page.getByText('Yams in Gboko')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Message' })).toHaveAttribute('href', `/messages/${bello.id}`)
  await tabs(page).filter({ hasText: 'Following' }).click()
  await expect(page).toHaveURL(new RegExp(`/u/${bello.username}\\?tab=following$`, 'i'))
  const following = page.getByRole('list', { name: 'following' })
  await expect(following.getByRole('link', { name: 'Ada Comer' })).toBeVisible()
  await expect(following.getByRole('button')).toHaveCount(0)
  await tabs(page).filter({ hasText: 'Followers' }).click()
  await main.getByRole('link', { name: 'Chi Comer' }).click()
  await expect(page).toHaveURL(`/u/${chi.username}`)
  await expect(title(page)).toHaveText('Chi Comer')
  await page.goBack()
  await expect(tabs(page).filter({ hasText: 'Followers' })).toHaveAttribute('aria-current', 'page')
  await tabs(page).filter({ hasText: 'Items' }).click()
  await expect(page.getByText('Bello sells nothing at present.')).toBeVisible()

  // On a phone the name comes first, then all buttons in one row. A tab nobody knows is the first one.
  await follow(ada, bello)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/u/${bello.username}?tab=secrets`)
  await expect(tabs(page).filter({ hasText: 'Posts' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('button', { name: 'Unfollow Bello Comer' })).toBeVisible()
  const share = await main.getByRole('button', { name: 'Share profile' }).boundingBox()
  const message = await main.getByRole('link', { name: 'Message' }).boundingBox()
  const unfollow = await main.getByRole('button', { name: 'Unfollow Bello Comer' }).boundingBox()
  const name = await title(page).boundingBox()
  expect([share?.width, share?.height]).toEqual([44, 44])
  expect([message?.y, unfollow?.y]).toEqual([share?.y, share?.y])
  expect(name?.y).toBeLessThan(share?.y ?? 0)
})

test('how profiles look, and every control can be hit', async ({ page, server }) => {
  await enter(page, await logIn(server.url, 'bose.akande'))
  await page.route('**/api/items?*', itemsAnswer([item(1), item(2, { isApproved: false })]))
  await page.goto('/profile/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessibleScreen(page, 'Posts')
  await expectHittable(page, 'Posts')
  for (const name of ['Following', 'Followers', 'Groups', 'Items']) {
    const tab = tabs(page).filter({ hasText: name })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expectNarrow(page, name)
  }
  await page.evaluate(() => history.pushState({}, '', '/u/karo.efe?tab=following'))
  await expect(page.getByRole('main').getByRole('link', { name: 'Message' })).toBeVisible()
  await expectNarrow(page, 'another’s')
})

/** At the width that the look left: 320 px. */
async function expectNarrow(page: Page, what: string): Promise<void> {
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), what).toEqual([])
  await expectHittable(page, what)
}

/** A link that is words of a post is as high as their line. */
async function expectHittable(page: Page, what: string): Promise<void> {
  const controls = page.getByRole('main').locator('a:visible, button:visible')
  expect(await controls.count(), what).toBeGreaterThan(5)
  const small = await controls.evaluateAll((found) =>
    found.flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const least = control.matches('article a:not([aria-label])') ? 24 : 44
      return Math.min(width, height) < least
        ? [`${width} x ${height} ${control.outerHTML.slice(0, 120)}`]
        : []
    }),
  )
  expect(small, what).toEqual([])
}
