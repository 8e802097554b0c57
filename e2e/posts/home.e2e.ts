import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { closeByBack } from '../support/in-settings.ts'
import { signUpMember, writePost, type Member } from '../support/members.ts'
import { answer, untilStable, enter, logIn, test, withoutStream } from '../support/visit.ts'

const greeting = (page: Page) => page.getByRole('heading', { level: 1 })
const market = (page: Page) => page.getByRole('region', { name: 'Marketplace' })
const yourProfile = (page: Page) => page.getByRole('region', { name: 'Your profile' })
const composer = (page: Page) => page.getByPlaceholder('What is happening back home?')
const search = (page: Page) => page.getByRole('combobox', { name: 'Search for users' })

function items(count: number) {
  const content = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `Talking drum ${at + 1}`,
    description: 'It talks.',
    price: 27_500.5 + at,
    stock: at === 1 ? 0 : 4,
    imageUrl: null,
    thumbnailUrl: null,
    isApproved: true,
    userId: 1,
    sellerUsername: 'hauwa.d',
    sellerProfileImage: null,
    categories: [],
    createdDate: '2026-03-01T10:00:00Z',
    can: { update: false },
  }))
  return { data: { content, last: true, totalPages: 1, totalElements: count, number: 0 } }
}

const panel = (page: Page) => page.locator('[data-panel]').filter({ has: composer(page) })
const scrolled = (page: Page) => panel(page).evaluate((box) => box.scrollTop)

const unbroken = `${'a'.repeat(400)} https://example.com/${'b'.repeat(300)} ${'👩🏾‍🌾'.repeat(60)}`

/** With more posts than fit on a screen. */
async function openLongHome(page: Page, member: Member, width: number): Promise<void> {
  await writePost(member, unbroken)
  await Promise.all(Array.from({ length: 11 }, (_, at) => writePost(member, `Word ${at}\n`.repeat(6))))
  await page.setViewportSize({ width, height: 900 })
  await enter(page, member.token, '/user')
  await expect(page.getByRole('article').nth(5)).toBeAttached()
}

async function expectColumns(page: Page): Promise<void> {
  const parts = [yourProfile(page), page.getByRole('article').first(), market(page)]
  const [left, centre, right] = await Promise.all(parts.map((part) => part.boundingBox()))
  expect([left?.width, left?.x]).toEqual([272, 16])
  expect([right?.width, right?.x]).toEqual([316, 1280 - 16 - 316])
  expect(centre?.x).toBeCloseTo(16 + 272 + 24, 0)
  expect(centre?.width).toBeCloseTo(1280 - 32 - 272 - 316 - 48, 0)
  expect(left?.y).toBe(90)
  expect(await composer(page).evaluate((field) => field.clientHeight)).toBeGreaterThan(40)
  const card = await page.getByRole('region', { name: 'New post' }).boundingBox()
  expect(card?.height).toBeGreaterThan(100)
  const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(room).toBeLessThanOrEqual(0)
}

type HomeLink = { name: 'Rootsquare' | 'Home'; top: () => Promise<number> }

/** Pressed at home, it leads to the top and to what is new. */
async function expectLeadsToTop(page: Page, ada: Member, { name, top }: HomeLink): Promise<void> {
  // Repeated until it stays, because another width moves the feed out of its panel or into it.
  await expect(async () => {
    await page.getByRole('article').nth(5).scrollIntoViewIfNeeded()
    expect(await untilStable(page, top)).toBeGreaterThan(100)
  }).toPass()
  const news = `News at ${page.viewportSize()?.width} by ${name}`
  await writePost(ada, news)
  await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('feed').getByText(news)).toBeInViewport()
  await expect.poll(top).toBe(0)
  await expect(page).toHaveURL('/user')
}

test('the feed scrolls by itself, and Home scrolls it to the top', async ({ page, server }) => {
  const ada = await signUpMember(server)
  await openLongHome(page, ada, 1280)
  await expect(market(page)).toBeVisible()
  await expect(() => expectColumns(page)).toPass()
  // The feed is read as far as the keys below lead.
  await expect
    .poll(() => panel(page).evaluate((box) => box.scrollHeight - box.clientHeight))
    .toBeGreaterThan(1200)
  await page.mouse.move(1200, 800)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => scrolled(page)).toBe(300)
  await page.getByRole('main').press('PageDown')
  await expect.poll(() => scrolled(page)).toBeGreaterThan(900)
  await page.keyboard.press('Home')
  await expect.poll(() => scrolled(page)).toBe(0)
  for (const name of ['Rootsquare', 'Home'] as const)
    await expectLeadsToTop(page, ada, { name, top: () => scrolled(page) })
  for (const [height, panelHeight] of [
    [900, 810],
    [600, 600],
  ] as const) {
    await page.setViewportSize({ width: 1024, height })
    await expect.poll(async () => (await panel(page).boundingBox())?.height).toBe(panelHeight)
    await expect.poll(() => panel(page).evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  }
  await page.setViewportSize({ width: 1023, height: 900 })
  await expect(panel(page)).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 500))
    .toBe(true)
  await expect(yourProfile(page)).toBeHidden()
  await expect.poll(async () => (await market(page).boundingBox())?.width).toBe(268)
  const top = () => page.evaluate(() => scrollY)
  await page.setViewportSize({ width: 800, height: 900 })
  await expectLeadsToTop(page, ada, { name: 'Home', top })
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(market(page)).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 900 })
  await expectLeadsToTop(page, ada, { name: 'Home', top })
  await test.step('a text without a break stays inside', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    const text = page.getByRole('article').locator('p', { hasText: /^a{20}/ })
    await expect(text).toHaveCSS('white-space', /pre-wrap|preserve/)
    await expectInsideViewport(page)
  })
  await test.step('in a field the keys are its own', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await composer(page).press('End')
    expect(await scrolled(page)).toBe(0)
  })
})

test('on a phone the plus button opens the composer from any page', async ({ page, token }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, token)
  const [bySplash, all] = [new Set<string>(), new Set<string>()]
  page.on('request', (sent) => {
    const path = new URL(sent.url()).pathname.replace(/\d+$/, '1')
    all.add(path)
    if (new URL(page.url()).pathname === '/loading') bySplash.add(path)
  })
  await page.goto('/loading')
  await expect(page).toHaveURL('/user')
  await expect(page.getByRole('article').first()).toBeVisible()
  // The splash requests the data of the next page; parts that are hidden on a phone are not requested.
  const next = ['post/user/post/feed', 'user/followers', 'user/following', 'user/group-list', 'user/1']
  expect([...bySplash]).toEqual(expect.arrayContaining(next.map((path) => `/api/${path}`)))
  expect(all).not.toContain('/api/items')

  const write = page.getByRole('button', { name: 'New post' })
  await page.getByRole('link', { name: 'Rootsquare' }).focus()
  await write.click()
  await expect(composer(page)).toBeFocused()
  // It covers the screen; closing it loses nothing, and Post stays in sight under a long text.
  await composer(page).fill('Long\n'.repeat(60))
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeInViewport({ ratio: 1 })
  await expectAccessibleState(page)
  await closeByBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Continue writing: Long/ })).toBeVisible()
  await expect(async () => {
    const box = await write.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }).toPass()
  await page
    .getByRole('navigation', { name: 'Quick links' })
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  await write.click()
  await expect(page).toHaveURL('/user')
  await expect(composer(page)).toBeFocused()
})

test('home weighs at most 185 kB of code, and is accessible', async ({ page, server }) => {
  await enter(page, await logIn(server.url, 'bose.akande'))
  await page.route('**/api/items?*', answer(200, items(6)))
  const weighed: Promise<number>[] = []
  page.on('response', (response) => {
    // What is needed without a connection is loaded two seconds later.
    if (!/\.(js|css)$/.test(response.url()) || /(after-idle|entry-pages|logout-page)-/.test(response.url()))
      return
    weighed.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await withoutStream(page)
  await page.goto('/user', { waitUntil: 'networkidle' })
  await expect(composer(page)).toBeVisible()
  await expect(search(page)).toBeVisible()
  const weight = (await Promise.all(weighed)).reduce((sum, bytes) => sum + bytes, 0)
  console.log(`home, first visit: ${weight} B of JS + CSS (gzip)`)
  expect(weighed.length).toBeGreaterThan(4)
  expect(weight).toBeLessThanOrEqual(185_000)
  await expect(greeting(page)).toHaveText('Ẹ káàbọ̀, Bọ́sẹ̀')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessibleScreen(page, 'home')
})
