import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog, expectSnackbar } from '../support/in-settings.ts'
import { follow, signUpMember, writePost } from '../support/members.ts'
import {
  enter,
  expectAccessibleAndInside,
  expectAccessibleScreen,
  logIn,
  navigateInApp,
  test,
} from '../support/visit.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

// What is empty, missing or does not load, and what is counted: people.test.tsx.
test('tabs are used by keys, and Back returns to the one before', async ({ page, server }) => {
  const [ada, bello] = await Promise.all([signUpMember(server), signUpMember(server, { firstName: 'Bello' })])
  await Promise.all([writePost(ada, 'First words'), follow(ada, bello), follow(bello, ada)])
  await enter(page, ada.token, '/profile')
  await expect(page).toHaveTitle('Profile · Rootsquare')
  await expect(tabs(page)).toHaveText([/^Posts1/, /^Following1/, /^Followers1/, /^Groups1/, /^Items0/])
  await expect(tabs(page).nth(0)).toHaveAttribute('aria-current', 'page')
  for (const [name, path, text] of [
    ['Following', '/profile/following', 'Bello Comer'],
    ['Followers', '/profile/followers', 'Bello Comer'],
    ['Groups', '/profile/groups', 'Igala'],
    ['Items', '/profile/items', 'You sell nothing yet.'],
    ['Posts', '/profile/posts', 'First words'],
  ] as const) {
    await tab(page, name).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(page.locator('[aria-current=page]').and(tabs(page))).toHaveText(new RegExp(`^${name}`))
    await expect(tab(page, name)).toBeFocused()
    await expect(page.getByRole('main').getByText(text).last()).toBeVisible()
  }
  for (const path of ['/profile/items', '/profile/groups', '/profile/followers']) {
    await page.goBack()
    await expect(page).toHaveURL(path)
  }
  await expect(page.getByRole('list', { name: 'followers' })).toBeVisible()

  // A deleted post is no longer counted, and an empty tab leads to the composer.
  await tabs(page).nth(0).click()
  await page.getByRole('article').getByRole('button', { name: 'Options for the post' }).click()
  await page.getByRole('button', { name: 'Delete Post' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('No posts yet')).toBeVisible()
  await expect(tabs(page).nth(0)).toHaveAccessibleName('Posts 0 posts')
  await page.getByRole('main').getByRole('button', { name: 'Write a post' }).click()
  await expect(page).toHaveURL('/user')
  await expect(page.getByPlaceholder('What is happening back home?')).toBeFocused()
})

test('a profile is shared by its link, and leads to settings, groups and members', async ({
  page,
  context,
  server,
  token,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, token, '/u/HAUWA.D')
  await expect(title(page)).toHaveText('Hauwa Danladi')
  const main = page.getByRole('main')
  await tab(page, 'Groups').click()
  await expect(page).toHaveURL(/\/u\/hauwa\.d\?tab=groups$/i)
  const group = main.getByRole('list', { name: 'groups' }).getByRole('link', { name: /^Hausa/ })
  for (const link of [group, main.getByRole('link', { name: 'Hausa' }).first()]) {
    await link.click()
    await expect(page).toHaveURL(/\/group\/\d+$/)
    await page.goBack()
    await expect(tab(page, 'Groups')).toHaveAttribute('aria-current', 'page')
  }
  await main.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await page.goBack()
  const share = page.getByRole('button', { name: 'Share profile' })
  await share.click()
  await expectSnackbar(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/u/hauwa.d`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await share.click()
  await expect(dialog(page, 'Share profile').getByRole('textbox')).toBeFocused()
  await expectAccessibleState(page)
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
})

test('profiles are accessible, and every control can be hit', async ({ page, server }) => {
  await enter(page, await logIn(server.url, 'bose.akande'), '/profile/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessibleScreen(page, 'Posts')
  await expectHittable(page, 'Posts')
  for (const name of ['Following', 'Followers', 'Groups', 'Items']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    await expectNarrow(page, name)
  }
  // On a phone the name comes first, then all buttons in one row.
  await page.setViewportSize({ width: 360, height: 740 })
  await navigateInApp(page, '/u/karo.efe?tab=following')
  const main = page.getByRole('main')
  await expect(main.getByText('@karo.efe', { exact: true }).first()).toBeVisible()
  const follow = main.getByRole('button', { name: /^(Follow|Unfollow) / }).first()
  const share = await main.getByRole('button', { name: 'Share profile' }).boundingBox()
  const message = await main.getByRole('link', { name: 'Message' }).boundingBox()
  expect([share?.width, share?.height]).toEqual([44, 44])
  expect([message?.y, (await follow.boundingBox())?.y]).toEqual([share?.y, share?.y])
  expect((await title(page).boundingBox())?.y).toBeLessThan(share?.y ?? 0)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectNarrow(page, 'another’s')
})

/** At the width that `expectAccessibleScreen` ends with: 320 px. */
async function expectNarrow(page: Page, what: string): Promise<void> {
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expectAccessibleAndInside(page, what)
  await expectHittable(page, what)
}

/** A link inside the text of a post is as high as its line. */
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
