import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations } from './fixtures.ts'
import { hold } from './entry.ts'
import { expectSnackbar } from './in-settings.ts'
import { joinSquare, writePost } from './members.ts'
import type { Member } from './members.ts'
import { test } from './own-origin.ts'
import { answer, enter, logIn, pastTheEdge } from './visit.ts'

const greeting = (page: Page) => page.getByRole('heading', { level: 1 })
const market = (page: Page) => page.getByRole('region', { name: 'Marketplace' })
const yourProfile = (page: Page) => page.getByRole('region', { name: 'Your profile' })
const yourGroups = (page: Page) => page.getByRole('region', { name: 'Your groups' })
const composer = (page: Page) => page.getByPlaceholder('What is happening back home?')
const search = (page: Page) => page.getByRole('combobox', { name: 'Search for users' })
const failedItems = 'Failed to fetch items. Please try again.'

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

test.describe('home', () => {
  test('three columns: profile and groups, composer and feed, search and marketplace', async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const ada = await joinSquare(server)
    await writePost(ada, 'Good to be here')
    await enter(page, ada.token)
    await page.goto('/user')
    await expect(page.getByRole('feed').getByText('Good to be here')).toBeVisible()
    const boxes = await Promise.all(
      [yourProfile(page), page.getByRole('article').first(), market(page)].map((part) => part.boundingBox()),
    )
    const [left, centre, right] = boxes
    expect([left?.width, left?.x]).toEqual([272, 16])
    expect([right?.width, right?.x]).toEqual([316, 1280 - 16 - 316])
    expect(centre?.x).toBeCloseTo(16 + 272 + 24, 0)
    expect(centre?.width).toBeCloseTo(1280 - 32 - 272 - 316 - 48, 0)
    expect(left?.y).toBe(90)
    expect(await composer(page).evaluate((field) => field.clientHeight)).toBeGreaterThan(40)
    const card = await page.getByRole('region', { name: 'New post' }).boundingBox()
    expect(card?.height).toBeGreaterThan(100)
    await expect(yourGroups(page).getByRole('link', { name: /^Igala \d+ members?$/ })).toBeVisible()
    await yourGroups(page).getByRole('link', { name: 'See all' }).click()
    await expect(page).toHaveURL('/group-list')
  })

  test('a group shows its picture, or its cloth where that does not come', async ({ page, token }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await enter(page, token)
    let image = '/favicon.svg'
    await page.route('**/api/user/group-list?*', async (route) => {
      const response = await route.fetch()
      const json: { data: { content: { image: string | null }[] } } = await response.json()
      for (const group of json.data.content) group.image = image
      await route.fulfill({ response, json })
    })
    await page.goto('/user')
    const group = yourGroups(page).getByRole('listitem').first()
    await expect(group.locator('img')).toBeVisible()
    expect(await group.locator('img').boundingBox()).toMatchObject({ width: 40, height: 40 })
    image = '/media/none.webp'
    await page.reload()
    await expect(group.locator('svg')).toBeVisible()
    await expect(group.locator('img')).toHaveCount(0)
  })

  test('the counts of the card lead to the tabs, the name to the profile', async ({ page, token }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await enter(page, token)
    for (const [name, path] of [
      [/^\S+ Posts$/, '/profile/posts'],
      [/^\S+ Followers$/, '/profile/followers'],
      [/^\S+ Following$/, '/profile/following'],
      ['Hauwa Danladi', '/profile'],
    ] as const) {
      await page.goto('/user')
      await yourProfile(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
    }
  })

  test('a newcomer finds an empty feed and ways on', async ({ page, server }) => {
    const ada = await joinSquare(server, { group: 'Goemai' })
    await enter(page, ada.token)
    await page.goto('/user')
    const empty = page.getByRole('region', { name: 'No posts yet' })
    await expect(empty).toBeVisible()
    await expect(page.getByText('No posts yet')).toHaveCount(1)
    await empty.getByRole('button', { name: 'Write a post' }).click()
    await expect(composer(page)).toBeFocused()
    await page.getByRole('button', { name: 'Find people' }).click()
    await expect(search(page)).toBeFocused()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Find people' }).last().click()
    await expect(page.getByRole('dialog', { name: 'Find people' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'See all groups' }).filter({ visible: true }).click()
    await expect(page).toHaveURL('/group-list')
  })

  test('a post just written is counted in the card', async ({ page, server }) => {
    const ada = await joinSquare(server)
    await enter(page, ada.token)
    await page.goto('/user')
    await expect(yourProfile(page).getByRole('link', { name: '0 Posts' })).toBeVisible()
    await composer(page).fill('A first word')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('feed').getByText('A first word')).toBeVisible()
    await expect(yourProfile(page).getByRole('link', { name: '1 Posts' })).toBeVisible()
  })
})

test.describe('the greeting', () => {
  for (const [username, hour, words] of [
    ['hauwa.d', 9, 'Sannu, Hauwa'],
    ['arit.effiom', 9, 'Mesiere, Arit'],
    ['arit.effiom', 19, 'Good evening, Arit'],
    ['gyang.c', 9, 'Good morning, Gyang'],
    ['gyang.c', 14, 'Good afternoon, Gyang'],
  ] as const) {
    test(`${username} at ${hour} o’clock`, async ({ page, server }) => {
      await enter(page, await logIn(server.url, username))
      // Later than the token was given, so that it has not ended by this clock: that day at this hour.
      const day = new Date()
      day.setUTCHours(hour - 1, 5)
      await page.clock.setFixedTime(day)
      await page.goto('/user')
      await expect(greeting(page)).toHaveText(words)
      await expect(
        page.getByText(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \w+ in your square$/),
      ).toBeVisible()
    })
  }

  for (const [hour, minute, daysBack, part] of [
    [0, 5, 1, 'night'],
    [4, 55, 1, 'night'],
    [5, 0, 0, 'morning'],
  ] as const) {
    test(`at ${hour}:${minute} it is ${part}`, async ({ page, server }) => {
      await enter(page, await logIn(server.url, 'gyang.c'))
      const now = new Date()
      now.setUTCHours(hour - 1, minute)
      await page.clock.setFixedTime(now)
      await page.goto('/user')
      await expect(greeting(page)).toHaveText(`Good ${part === 'night' ? 'evening' : part}, Gyang`)
      const weekday = new Intl.DateTimeFormat('en-NG', { weekday: 'long', timeZone: 'Africa/Lagos' })
      const day = weekday.format(now.getTime() - daysBack * 86_400_000)
      await expect(page.getByText(`${day} ${part} in your square`, { exact: true })).toBeVisible()
    })
  }
})

test.describe('the marketplace teaser', () => {
  test('asks for 20, shows 5 with their prices, and See more', async ({ page, token }) => {
    const asked: string[] = []
    await page.route('**/api/items?*', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('size') ?? '')
      return route.fulfill({ json: items(20) })
    })
    await enter(page, token)
    await page.goto('/user')
    await expect(market(page).getByRole('listitem')).toHaveCount(5)
    expect(asked).toEqual(['20'])
    await expect(market(page).getByRole('listitem').first()).toContainText('Talking drum 1')
    await expect(market(page).getByRole('listitem').first()).toContainText('₦27,500.50')
    await expect(market(page).getByRole('listitem').nth(1)).toContainText('Out Of Stock')
    await market(page).getByRole('link', { name: 'See more' }).click()
    await expect(page).toHaveURL('/marketplace')
  })

  test('says when items do not come, tries again, and is honest about none', async ({ page, server }) => {
    const ada = await joinSquare(server)
    await page.route('**/api/items?*', answer(400, { error: ['Torn'], message: '', code: 'BAD' }))
    await enter(page, ada.token)
    await page.goto('/user')
    await expect(market(page).getByText(failedItems)).toBeVisible()
    await expectSnackbar(page, failedItems)
    await expectNoAxeViolations(page)
    await page.unrouteAll()
    await page.route('**/api/items?*', answer(200, items(0)))
    const line = await hold(page, '**/api/items?*')
    await market(page).getByRole('button', { name: 'Retry' }).click()
    line.release()
    await expect(market(page).getByText('Nothing is for sale yet.')).toBeVisible()
    await expect(market(page).getByRole('link', { name: 'See more' })).toHaveCount(0)
  })
})

test.describe('the panel', () => {
  let ada: Member
  test.beforeEach(async ({ page, server }) => {
    ada = await joinSquare(server)
    for (let number = 1; number <= 12; number += 1) await writePost(ada, `Word ${number}\n`.repeat(6))
    await enter(page, ada.token)
  })

  const panel = (page: Page) => page.locator('[data-panel]').filter({ has: composer(page) })
  const scrolled = (page: Page) => panel(page).evaluate((box) => box.scrollTop)

  test('from 1024 px up the middle scrolls by itself; below that the page does', async ({ page }) => {
    for (const [height, panelHeight] of [
      [900, 810],
      [600, 600],
    ] as const) {
      await page.setViewportSize({ width: 1024, height })
      await page.goto('/user')
      await expect(page.getByRole('article').nth(5)).toBeAttached()
      expect((await panel(page).boundingBox())?.height).toBe(panelHeight)
      expect(await panel(page).evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(room).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1023, height: 900 })
    await expect(panel(page)).toHaveCount(0)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 500))
      .toBe(true)
    await expect(yourProfile(page)).toBeHidden()
    await expect(market(page)).toBeVisible()
    expect((await market(page).boundingBox())?.width).toBe(268)
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(market(page)).toHaveCount(0)
  })

  test('wheel and keys move it from anywhere on the page', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/user')
    await expect(page.getByRole('article').nth(5)).toBeAttached()
    await page.mouse.move(1200, 800)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => scrolled(page)).toBe(300)
    await page.getByRole('main').focus()
    await page.keyboard.press('PageDown')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(900)
    await page.keyboard.press('Home')
    await expect.poll(() => scrolled(page)).toBe(0)
    await composer(page).focus()
    await page.keyboard.press('End')
    expect(await scrolled(page)).toBe(0)
  })

  test('the way home, taken at home, leads to the top and to what is new', async ({ page }) => {
    const feed = page.getByRole('feed')
    const pageTop = () => page.evaluate(() => scrollY)
    for (const [width, name, top] of [
      [1280, 'Rootsquare', () => scrolled(page)],
      [1280, 'Home', () => scrolled(page)],
      [800, 'Home', pageTop],
      [360, 'Home', pageTop],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/user')
      await expect(page.getByRole('article').nth(5)).toBeAttached()
      await page.getByRole('article').nth(5).scrollIntoViewIfNeeded()
      await expect.poll(top).toBeGreaterThan(100)
      const news = `News at ${width} by ${name}`
      await writePost(ada, news)
      await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
      await expect(feed.getByText(news)).toBeInViewport()
      expect(await top()).toBe(0)
      await expect(page).toHaveURL('/user')
    }
  })
})

test.describe('on a phone', () => {
  test('the gold + writes a post, from wherever one is', async ({ page, token }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter(page, token)
    await page.goto('/inbox')
    const write = page.getByRole('button', { name: 'New post' })
    await write.click()
    await expect(page).toHaveURL('/user')
    await expect(composer(page)).toBeFocused()
    await page.getByRole('link', { name: 'Rootsquare' }).focus()
    await write.click()
    await expect(composer(page)).toBeFocused()
    const box = await write.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  })

  test('what has no room is not fetched', async ({ page, token }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter(page, token)
    let calls = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/api/items')) calls += 1
    })
    await page.goto('/user', { waitUntil: 'networkidle' })
    await expect(composer(page)).toBeVisible()
    expect(calls).toBe(0)
  })
})

test('the splash loads posts, followers, following, groups and user ahead', async ({ page, token }) => {
  await enter(page, token)
  const asked = new Set<string>()
  page.on('request', (sent) => asked.add(new URL(sent.url()).pathname))
  await page.goto('/loading')
  await expect
    .poll(() =>
      [...asked].filter((path) => path.startsWith('/api/')).map((path) => path.replace(/\d+$/, '1')),
    )
    .toEqual(
      expect.arrayContaining([
        '/api/post/user/post/feed',
        '/api/user/followers',
        '/api/user/following',
        '/api/user/group-list',
        '/api/user/1',
      ]),
    )
  await page.waitForURL('/user')
})

test.describe('how home looks', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 768, 1280]) {
      test(`axe finds nothing, nothing runs past the edge: ${colorScheme}, ${width} px`, async ({
        page,
        server,
      }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await enter(page, await logIn(server.url, 'bose.akande'))
        await page.route('**/api/items?*', answer(200, items(6)))
        await page.goto('/user', { waitUntil: 'networkidle' })
        await expect(greeting(page)).toHaveText('Ẹ káàbọ̀, Bọ́sẹ̀')
        await expectNoAxeViolations(page)
        expect(await pastTheEdge(page)).toEqual([])
      })
    }
  }

  test('at 320 px nothing runs past the edge', async ({ page, token }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await enter(page, token)
    await page.goto('/user', { waitUntil: 'networkidle' })
    await expect(composer(page)).toBeVisible()
    expect(await pastTheEdge(page)).toEqual([])
  })

  test('a first visit weighs at most 200 kB of code', async ({ page, token }) => {
    await enter(page, token)
    const weighed: Promise<number>[] = []
    page.on('response', (response) => {
      if (!/\.(js|css)$/.test(response.url())) return
      weighed.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.goto('/user', { waitUntil: 'networkidle' })
    await expect(composer(page)).toBeVisible()
    await expect(search(page)).toBeVisible()
    const weight = (await Promise.all(weighed)).reduce((sum, bytes) => sum + bytes, 0)
    console.log(`home, first visit: ${weight} B of JS + CSS (gzip)`)
    expect(weighed.length).toBeGreaterThan(4)
    expect(weight).toBeLessThanOrEqual(200_000)
  })
})
