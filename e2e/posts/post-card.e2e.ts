import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { posts, postSaying, uploadPicture, worldOf, writeWith } from '../support/feed-world.ts'
import type { World } from '../support/feed-world.ts'
import { filmed } from '../support/in-composer.ts'
import { writePost } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { enter, pastTheEdge } from '../support/visit.ts'

async function openFeed(page: Page, { reader }: World): Promise<void> {
  await enter(page, reader.token)
  await page.goto('/user')
  await posts(page).first().waitFor()
}

test('a post says who, when and where, its addresses are links, and it is folded', async ({
  page,
  server,
}) => {
  const world = await worldOf(server, 0)
  const { writer } = world
  const linked = 'Read https://example.com/a_(b), not javascript:alert(1)\n<b>plain</b> & "quoted"'
  const address = `https://example.com/${'long-way/'.repeat(30)}`
  const long = `${'Word after word. '.repeat(32)}${address} ${'And on it goes. '.repeat(40)}The end.`
  const unbroken = `${'a'.repeat(400)} https://example.com/${'b'.repeat(300)} ${'👩🏾‍🌾'.repeat(60)}`
  const { secure_url: postImage } = await uploadPicture(writer, 400, 300)
  const id = await writeWith(writer, 'First words', [{ postImage }])
  const changed = await writer.api.put(`/api/post/update/${id}`, { data: { caption: 'Better words' } })
  expect(changed.ok()).toBe(true)
  for (const caption of [linked, long, 'Short.\n'.repeat(8) + 'The end.', unbroken]) {
    await writePost(writer, caption)
  }
  await openFeed(page, world)

  const words = postSaying(page, 'Read https').getByText('Read https')
  expect(await words.evaluate((element) => element.textContent)).toBe(linked)
  const links = words.getByRole('link')
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['https://example.com/a_(b)'])
  for (const token of ['nofollow', 'noopener', 'ugc']) {
    await expect(links.first()).toHaveAttribute('rel', new RegExp(`\\b${token}\\b`))
  }
  await expect(words).toHaveCSS('white-space', /pre-wrap|preserve/)

  // A long one is folded until it is asked for, and a link on the fold is not cut.
  await expect(postSaying(page, 'Short.').getByRole('button', { name: 'Show more' })).toHaveCount(0)
  const folded = postSaying(page, 'Word after word.')
  const more = folded.getByRole('button', { name: 'Show more' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(folded).not.toContainText('The end.')
  await expect(folded.locator('a[href^="https://example.com"]')).toHaveCount(0)
  await more.press('Enter')
  await expect(folded).toContainText('The end.')
  await expect(folded.locator('a[href^="https://example.com"]')).toHaveAttribute('href', address)
  const less = folded.getByRole('button', { name: 'Show less' })
  await expect(less).toBeFocused()
  await less.press('Enter')
  await expect(folded).not.toContainText('The end.')

  // Words without a break, marks and long names stay inside.
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(postSaying(page, 'aaaa')).toBeAttached()
  await expect.poll(() => pastTheEdge(page)).toEqual([])

  const post = postSaying(page, 'Better words')
  await expect(post).toHaveAccessibleName(`Wálé Writer @${writer.username}`)
  await expect(post.getByText('Ìkòròdú, Lagos')).toBeVisible()
  await expect(post.getByText('edited', { exact: true })).toBeVisible()
  const time = post.locator('time')
  await expect(time).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
  await expect(time).toHaveAttribute('title', /\d{4} at \d\d:\d\d/)
  await expect(post.getByRole('link', { name: 'Wálé Writer' })).toHaveAttribute(
    'href',
    `/u/${writer.username}`,
  )
  await time.click()
  await expect(page).toHaveURL(`/post/${id}`)
})

test('a video waits to be asked, and opens in the large beside others', async ({ page, server }) => {
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
  await openFeed(page, world)
  const video = posts(page).first().locator('video')
  await expect(video).toHaveAttribute('preload', 'metadata')
  for (const name of ['controls', 'playsinline']) await expect(video).toHaveAttribute(name, '')
  await expect(video).not.toHaveAttribute('autoplay')
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  const play = posts(page).first().getByRole('button', { name: 'Play: A dance' })
  await play.click()
  await expect(play).toHaveCount(0)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.played.length)).toBe(1)
  await posts(page).nth(1).getByRole('button', { name: 'Video by Wálé Writer' }).click()
  const box = page.getByRole('dialog', { name: /^Pictures and videos by/ })
  await expect(box.getByText('Video 2 of 2')).toBeVisible()
  await expect(box.getByRole('button', { name: /^Play/ })).toBeVisible()
  await expectAccessibleState(page)
  await page.keyboard.press('ArrowLeft')
  await expect(box.getByText('Picture 1 of 2')).toBeVisible()
})

test('a very long feed draws only what is near, and keeps every place', async ({ page, server }) => {
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
  await last.scrollIntoViewIfNeeded()
  await expect(last.locator('header')).toBeVisible()
  await expect(posts(page).first().locator('header')).toHaveCount(0)
  await expect(far).not.toHaveCount(0)
  const height = await feed.evaluate((element) => element.scrollHeight)
  await expect(posts(page).first()).toHaveAccessibleName(/Reader|Writer/)
  await expect(posts(page).first()).toHaveAttribute('aria-posinset', '1')
  await posts(page).first().focus()
  await expect(posts(page).first().locator('header')).toBeVisible()
  expect(Math.abs((await feed.evaluate((element) => element.scrollHeight)) - height)).toBeLessThanOrEqual(20)
})
