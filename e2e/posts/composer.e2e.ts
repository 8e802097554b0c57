import type { Page } from '@playwright/test'
import { expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import {
  composer,
  drawn,
  expectOnTop,
  expectSize,
  filmed,
  give,
  inFeed,
  openComposer,
  posts,
  turned,
  uploads,
} from '../support/in-composer.ts'
import { untilSettled } from '../support/in-settings.ts'
import { choose, picture, quarters } from '../support/pictures.ts'
import { answer, delayResponses, pressTo, test } from '../support/visit.ts'

/** A file that failed, one on its way and one that cannot be posted, a place and a long text. */
async function expectFitsNarrowScreen(page: Page): Promise<void> {
  const { card, text, photo, post, place, placeField, tiles, rejected, progress, button } = composer(page)
  await page.route(uploads, answer(400, { error: ['This picture is damaged.'], message: 'x' }), { times: 1 })
  await choose(photo, picture('c.png', quarters(60, 90)))
  await expect(tiles.getByText('This picture is damaged.')).toBeVisible()
  const delayed = await delayResponses(page, uploads)
  await choose(photo, picture('on-its-way.png', quarters(300, 200)))
  await expect(progress).toHaveCount(1)
  // A file that cannot be shrunk is reported beside its name and left out of the post.
  await give(card, 'drop', [{ name: 'huge.png', type: 'image/png', bytes: 10_000_001 }])
  await expect(rejected.filter({ hasText: 'huge.png A picture may have at most 10 MB.' })).toHaveCount(1)
  await place.click()
  await placeField.fill('Abẹ́òkúta, Ogun')
  await text.fill(`First line\n${'long '.repeat(40)}\n${'a'.repeat(4700)}`)
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(card.getByText(/of 5,000/)).toBeVisible()
  await expect.poll(async () => (await text.boundingBox())?.height).toBeLessThanOrEqual(400)
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  const small = () =>
    card.getByRole('button').evaluateAll((buttons) =>
      buttons
        .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
        .map(({ name }) => name),
    )
  await expect.poll(small).toEqual([])
  await delayed.release()
  await expect(progress).toHaveCount(0)
  await button('Remove c.png').click()
  await post.click()
  await expectOnTop(page, 'First line')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(1)
  await expect(rejected).toHaveCount(0)
  await expectInsideViewport(page, 'a text without a break in the feed')
}

test('a post with a picture is written by keyboard alone and fits a phone', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, post, photo, target, tiles, progress, button } = composer(page)
  await pressTo(text, 'n')
  await page.keyboard.type('Typed')
  await page.keyboard.press('Enter')
  await page.keyboard.type('n is only a letter here')
  // The picker loads with the groups of the member, and is between the text and the buttons.
  await expect(target).toBeVisible()
  await pressTo(photo, 'Tab', 'Tab')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles([picture('a.png', quarters(90, 60))])
  await expect(tiles).toHaveCount(1)
  await expect(photo).toBeFocused()
  await expect(progress).toHaveCount(0)
  await pressTo(tiles.getByRole('textbox'), 'Shift+Tab', 'Enter')
  await page.keyboard.type('Four colours')
  await pressTo(button('Described this picture: a.png'), 'Enter')
  await expect(post).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(inFeed(page, 'n is only a letter here')).toHaveCount(1)
  await expect(page.getByRole('article').first().getByRole('img', { name: 'Four colours' })).toBeVisible()
  await expect(composer(page).card).toBeFocused()
  await expect(composer(page).card).toBeInViewport({ ratio: 1 })
  await pressTo(text, 'Tab')
  await page.keyboard.type('Again')
  await page.keyboard.press('Control+Enter')
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  await expect(inFeed(page, 'Again')).toHaveCount(1)
  await test.step('all of it fits a narrow screen', () => expectFitsNarrowScreen(page))
})

// Failed, cancelled and waiting uploads are tested in composer-uploads.test.tsx, accepted files in composer-
// files.test.ts.
test('pictures are shrunk and turned upright, and a video plays in the feed', async ({ page, server }) => {
  await openComposer(page, server)
  const { card, text, photo, video, post, tiles, progress } = composer(page)
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/upload'))
      bodies.push(request.postDataBuffer()?.toString('latin1') ?? '')
  })
  // Only requests that pass a route have a body here.
  await page.route(uploads, (route) => route.fallback())
  const bytes = [...(await drawn(page, 40, 30, 'image/png'))]
  await give(card, 'dragenter', [{ name: 'dropped.png', type: 'image/png', bytes }])
  await expect(card.getByText('Drop pictures and videos here')).toBeVisible()
  await give(card, 'drop', [{ name: 'dropped.png', type: 'image/png', bytes }])
  await expect(card.getByText('Drop pictures and videos here')).toHaveCount(0)
  await give(text, 'paste', [{ name: 'pasted.png', type: 'image/png', bytes }])
  await expect(tiles).toHaveCount(2)
  const lying = turned(await drawn(page, 2000, 1000, 'image/jpeg'))
  await choose(photo, { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: lying })
  const film = { name: 'dance.webm', mimeType: 'video/webm', buffer: await filmed(page) }
  await choose(video, film)
  await expect(tiles).toHaveCount(4)
  await expect(progress).toHaveCount(0)
  await expectSize(tiles.nth(2).getByRole('img'), { width: 800, height: 1600 })
  await expectSize(tiles.nth(3).getByRole('img'), { width: 320, height: 180 })
  const names = bodies.map((body) => /name="file"; filename="([^"]+)"/.exec(body)?.[1])
  expect(names.toSorted()).toEqual(['dance.webm', 'dropped.png', 'pasted.png', 'phone.webp'])
  expect(bodies.join()).toMatch(/name="poster"; filename="dance.webp"\r\nContent-Type: image\/webp/)
  await text.fill('Four of them')
  const sent = page.waitForRequest(posts)
  await post.click()
  const medium = { postImage: expect.any(String), thumbnail: expect.any(String), alt: null }
  expect((await sent).postDataJSON().postImageDTO).toEqual([medium, medium, medium, medium])
  await expectOnTop(page, 'Four of them')

  await test.step('beside pictures the video opens in the large view', async () => {
    await inFeed(page, 'Four of them')
      .getByRole('button', { name: /^Video by/ })
      .click()
    const box = page.getByRole('dialog', { name: /^Pictures and videos by/ })
    await expect(box.getByText('Video 4 of 4')).toBeVisible()
    await expect(box.getByRole('button', { name: /^Play/ })).toBeVisible()
    await expectAccessibleState(page)
    await page.keyboard.press('ArrowLeft')
    await expect(box.getByText('Picture 3 of 4')).toBeVisible()
    await page.keyboard.press('Escape')
    await untilSettled(page)
  })
  await test.step('alone it waits for Play', async () => {
    await choose(video, film)
    await expect(progress).toHaveCount(0)
    await text.fill('The dance')
    await post.click()
    await expectOnTop(page, 'The dance')
    const alone = inFeed(page, 'The dance')
    const player = alone.locator('video')
    await expect(player).toHaveAttribute('poster', /.+/)
    expect(await player.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
    const play = alone.getByRole('button', { name: /^Play/ })
    await play.click()
    await expect(play).toHaveCount(0)
    await expect.poll(() => player.evaluate((element: HTMLVideoElement) => element.played.length)).toBe(1)
  })
})
