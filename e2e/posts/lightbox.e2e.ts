import type { Locator, Page } from '@playwright/test'
import {
  expectAccessibleScreen,
  expectAccessibleState,
  expectInsideViewport,
  expectNoAxeViolations,
} from '../support/accessible.ts'
import { expect, type Server } from '../support/fixtures.ts'
import {
  openFeed,
  posts,
  postSaying,
  uploadPicture,
  createFeedFixture,
  writeWith,
} from '../support/feed-fixture.ts'
import type { FeedFixture } from '../support/feed-fixture.ts'
import { closeByBack, closeSnackbars, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { onComments } from '../support/on-posts.ts'
import { scrollIntoView, test } from '../support/visit.ts'

const box = (page: Page) => page.getByRole('dialog', { name: /^Pictures and videos by/ })
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })
const thumbnails = (page: Page) => posts(page).first().locator('[data-shape] button')
const sizes = [
  [90, 60],
  [600, 900],
  [120, 50],
  [30, 30],
  [50, 70],
  [64, 48],
] as const

/** How much wider than high. */
async function shapeOf(image: Locator): Promise<number> {
  const box = await image.boundingBox()
  return (box?.width ?? 0) / (box?.height ?? 1)
}

let written: Promise<FeedFixture> | undefined

/** A post with six pictures above three with one each; the second of the six has a description. */
function createPictureFeed(server: Server): Promise<FeedFixture> {
  return (written ??= write(server))
}

async function write(server: Server): Promise<FeedFixture> {
  const fixture = await createFeedFixture(server, 0)
  // One after the other: a busy machine turns away a burst of pictures.
  const uploaded: Awaited<ReturnType<typeof uploadPicture>>[] = []
  for (const [width, height] of sizes) uploaded.push(await uploadPicture(fixture.writer, width, height))
  const media = uploaded.map(({ secure_url: postImage, thumbnail_url: thumbnail }, at) => {
    return { postImage, thumbnail, ...(at === 1 && { alt: 'Four coloured squares of cloth' }) }
  })
  for (const [width, height] of [
    [60, 40],
    [1200, 400],
  ] as const) {
    const { secure_url: postImage, thumbnail_url: thumbnail } = await uploadPicture(
      fixture.writer,
      width,
      height,
    )
    await writeWith(fixture.writer, `${width} by ${height}`, [{ postImage, thumbnail }])
  }
  await writeWith(fixture.writer, 'One picture', media.slice(1, 2))
  await writeWith(fixture.writer, 'Six pictures', media)
  return fixture
}

test('a visitor sees tiles and links to sign in, even if no picture loads', async ({ page, server }) => {
  const fixture = await createPictureFeed(server)
  const { data } = await (await fixture.reader.api.get('/api/post/user/post/feed')).json()
  await page.route('**/media/**', (route) => route.abort())
  const panel = page.getByRole('region', { name: 'Create an account' })
  const tiles = page.getByRole('article').locator('[data-shape] button')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/post/${data.content[0].id}`)
  await expect(tiles).toHaveCount(4)
  await expect(tiles.nth(1)).toContainText('Four coloured squares of cloth')
  await expect(tiles.nth(1).getByRole('img')).toHaveCount(0)
  await expect(tiles.last()).toContainText('+2')
  await expect(panel).toBeInViewport({ ratio: 1 })
  await expect(async () => {
    const [card, beside] = [await page.getByRole('article').boundingBox(), await panel.boundingBox()]
    expect(card?.width).toBe(640)
    expect(beside?.x).toBeGreaterThan((card?.x ?? Infinity) + (card?.width ?? 0))
  }).toPass()
  await page.setViewportSize({ width: 320, height: 740 })
  await expect(panel).toBeInViewport()
  await expectInsideViewport(page)
  await expectNoAxeViolations(page)

  // The code of dialogs is loaded when one is opened. The marketplace shows the large view too, so it is in that file.
  for (const [file, opener] of [
    ['post-dialogs', page.getByRole('button', { name: 'Share' })],
    ['market', tiles.first()],
  ] as const) {
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort('connectionfailed'))
    await opener.click()
    await expectSnackbar(page, 'No response from the server. Please check your network connection.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await closeSnackbars(page)
  }
})

/** One down closes. */
async function expectSwipes(page: Page): Promise<void> {
  await thumbnails(page).first().tap()
  await expect(box(page).getByText('Picture 1 of 6')).toBeVisible()
  const finger = await page.context().newCDPSession(page)
  // The finger rests before it is lifted, because browsers do not count a tap that stops a fling.
  const swipe = async (to: { x: number; y: number }, from = { x: 200, y: 300 }) => {
    const began = Date.now() / 1000
    const touches = [
      ['touchStart', [from], 0],
      ['touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }], 0.1],
      ['touchMove', [to], 0.2],
      ['touchMove', [to], 1.2],
      ['touchEnd', [], 1.2],
    ] as const
    for (const [type, points, later] of touches) {
      const touch = { type, touchPoints: [...points], timestamp: began + later }
      await finger.send('Input.dispatchTouchEvent', touch)
    }
  }
  await swipe({ x: 60, y: 305 })
  await expect(box(page).getByText('Picture 2 of 6')).toBeVisible()
  await swipe({ x: 320, y: 295 })
  await expect(box(page).getByText('Picture 1 of 6')).toBeVisible()
  // The swipe starts on the arrow and must not press it.
  const arrow = await button(page, 'Next').boundingBox()
  const onArrow = { x: 320, y: (arrow?.y ?? 0) + 24 }
  expect(arrow && onArrow.x > arrow.x && onArrow.x < arrow.x + arrow.width).toBe(true)
  await swipe({ x: 120, y: onArrow.y + 4 }, onArrow)
  await expect(box(page).getByText('Picture 2 of 6')).toBeVisible()
  await button(page, 'Previous').tap()
  await expect(box(page).getByText('Picture 1 of 6')).toBeVisible()
  await swipe({ x: 205, y: 330 })
  await expect(box(page).getByText('Picture 1 of 6')).toBeVisible()
  await swipe({ x: 205, y: 520 })
  await expect(box(page)).toHaveCount(0)
  await expect(page).toHaveURL('/user')
}

test.describe('with mouse and touch', () => {
  test.use({ hasTouch: true })

  // The keys are tested in post-actions.test.tsx.
  test('pictures load in the right size and can be enlarged and swiped', async ({ page, server }) => {
    const fixture = await createPictureFeed(server)
    await openFeed(page, fixture)
    const image = postSaying(page, 'One picture').getByRole('img', { name: 'Four coloured squares of cloth' })
    await scrollIntoView(image)
    await expect.poll(() => shapeOf(image)).toBeCloseTo(4 / 5, 1)
    const { data } = await (await fixture.reader.api.get('/api/post/user/post/feed')).json()
    // The previous and next pictures are loaded in advance.
    const wanted: string[] = [2, 4].map((at) => data.content[0].postImageDTO[at].postImage)
    await thumbnails(page).nth(3).click()
    // One that is not larger than its tile was loaded by the tile.
    const loaded = async () => {
      const names = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      )
      return wanted.filter((path) => names.some((name) => name.endsWith(path)))
    }
    await expect.poll(loaded).toEqual(wanted)
    await expect(box(page).getByText('Picture 4 of 6')).toBeVisible()
    await closeByBack(page)
    await untilSettled(page, '/user')
    await expect(thumbnails(page).nth(3)).toBeFocused()

    const shown = page.getByRole('article').getByRole('img', { name: /^Picture by/ })
    const open = async (caption: string) => {
      await postSaying(page, caption).locator('a:has(time)').click()
      await expect(onComments(page).field).toBeVisible()
      await expect(shown).toBeVisible()
    }
    // A tiny picture is at most doubled, a wide one keeps its shape.
    await open('60 by 40')
    await expect.poll(() => shown.boundingBox()).toMatchObject({ width: 120, height: 80 })
    await page.goBack()
    await open('1200 by 400')
    await expect.poll(() => shapeOf(shown)).toBeCloseTo(3, 1)
    await page.goBack()
    await thumbnails(page).nth(1).click()
    await expectAccessibleScreen(page, 'large', () =>
      expect(box(page).getByText('Picture 2 of 6')).toBeVisible(),
    )
    await button(page, 'Zoom in').click()
    const enlarged = box(page).getByRole('region', { name: 'The picture, enlarged' })
    await expect(enlarged).toBeVisible()
    await expectAccessibleState(page)
    await button(page, 'Zoom out').click()
    await expect(enlarged).toHaveCount(0)
    const enlargeable = box(page).getByRole('img', { name: 'Four coloured squares of cloth' })
    await enlargeable.click()
    await expect(enlargeable).toBeVisible()
    // The screen is even higher than the picture, so this is above it.
    await enlargeable.click({ position: { x: 160, y: 20 } })
    await expect(box(page)).toHaveCount(0)
    await untilSettled(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await test.step('under a finger', () => expectSwipes(page))
  })
})
