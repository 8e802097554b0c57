import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { openFeed, posts, postSaying, uploadPicture, worldOf, writeWith } from '../support/feed-world.ts'
import { filmed } from '../support/in-composer.ts'
import { writePost } from '../support/members.ts'
import { atRest, expectInsideViewport, scrollIntoView, test } from '../support/visit.ts'

test('a video waits for Play, and opens in the large view beside others', async ({ page, server }) => {
  const world = await worldOf(server, 0)
  const film = { name: 'a.webm', mimeType: 'video/webm', buffer: await filmed(page) }
  const { secure_url: picture, thumbnail_url: small } = await uploadPicture(world.writer, 640, 360)
  const upload = async () => {
    const multipart = { upload_preset: 'rootsquare', file: film }
    const reply = await world.writer.api.post('/api/media/upload', { multipart })
    expect(reply.ok(), await reply.text()).toBe(true)
    const { secure_url: address }: { secure_url: string } = await reply.json()
    return address
  }
  await writeWith(world.writer, 'Both', [
    { postImage: picture, thumbnail: small },
    { postImage: await upload() },
  ])
  await writeWith(world.writer, 'Alone', [{ postImage: await upload(), alt: 'A dance' }])
  const unbroken = `${'a'.repeat(400)} https://example.com/${'b'.repeat(300)} ${'👩🏾‍🌾'.repeat(60)}`
  await writePost(world.writer, unbroken)
  await openFeed(page, world)
  const alone = postSaying(page, 'Alone')
  const video = alone.locator('video')
  await expect(video).toHaveAttribute('preload', 'metadata')
  for (const name of ['controls', 'playsinline']) await expect(video).toHaveAttribute(name, '')
  await expect(video).not.toHaveAttribute('autoplay')
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  const play = alone.getByRole('button', { name: 'Play: A dance' })
  await play.click()
  await expect(play).toHaveCount(0)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.played.length)).toBe(1)
  await postSaying(page, 'Both').getByRole('button', { name: 'Video by Wálé Writer' }).click()
  const box = page.getByRole('dialog', { name: /^Pictures and videos by/ })
  await expect(box.getByText('Video 2 of 2')).toBeVisible()
  await expect(box.getByRole('button', { name: /^Play/ })).toBeVisible()
  await expectAccessibleState(page)
  await page.keyboard.press('ArrowLeft')
  await expect(box.getByText('Picture 1 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)

  // Text without a break stays inside a narrow screen.
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(postSaying(page, 'aaaa')).toBeAttached()
  await expect(postSaying(page, 'aaaa').locator('p', { hasText: 'aaaa' })).toHaveCSS(
    'white-space',
    /pre-wrap|preserve/,
  )
  await expectInsideViewport(page)
})

test('a very long feed draws only what is near, and saves every height', async ({ page, server }) => {
  const world = await worldOf(server, 10)
  // Up to two hundred all are drawn; here are twenty-one times the ten that there are.
  await page.route('**/api/post/user/post/feed?*', async (route) => {
    const { data }: { data: { content: { id: number }[] } } = await (await route.fetch()).json()
    const content = Array.from({ length: 210 }, (_, at) => {
      return { ...data.content[at % 10], id: 1_000_000 - at }
    })
    await route.fulfill({ json: { data: { ...data, content, nextCursor: null } } })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openFeed(page, world)
  await expect(posts(page)).toHaveCount(210)
  const far = page.locator('[role=feed] > article:not(:has(header))')
  const feed = page.getByRole('feed')
  const last = posts(page).nth(209)
  await scrollIntoView(last)
  await expect(last.locator('header')).toBeVisible()
  await expect(posts(page).first().locator('header')).toHaveCount(0)
  await expect(far).not.toHaveCount(0)
  const heightOf = () => feed.evaluate((element) => element.scrollHeight)
  const height = await atRest(page, heightOf)
  await expect(posts(page).first()).toHaveAccessibleName(/Reader|Writer/)
  await expect(posts(page).first()).toHaveAttribute('aria-posinset', '1')
  await posts(page).first().focus()
  await expect(posts(page).first().locator('header')).toBeVisible()
  await expect.poll(async () => Math.abs((await heightOf()) - height)).toBeLessThanOrEqual(20)
})
