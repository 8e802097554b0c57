import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { captionsIn, placeOf, posts, postSaying, readOn, topOf, worldOf } from '../support/feed-world.ts'
import type { World } from '../support/feed-world.ts'
import { turnAway } from '../support/in-composer.ts'
import { expectSnackbar, holdBack, snackbars } from '../support/in-settings.ts'
import { writePost } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter } from '../support/visit.ts'

const feedCalls = '**/api/post/user/post/feed?*'
const nextPages = /\/api\/post\/user\/post\/feed\?.*cursor=/
const broken = answer(500, { error: ['The loom broke'], message: '', code: 'INTERNAL' })
const unexpected = 'An unexpected error occurred'
const arrow = (page: Page) => page.getByRole('button', { name: 'Back to top' })
const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ })

let sixty: Promise<World> | undefined

/** Sixty posts that no test adds to, written once a worker. */
function worldOfSixty(server: Parameters<typeof worldOf>[0]): Promise<World> {
  return (sixty ??= worldOf(server, 60))
}

async function openFeed(page: Page, { reader }: World): Promise<void> {
  await enter(page, reader.token)
  await page.goto('/user')
  await posts(page).first().waitFor()
}

for (const width of [360, 1280]) {
  test(`a feed is read to its end, and Back leads to the same place: ${width} px`, async ({
    page,
    server,
  }) => {
    const world = await worldOfSixty(server)
    await page.setViewportSize({ width, height: 800 })
    const sizes: (string | null)[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/post/feed')) sizes.push(url.searchParams.get('size'))
    })
    await openFeed(page, world)
    await expect(posts(page)).toHaveCount(20)
    await expect(arrow(page)).toHaveCount(0)
    await readOn(page, async () => (await posts(page).count()) === 60)
    expect(await captionsIn(page)).toEqual(world.captions)
    expect(sizes).toEqual(['20', '20', '20'])
    await expect(posts(page).nth(59)).toHaveAttribute('aria-posinset', '60')
    await expect(posts(page).nth(59)).toHaveAttribute('aria-setsize', '-1')

    const before = await placeOf(page)
    expect(before.words).toMatch(/^Number [1-3]?\d\.$/)
    const post = postSaying(page, before.words)
    const below = posts(page).nth((await captionsIn(page)).indexOf(before.words) + 1)
    const expectSamePlace = () =>
      expect(async () => expect(Math.abs((await topOf(post)) - before.top)).toBeLessThanOrEqual(2)).toPass()
    await below.locator('a:has(time)').click()
    await expect(page).toHaveURL(/\/post\/\d+$/)
    await expect(page.getByRole('link', { name: 'Back to the feed' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/user')
    await expectSamePlace()
    // The keys go on from what was opened, and the link of the page leads back like Back.
    await expect(below).toBeFocused()
    await below.locator('a:has(time)').click()
    await page.getByRole('link', { name: 'Back to the feed' }).click()
    await expect(page).toHaveURL('/user')
    await expect(below).toBeFocused()
    await expectSamePlace()
    await page.reload()
    await expectSamePlace()

    // The arrow at the end leads to the top and loads anew.
    await readOn(page, () => arrow(page).isVisible())
    const reloaded = page.waitForResponse((response) => !response.url().includes('cursor='))
    await arrow(page).click()
    await reloaded
    await expect(posts(page)).toHaveCount(20)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(posts(page).first()).toBeFocused()
    await expect(arrow(page)).toHaveCount(0)
  })
}

test('a page of the feed that does not come is told of and tried again', async ({
  page,
  server,
  context,
}) => {
  const world = await worldOfSixty(server)
  await enter(page, world.reader.token)
  // The first, without words of the server.
  await page.route(feedCalls, answer(400, {}))
  const slow = holdBack()
  await page.route(feedCalls, slow.hold)
  await page.goto('/user')
  await expect(page.getByText('Loading posts')).toBeAttached()
  await expectAccessibleState(page)
  slow.letGo()
  await expectSnackbar(page, unexpected)
  const card = page.getByRole('main').getByRole('alert')
  await expect(card.getByText(unexpected, { exact: true })).toBeVisible()
  await page.unroute(feedCalls)
  // A broken answer is asked for again before anyone is told.
  let calls = 0
  await page.route(feedCalls, (route) => {
    calls += 1
    return calls === 1 ? broken(route) : route.fallback()
  })
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(posts(page)).toHaveCount(20)
  expect(calls).toBe(2)
  await page.unroute(feedCalls)
  // The next, with words.
  await page.route(nextPages, answer(400, { error: ['The wheel broke'], message: '' }))
  const retry = page.getByRole('button', { name: 'Retry' })
  await readOn(page, () => retry.isVisible())
  await expectSnackbar(page, 'The wheel broke')
  await expect(card.filter({ hasText: 'The wheel broke' })).toBeVisible()
  await expect(posts(page)).toHaveCount(20)
  await page.unroute(nextPages)
  // By key: the notice, which goes with the trouble, lies over it.
  await retry.press('Enter')
  await expect(posts(page).nth(39)).toBeAttached()
  await expect(snackbars(page).getByText('The wheel broke')).toHaveCount(0)
  expect(new Set(await captionsIn(page)).size).toBe(await posts(page).count())

  await context.setOffline(true)
  await readOn(page, () =>
    page.getByRole('main').getByRole('alert').filter({ hasText: unexpected }).isVisible(),
  )
  await expectSnackbar(page, unexpected)
  await context.setOffline(false)
  await expect(posts(page).nth(59)).toBeAttached()
})

test('keys go from post to post, open one and like one', async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  const world = await worldOfSixty(server)
  await openFeed(page, world)
  // As feeds do: from article to article, and out of it.
  await posts(page).first().focus()
  await page.keyboard.press('PageDown')
  await expect(posts(page).nth(1)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(posts(page).first()).toBeFocused()
  await page.keyboard.press('Control+Home')
  const isBefore = () =>
    page.evaluate(() => {
      const feed = document.querySelector('[role=feed]')
      const focused = document.activeElement
      if (feed === null || focused === null || feed.contains(focused)) return false
      return (feed.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    })
  expect(await isBefore()).toBe(true)
  await page.getByRole('main').focus()
  await page.keyboard.press('j')
  await expect(posts(page).first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(posts(page).nth(1)).toBeFocused()
  await expect(posts(page).nth(1)).toBeInViewport()
  const like = posts(page).nth(1).getByRole('button', { name: /^Like/ })
  const pressed = await like.getAttribute('aria-pressed')
  await page.keyboard.press('l')
  await expect(like).toHaveAttribute('aria-pressed', pressed === 'true' ? 'false' : 'true')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Next post')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await page.goBack()
  await expect(posts(page).first()).toBeAttached()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/post\/\d+#comment$/)
})

test('a like given while the next page is on its way is not undone by it', async ({ page, server }) => {
  const world = await worldOfSixty(server)
  await openFeed(page, world)
  const slow = holdBack()
  let isAsked = false
  await page.route(nextPages, (route) => {
    isAsked = true
    return slow.hold(route)
  })
  const last = posts(page).nth(19).getByRole('button', { name: /^Like/ })
  await readOn(page, async () => isAsked)
  const wanted = (await last.getAttribute('aria-pressed')) === 'true' ? 'false' : 'true'
  const settled = page.waitForResponse('**/api/post/like/*')
  await last.click()
  await settled
  slow.letGo()
  await expect(posts(page).nth(39)).toBeAttached()
  await expect(last).toHaveAttribute('aria-pressed', wanted)
  await page.unrouteAll()
})

test('another member’s posts come ten at a time and keep the place too', async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  const world = await worldOfSixty(server)
  const sizes: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/user/posts') sizes.push(url.searchParams.get('size'))
  })
  await enter(page, world.reader.token)
  await page.goto(`/u/${world.writer.username}`)
  await readOn(page, () => arrow(page).isVisible())
  expect(await captionsIn(page)).toEqual(world.captions.filter((_, at) => at % 2 === 1))
  expect(sizes).toEqual(['10', '10', '10'])
  const before = await placeOf(page)
  await posts(page)
    .nth((await captionsIn(page)).indexOf(before.words) + 1)
    .locator('a:has(time)')
    .click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await page.goBack()
  await expect(async () => {
    const place = await placeOf(page)
    expect(place.words).toBe(before.words)
    expect(Math.abs(place.top - before.top)).toBeLessThanOrEqual(2)
  }).toPass()
})

test('while others write no post comes twice and none is left out', async ({ page, server }) => {
  const world = await worldOf(server, 45)
  await openFeed(page, world)
  await expect(posts(page)).toHaveCount(20)
  for (const at of [1, 2, 3]) await writePost(world.writer, `Late ${at}.`)
  await readOn(page, async () => (await posts(page).count()) > 20)
  for (const at of [4, 5]) await writePost(world.writer, `Late ${at}.`)
  await readOn(page, () => arrow(page).isVisible())
  expect(await captionsIn(page)).toEqual(world.captions)
})

test('posts of others are counted, and shown when they are asked for', async ({ page, server }) => {
  const world = await worldOf(server, 25)
  await page.clock.install()
  await openFeed(page, world)
  await readOn(page, async () => (await posts(page).count()) === 25)
  const before = await placeOf(page)
  await writePost(world.writer, 'Fresh 1.')
  await page.clock.runFor(61_000)
  await expect(pill(page)).toHaveText('1 new post')
  await writePost(world.writer, 'Fresh 2.')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(pill(page)).toHaveText('2 new posts')
  expect(await placeOf(page)).toEqual(before)
  await expect(posts(page)).toHaveCount(25)
  await pill(page).click()
  await expect(posts(page)).toHaveCount(27)
  await expect(posts(page).first()).toContainText('Fresh 2.')
  await expect(posts(page).first()).toBeFocused()
  await expect(posts(page).first()).toBeInViewport()
  await expect(pill(page)).toHaveCount(0)
  const back = await page.getByRole('button', { name: 'Back to where you were' }).boundingBox()
  const name = await posts(page).first().getByRole('heading').boundingBox()
  expect(name?.y).toBeGreaterThan((back?.y ?? Infinity) + (back?.height ?? 0))
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await expect(postSaying(page, before.words)).toBeFocused()
  await expect(async () => {
    expect(Math.abs((await placeOf(page)).top - before.top)).toBeLessThanOrEqual(2)
  }).toPass()
  await expect(page.getByRole('button', { name: 'Back to where you were' })).toHaveCount(0)
})

test('one’s own post is on top and not counted, and a hidden tab does not ask', async ({ page, server }) => {
  const world = await worldOf(server, 2)
  await page.clock.install()
  await openFeed(page, world)
  await page.getByRole('region', { name: 'New post' }).getByRole('textbox').first().fill('By my own hand')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(posts(page).first()).toContainText('By my own hand')
  const counted = page.waitForResponse('**/api/post/user/post/feed/new?*')
  await page.clock.runFor(61_000)
  const { data }: { data: { count: number } } = await (await counted).json()
  // The server counts it; the page knows it as its own.
  expect(data.count).toBe(1)
  await expect(pill(page)).toHaveCount(0)
  await writePost(world.writer, 'Fresh 3.')
  await page.clock.runFor(61_000)
  await expect(pill(page)).toHaveText('1 new post')
  await page.keyboard.press('Escape')
  await pill(page).press('Enter')
  await expect(posts(page).first()).toContainText('Fresh 3.')
  expect((await captionsIn(page)).slice(0, 3)).toEqual(['Fresh 3.', 'By my own hand', 'Number 2.'])
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/feed/new?')) asked += 1
  })
  await turnAway(page, 'hidden')
  for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward(61_000)
  expect(asked).toBe(0)
  const again = page.waitForRequest('**/feed/new?*')
  await turnAway(page, 'visible')
  await again
})

test('up to ten posts there is no arrow', async ({ page, server }) => {
  const few = await worldOf(server, 10)
  await openFeed(page, few)
  await expect(posts(page)).toHaveCount(10)
  await expect(arrow(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})
