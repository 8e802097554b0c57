import { expect } from '../support/fixtures.ts'
import { openFeed, posts, createFeedFixture } from '../support/feed-fixture.ts'
import { untilStable, scrollIntoView, test } from '../support/visit.ts'

test('a very long feed renders only the posts near the screen', async ({ page, server }) => {
  const fixture = await createFeedFixture(server, 5)
  // Up to two hundred posts are all rendered, so this feed repeats its five posts.
  await page.route('**/api/post/user/post/feed?*', async (route) => {
    const { data }: { data: { content: { id: number }[] } } = await (await route.fetch()).json()
    const content = Array.from({ length: 210 }, (_, at) => {
      return { ...data.content[at % 5], id: 1_000_000 - at }
    })
    await route.fulfill({ json: { data: { ...data, content, nextCursor: null } } })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openFeed(page, fixture)
  await expect(posts(page)).toHaveCount(210)
  const far = page.locator('[role=feed] > article:not(:has(header))')
  const feed = page.getByRole('feed')
  const last = posts(page).nth(209)
  await scrollIntoView(last)
  await expect(last.locator('header')).toBeVisible()
  await expect(posts(page).first().locator('header')).toHaveCount(0)
  await expect(far).not.toHaveCount(0)
  const heightOf = () => feed.evaluate((element) => element.scrollHeight)
  const height = await untilStable(page, heightOf)
  await expect(posts(page).first()).toHaveAccessibleName(/Reader|Writer/)
  await expect(posts(page).first()).toHaveAttribute('aria-posinset', '1')
  await posts(page).first().focus()
  await expect(posts(page).first().locator('header')).toBeVisible()
  await expect.poll(async () => Math.abs((await heightOf()) - height)).toBeLessThanOrEqual(20)
})
