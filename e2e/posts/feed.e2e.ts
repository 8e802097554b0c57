import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import {
  captionsIn,
  openFeed,
  positionOf,
  posts,
  postSaying,
  readOn,
  topOf,
  createFeedFixture,
} from '../support/feed-fixture.ts'
import { writePost } from '../support/members.ts'
import { pressTo, test } from '../support/visit.ts'

const arrow = (page: Page) => page.getByRole('button', { name: 'Back to top' })
const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ })
const back = (page: Page) => page.getByRole('button', { name: 'Back to where you were' })
const timeOf = (page: Page, caption: string) => postSaying(page, caption).locator('a:has(time)')

/** The post after the one at the top edge is opened; its first line, and the way back to the same position. */
async function openAndReturn(page: Page, goBack: () => Promise<unknown>): Promise<void> {
  const before = await positionOf(page)
  const captions = await captionsIn(page)
  const opened = captions[captions.indexOf(before.caption) + 1] ?? ''
  await timeOf(page, opened).click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await expect(page.getByRole('link', { name: 'Back to the feed' })).toBeVisible()
  await goBack()
  await expect(page).toHaveURL('/user')
  await expectPosition(page, before)
  // The keys continue from the opened post.
  await expect(postSaying(page, opened)).toBeFocused()
}

async function expectPosition(page: Page, before: { caption: string; top: number }): Promise<void> {
  const post = postSaying(page, before.caption)
  await expect(async () => expect(Math.abs((await topOf(post)) - before.top)).toBeLessThanOrEqual(2)).toPass()
}

async function expectNameBelowBack(page: Page): Promise<void> {
  await expect(async () => {
    const button = await back(page).boundingBox()
    const name = await posts(page).first().getByRole('heading').boundingBox()
    expect(name?.y).toBeGreaterThan((button?.y ?? Infinity) + (button?.height ?? 0))
  }).toPass()
}

// Paging and the count of new posts are tested in home-page.test.tsx.
test('Back returns to the same place in a feed that was read to its end', async ({ page, server }) => {
  const fixture = await createFeedFixture(server, 25)
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 800 })
  await openFeed(page, fixture)
  await expect(posts(page)).toHaveCount(20)
  await test.step('on a phone', async () => {
    await writePost(fixture.writer, 'Written meanwhile.')
    await readOn(page, async () => (await posts(page).count()) === 25)
    expect(await captionsIn(page)).toEqual(fixture.captions)
    await openAndReturn(page, () => page.goBack())
    await page.clock.runFor(61_000)
    await pill(page).click()
    await expectNameBelowBack(page)
    await back(page).click()
    // The arrow at the end leads to the top and to what is new.
    await readOn(page, () => arrow(page).isVisible())
    await arrow(page).click()
    await expect(posts(page)).toHaveCount(20)
    await expect(posts(page).first()).toContainText('Written meanwhile.')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(arrow(page)).toHaveCount(0)
  })
  await page.setViewportSize({ width: 1280, height: 1000 })
  await test.step('in its panel', async () => {
    // home-page.test.tsx has the other keys.
    await posts(page).first().focus()
    await pressTo(posts(page).nth(1), 'j')
    await expect(posts(page).nth(1)).toBeInViewport()
    await readOn(page, async () => (await posts(page).count()) === 26)
    await openAndReturn(page, () => page.goBack())
    await openAndReturn(page, () => page.getByRole('link', { name: 'Back to the feed' }).click())
  })
  const before = await positionOf(page)
  await page.reload()
  await expectPosition(page, before)

  await test.step('new posts are counted and do not move what is read', async () => {
    await writePost(fixture.writer, 'Fresh 1.')
    await page.clock.runFor(61_000)
    await expect(pill(page)).toHaveText('1 new post')
    await expectPosition(page, before)
    await pill(page).click()
    await expect(posts(page).first()).toContainText('Fresh 1.')
    await expect(posts(page).first()).toBeFocused()
    await expect(posts(page).first()).toBeInViewport()
    await expect(pill(page)).toHaveCount(0)
    await expectNameBelowBack(page)
    await back(page).click()
    await expect(postSaying(page, before.caption)).toBeFocused()
    await expectPosition(page, before)
    await expect(back(page)).toHaveCount(0)
  })
})
