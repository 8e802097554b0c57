import { expect, expectAccessibleState } from '../support/fixtures.ts'
import {
  choose,
  composer,
  drawn,
  expectOnTop,
  expectSize,
  filmed,
  give,
  inFeed,
  openComposer,
  picture,
  posts,
  turned,
  uploads,
} from '../support/in-composer.ts'
import { quarters } from '../support/pictures.ts'
import { answer, delayResponses, expectInsideViewport, test } from '../support/visit.ts'

test('a post with a picture is written by keyboard alone', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, post, photo, target, tiles, progress, button } = composer(page)
  await page.keyboard.press('n')
  await expect(text).toBeFocused()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Enter')
  await page.keyboard.type('n is only a letter here')
  // It comes with the groups of the member, and stands between the text and the buttons.
  await expect(target).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(photo).toBeFocused()
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles([picture('a.png', quarters(90, 60))])
  await expect(tiles).toHaveCount(1)
  await expect(photo).toBeFocused()
  await expect(progress).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(tiles.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Four colours')
  await page.keyboard.press('Enter')
  await expect(button('Described this picture: a.png')).toBeFocused()
  await expect(post).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(inFeed(page, 'n is only a letter here')).toHaveCount(1)
  await expect(page.getByRole('article').first().getByRole('img', { name: 'Four colours' })).toBeVisible()
  await expect(composer(page).card).toBeFocused()
  await expect(composer(page).card).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.type('Again')
  await page.keyboard.press('Control+Enter')
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  await expect(inFeed(page, 'Again')).toHaveCount(1)
})

test('Post waits for pictures and videos, and goes by itself', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, photo, video, post, progress, tiles, status, button } = composer(page)
  const delayed = await delayResponses(page, uploads)
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/upload')) bodies.push(request.postData() ?? '')
  })
  await choose(photo, picture('wide.png', quarters(2400, 1200)), picture('small.png', quarters(300, 200)))
  await expect(progress).toHaveCount(2)
  await expect(status).toHaveText('Write a few words to post this.')
  await text.fill('Two of them')
  await button('Describe this picture: wide.png').click()
  await tiles.nth(0).getByRole('textbox').fill('A wide cloth')
  const sent = page.waitForRequest(posts)
  await post.click()
  await expect(status).toHaveText('Waiting for 2 files…')
  await expect(text).not.toBeEditable()
  await button('Cancel').click()
  await expect(status).toHaveText('')
  await post.click()
  await expect(status).toHaveText('Waiting for 2 files…')
  delayed.release()
  const { postImageDTO } = (await sent).postDataJSON()
  expect(postImageDTO).toEqual([
    { postImage: expect.any(String), thumbnail: expect.any(String), alt: 'A wide cloth' },
    { postImage: expect.any(String), thumbnail: expect.any(String), alt: null },
  ])
  const names = bodies.map((body) => /name="file"; filename="([^"]+)"/.exec(body)?.[1])
  expect(names.toSorted()).toEqual(['small.png', 'wide.webp'])
  await expect(tiles).toHaveCount(0)
  await expectOnTop(page, 'Two of them')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(2)

  const again = await delayResponses(page, uploads)
  await choose(photo, picture('a.png', quarters(90, 60)), picture('b.png', quarters(90, 60)))
  await button('Cancel the upload of a.png').click()
  await expect(tiles).toHaveCount(1)
  await expect(button('Cancel the upload of b.png')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tiles).toHaveCount(0)
  await expect(text).toBeFocused()
  again.release()
  await text.fill('Without')
  const without = page.waitForRequest(posts)
  await post.click()
  expect((await without).postDataJSON()).toMatchObject({ postImageDTO: [] })
  await expect(inFeed(page, 'Without')).toHaveCount(1)

  const buffer = await filmed(page)
  await page.route(uploads, (route) => route.fallback())
  const film = page.waitForRequest(uploads)
  await choose(video, { name: 'dance.webm', mimeType: 'video/webm', buffer })
  const body = (await film).postDataBuffer()?.toString('latin1') ?? ''
  expect(body).toMatch(/name="file"; filename="dance.webm"/)
  expect(body).toMatch(/name="poster"; filename="dance.webp"\r\nContent-Type: image\/webp/)
  await expect(progress).toHaveCount(0)
  await expectSize(tiles.getByRole('img'), { width: 320, height: 180 })
  await text.fill('The dance')
  const posted = page.waitForRequest(posts)
  await post.click()
  expect((await posted).postDataJSON().postImageDTO).toEqual([
    { postImage: expect.any(String), thumbnail: expect.any(String), alt: null },
  ])
  await expectOnTop(page, 'The dance')
  await expect(page.getByRole('article').first().locator('video')).toHaveAttribute('poster', /.+/)
})

test('pictures come by drop and paste, smaller and upright or rejected', async ({ page, server }) => {
  await openComposer(page, server)
  const { card, text, photo, tiles, progress, rejected } = composer(page)
  const gif = 'GIF89a\u0001\0\u0001\0\0\0\0;'
  await give(card, 'dragenter', [{ name: 'a.gif', type: 'image/gif', text: gif }])
  await expect(card.getByText('Drop pictures and videos here')).toBeVisible()
  const bytes = [...(await drawn(page, 40, 30, 'image/png'))]
  await give(card, 'drop', [{ name: 'dropped.png', type: 'image/png', bytes }])
  await expect(card.getByText('Drop pictures and videos here')).toHaveCount(0)
  await expect(tiles).toHaveCount(1)
  await give(text, 'paste', [{ name: 'pasted.png', type: 'image/png', bytes }])
  await expect(tiles).toHaveCount(2)
  await expect(progress).toHaveCount(0)
  await expect(tiles.getByRole('alert')).toHaveCount(0)
  const lying = turned(await drawn(page, 2000, 1000, 'image/jpeg'))
  await choose(photo, { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: lying })
  await expect(tiles).toHaveCount(3)
  await expect(progress).toHaveCount(0)
  await expectSize(tiles.nth(2).getByRole('img'), { width: 800, height: 1600 })
  // What cannot be made smaller is said beside its name, and no part of the post.
  await give(card, 'drop', [
    { name: 'huge.png', type: 'image/png', bytes: 10_000_001 },
    { name: 'phone.heic', type: 'image/heic', bytes: 900 },
  ])
  const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.'
  await expect(rejected.filter({ hasText: 'huge.png A picture may have at most 10 MB.' })).toHaveCount(1)
  await expect(rejected.filter({ hasText: `phone.heic ${kinds} Save it as JPEG first.` })).toHaveCount(1)
  await expect(tiles).toHaveCount(3)
  await text.fill('Three of them')
  await text.press('Control+Enter')
  await expectOnTop(page, 'Three of them')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(3)
  await expect(rejected).toHaveCount(0)
})

test('a file that does not get through can be sent again, or left out', async ({ page, server, context }) => {
  await openComposer(page, server)
  const { card, text, photo, post, place, placeField, tiles, rejected, status, progress, button } =
    composer(page)
  const busy = answer(503, { error: ['Many files are being uploaded.'], message: 'x', code: 'BUSY' })
  await page.route(uploads, busy)
  let isPosted = false
  page.on('request', (request) => {
    isPosted ||= request.method() === 'POST' && request.url().endsWith('/create')
  })
  await text.fill('With a picture')
  await choose(photo, picture('a.png', quarters(90, 60)))
  await expect(tiles.getByText('Many files are being uploaded.')).toBeVisible()
  await expect(status).toHaveText('Retry or remove the files that did not arrive.')
  await post.click()
  await expect(button('Remove a.png')).toBeFocused()
  expect(isPosted).toBe(false)
  await page.unroute(uploads, busy)
  await button('Retry the upload of a.png').click()
  await expect(tiles.getByRole('alert')).toHaveCount(0)
  await expect(progress).toHaveCount(0)
  // Without a connection it is sent again as soon as there is one.
  await context.setOffline(true)
  await choose(photo, picture('b.png', quarters(90, 60)))
  await expect(tiles.getByText('No response from the server.')).toBeVisible()
  await context.setOffline(false)
  await expect(tiles.getByRole('alert')).toHaveCount(0)
  await expect(progress).toHaveCount(0)
  // A rejection that lasts offers no second try.
  await page.route(uploads, answer(400, { error: ['This picture is damaged.'], message: 'x' }))
  await choose(photo, picture('c.png', quarters(60, 90)))
  await expect(tiles.getByText('This picture is damaged.')).toBeVisible()
  await expect(button('Retry the upload of c.png')).toHaveCount(0)
  await expect(status).toHaveText('Remove the files that did not arrive.')
  await page.unroute(uploads)
  const delayed = await delayResponses(page, uploads)
  await choose(photo, picture('on-its-way.png', quarters(300, 200)))
  await expect(progress).toHaveCount(1)

  // All of this fits a narrow screen, also with a file that cannot be posted.
  await give(card, 'drop', [{ name: 'notes.txt', type: 'text/plain', text: 'words' }])
  await expect(rejected).toHaveCount(1)
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
  delayed.release()
  await expect(progress).toHaveCount(0)
  await button('Remove c.png').click()
  await post.click()
  await expectOnTop(page, 'First line')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(3)
})
