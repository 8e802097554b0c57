import { expect } from '../support/fixtures.ts'
import { hold } from '../support/entry.ts'
import {
  choose,
  composer,
  drawn,
  expectOnTop,
  expectPosted,
  filmed,
  give,
  inFeed,
  openComposer,
  picture,
  posts,
  sizeOf,
  turned,
  uploads,
} from '../support/in-composer.ts'
import { expectSnackbar, snackbars } from '../support/in-settings.ts'
import { quarters } from '../support/pictures.ts'
import { test } from '../support/own-origin.ts'
import { answer } from '../support/visit.ts'

test('a post of words is counted, and sent once on a slow line too', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, post, status, card, photo } = composer(page)
  await expect(post).toBeDisabled()
  // Counted from 4,500 on; what is too much is said, and not cut.
  await text.fill('ẹ'.repeat(4499))
  await expect(post).toBeEnabled()
  await expect(card.getByText(/of 5,000/)).toHaveCount(0)
  await text.fill('😀'.repeat(4500))
  await expect(card.getByText('4,500 of 5,000')).toBeVisible()
  await text.fill('a'.repeat(5001))
  await expect(card.getByText('Maximum 5000 characters allowed')).toBeVisible()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await expect(post).toBeDisabled()
  await expect(text).toHaveValue('a'.repeat(5001))
  await text.fill('The yams are in.\n'.repeat(90))
  const { height = 0 } = page.viewportSize() ?? {}
  expect((await text.boundingBox())?.height).toBeLessThanOrEqual(height / 2)
  await text.fill('The yams are in.\nCome and see.')
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/create')) count += 1
  })
  const held = await hold(page, posts)
  await post.click()
  await expect(status).toHaveText('Posting…')
  await expect(text).not.toBeEditable()
  await expect(photo).toBeDisabled()
  await text.press('Control+Enter')
  await post.press('Enter')
  held.release()
  await expect(page.locator('#live-polite')).toContainText('Posted')
  expect(count).toBe(1)
  await expect(text).toHaveValue('')
  await expect(status).toHaveText('')
  await expect(post).toBeDisabled()
  await expect(composer(page).card).toBeFocused()
  await expect(composer(page).card).toBeInViewport({ ratio: 1 })
  await expectPosted(page, 'The yams are in.')
})

test('a post with a picture is written by keyboard alone', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, post, photo, tiles, progress } = composer(page)
  await page.keyboard.press('n')
  await expect(text).toBeFocused()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Enter')
  await page.keyboard.type('n is only a letter here')
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
  await expect(tiles.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Four colours')
  await expect(post).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(inFeed(page, 'n is only a letter here')).toHaveCount(1)
  await expect(page.getByRole('article').first().getByRole('img', { name: 'Four colours' })).toBeVisible()
  await expect(composer(page).card).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.type('Again')
  await page.keyboard.press('Control+Enter')
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  await expect(inFeed(page, 'Again')).toHaveCount(1)
})

test('a post goes to a group of one’s own, with a place', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, post, place, placeField, target, button } = composer(page)
  await text.fill('Market day')
  await expect(target.getByRole('option')).toHaveText(['Followers', /.+/])
  const group = await target.getByRole('option').last().innerText()
  await target.selectOption(group)
  await place.click()
  await expect(placeField).toBeFocused()
  await button('Remove the place').click()
  await expect(placeField).toHaveCount(0)
  await expect(text).toBeFocused()
  await place.click()
  await page.keyboard.type('Jos')
  const sent = page.waitForRequest(posts)
  await post.click()
  expect((await sent).url()).toMatch(/\/api\/post\/group\/\d+\/create$/)
  expect((await sent).postDataJSON()).toEqual({ caption: 'Market day', location: 'Jos', postImageDTO: [] })
  await expect(target).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText('Jos')
  await expect(page.getByRole('article').first().getByRole('link', { name: group })).toBeVisible()
  await expectOnTop(page, 'Market day')
})

test('Post waits for pictures and videos, and goes by itself', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, photo, video, post, progress, tiles, status, button } = composer(page)
  const held = await hold(page, uploads)
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/upload')) bodies.push(request.postData() ?? '')
  })
  await choose(photo, picture('wide.png', quarters(2400, 1200)), picture('small.png', quarters(300, 200)))
  await expect(progress).toHaveCount(2)
  await expect(status).toHaveText('Write a few words to post this.')
  await text.fill('Two of them')
  await tiles.nth(0).getByRole('textbox').fill('A wide cloth')
  const sent = page.waitForRequest(posts)
  await post.click()
  await expect(status).toHaveText('Waiting for 2 files…')
  await expect(text).not.toBeEditable()
  await button('Cancel').click()
  await expect(status).toHaveText('')
  await post.click()
  await expect(status).toHaveText('Waiting for 2 files…')
  held.release()
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

  const again = await hold(page, uploads)
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
  expect(await sizeOf(tiles.getByRole('img'))).toEqual({ width: 320, height: 180 })
  await text.fill('The dance')
  const posted = page.waitForRequest(posts)
  await post.click()
  expect((await posted).postDataJSON().postImageDTO).toEqual([
    { postImage: expect.any(String), thumbnail: expect.any(String), alt: null },
  ])
  await expectOnTop(page, 'The dance')
  await expect(page.getByRole('article').first().locator('video')).toHaveAttribute('poster', /.+/)
})

test('what cannot be posted is said beside its name before anything is sent', async ({ page, server }) => {
  await openComposer(page, server)
  const { card, text, photo, post, tiles, refused, progress, button } = composer(page)
  const eleven = Array.from({ length: 11 }, (_, at) => picture(`${at}.png`, quarters(40, 30)))
  const held = await hold(page, uploads)
  await choose(photo, ...eleven)
  await expect(tiles).toHaveCount(10)
  await expect(refused).toHaveText(['10.png A post holds at most 10 pictures and videos.'])
  await button('Leave out 10.png').click()
  await expect(refused).toHaveCount(0)
  for (const { name } of eleven.slice(0, 10)) await button(`Cancel the upload of ${name}`).click()
  const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.'
  await give(card, 'drop', [{ name: 'notes.txt', type: 'text/plain', text: 'words' }])
  await expect(refused).toHaveText([`notes.txt ${kinds}`])
  await give(card, 'drop', [
    { name: 'huge.png', type: 'image/png', bytes: 10_000_001 },
    { name: 'phone.heic', type: 'image/heic', bytes: 900 },
  ])
  const late = refused.filter({ hasText: /huge|phone/ })
  await expect(late.filter({ hasText: 'huge.png A picture may have at most 10 MB.' })).toHaveCount(1)
  await expect(late.filter({ hasText: `phone.heic ${kinds} Save it as JPEG first.` })).toHaveCount(1)
  await expect(tiles).toHaveCount(0)
  await expect(progress).toHaveCount(0)
  held.release()
  // None of them was ever part of the post.
  await text.fill('Words alone')
  await post.click()
  await expect(text).toHaveValue('')
  await expect(refused).toHaveCount(0)
  await expectOnTop(page, 'Words alone')
})

test('pictures are taken by drop and paste, and made smaller and upright', async ({ page, server }) => {
  await openComposer(page, server)
  const { card, text, photo, tiles, progress } = composer(page)
  const gif = 'GIF89a\u0001\0\u0001\0\0\0\0;'
  await give(card, 'dragenter', [{ name: 'a.gif', type: 'image/gif', text: gif }])
  await expect(card.getByText('Drop pictures and videos here')).toBeVisible()
  const [chosen] = [await drawn(page, 40, 30, 'image/png')]
  await card.evaluate(
    (element, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    [...chosen],
  )
  await expect(card.getByText('Drop pictures and videos here')).toHaveCount(0)
  await expect(tiles).toHaveCount(1)
  await text.evaluate(
    (element, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    },
    [...chosen],
  )
  await expect(tiles).toHaveCount(2)
  await expect(progress).toHaveCount(0)
  await expect(tiles.getByRole('alert')).toHaveCount(0)
  const lying = turned(await drawn(page, 2000, 1000, 'image/jpeg'))
  await choose(photo, { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: lying })
  await expect(tiles).toHaveCount(3)
  await expect(progress).toHaveCount(0)
  expect(await sizeOf(tiles.nth(2).getByRole('img'))).toEqual({ width: 800, height: 1600 })
})

test('a file that does not get through can be sent again, or left out', async ({ page, server }) => {
  await openComposer(page, server)
  const { text, photo, post, tiles, status, progress, button } = composer(page)
  const refuse = answer(503, { error: ['Many files are being uploaded.'], message: 'x', code: 'BUSY' })
  await page.route(uploads, refuse)
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
  await page.unroute(uploads, refuse)
  await button('Retry the upload of a.png').click()
  await expect(tiles.getByRole('alert')).toHaveCount(0)
  await expect(progress).toHaveCount(0)
  await post.click()
  await expect(inFeed(page, 'With a picture').getByRole('img')).toHaveCount(1)
  await expect(text).toHaveValue('')

  // A refusal that lasts offers no second try; without the file the post goes.
  await page.route(uploads, answer(400, { error: ['This picture is damaged.'], message: 'x' }))
  await text.fill('Without it')
  await choose(photo, picture('b.png', quarters(60, 90)))
  await expect(tiles.getByText('This picture is damaged.')).toBeVisible()
  await expect(button('Retry the upload of b.png')).toHaveCount(0)
  await post.click()
  await expect(status).toHaveText('Remove the files that did not arrive.')
  await expect(button('Remove b.png')).toBeFocused()
  await button('Remove b.png').click()
  await post.click()
  await expect(inFeed(page, 'Without it')).toHaveCount(1)
})

test('a fault, a lost answer and no line keep a post, which is sent once', async ({
  page,
  server,
  context,
}) => {
  await openComposer(page, server)
  const { text, photo, post, place, placeField, tiles, progress } = composer(page)
  const fault = answer(500, { error: ['An unexpected error occurred'], message: 'x', code: 'INTERNAL' })
  await page.route(posts, fault)
  await text.fill('Stubborn words')
  await place.click()
  await placeField.fill('Kano')
  await choose(photo, picture('a.png', quarters(90, 60)))
  await expect(progress).toHaveCount(0)
  await post.click()
  await expectSnackbar(page, 'An unexpected error occurred')
  await expect(text).toHaveValue('Stubborn words')
  await expect(placeField).toHaveValue('Kano')
  await expect(tiles).toHaveCount(1)
  await page.unroute(posts, fault)
  await post.click()
  await expect(snackbars(page).getByText('An unexpected error occurred')).toHaveCount(0)
  await expect(inFeed(page, 'Stubborn words')).toHaveCount(1)
  await expect(text).toHaveValue('')

  // It is one post when the answer was lost and Post is pressed again.
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/create')) keys.push(request.headers()['idempotency-key'])
  })
  const lose = async (route: Parameters<Parameters<typeof page.route>[1]>[0]) => {
    expect((await route.fetch()).status()).toBe(200)
    await route.abort()
  }
  await page.route(posts, lose)
  await text.fill('Only once')
  await post.click()
  await expectSnackbar(page, 'No response from the server. Please check your network connection.')
  await expect(text).toHaveValue('Only once')
  await page.unroute(posts, lose)
  // Also by one who has come back to the draft later.
  await page.reload()
  await expect(text).toHaveValue('Only once')
  await post.click()
  await expect(text).toHaveValue('')
  await expectPosted(page, 'Only once')
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)

  // Files go again by themselves once the line is back.
  // The part that prepares files comes with the first one.
  await choose(photo, picture('a.png', quarters(90, 60)))
  await expect(progress).toHaveCount(0)
  await text.fill('From the tunnel')
  await context.setOffline(true)
  await post.click()
  await expectSnackbar(page, 'You are offline. What you wrote is kept here.')
  await choose(photo, picture('b.png', quarters(90, 60)))
  await expect(tiles.getByText('No response from the server.')).toBeVisible()
  await context.setOffline(false)
  await expect(tiles.getByRole('alert')).toHaveCount(0)
  await expect(progress).toHaveCount(0)
  await post.click()
  await expectOnTop(page, 'From the tunnel')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(2)
})
