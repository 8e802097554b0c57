import type { Locator, Page } from '@playwright/test'
import { startServer } from '@rootsquare/api/test/server'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog, expectSnackbar, holdBack, openSettings, row, snackbars } from '../support/in-settings.ts'
import { blue, green, noise, quarters, red, yellow } from '../support/pictures.ts'
import { answer, expectAccessibleScreen, pastTheEdge, test } from '../support/visit.ts'

const uploads = '**/api/media/upload'
const saves = '**/api/user/update/*'
const failed = 'Image upload failed'

function pictureForm(page: Page, name: 'avatar' | 'header picture') {
  const form = dialog(page, 'Update Profile')
  return {
    form,
    choose: form.getByRole('button', { name: `Choose ${name}` }),
    remove: form.getByRole('button', { name: `Remove ${name}` }),
    undo: form.getByRole('button', { name: `Undo the change of your ${name}` }),
    retry: form.getByRole('button', { name: `Retry the upload of your ${name}` }),
    progress: form.getByRole('progressbar', { name: `Uploading your ${name}` }),
    image: form.getByRole('img', { name: `Your ${name}` }),
    update: form.getByRole('button', { name: 'Update' }),
  }
}

function cropper(page: Page) {
  const crop = page.getByRole('dialog', { name: /^Crop your/ })
  return {
    crop,
    stage: crop.getByRole('button', { name: 'Picture to move' }),
    zoom: crop.getByRole('slider', { name: 'Zoom' }),
    use: crop.getByRole('button', { name: 'Use picture' }),
    tool: (name: string) => crop.getByRole('button', { name }),
  }
}

async function choose(
  page: Page,
  button: Locator,
  buffer: Buffer,
  { name = 'a.png', mimeType = 'image/png' } = {},
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button.press('Enter')
  await (await choosing).setFiles({ name, mimeType, buffer })
}

/** Where it lies once the dialog has come to rest: a trial click waits for that. */
async function restingBox(stage: Locator) {
  await stage.click({ trial: true })
  const box = await stage.boundingBox()
  if (box === null) throw new Error('the stage has no box')
  return box
}

/** The size, and the colours near the four corners, as one reads. */
function lookAt(image: Locator) {
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const { naturalWidth: width, naturalHeight: height } = element
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d')
    pen?.drawImage(element, 0, 0)
    const at = (x: number, y: number) => [...(pen?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3)
    const corners = [at(4, 4), at(width - 5, 4), at(4, height - 5), at(width - 5, height - 5)]
    return { width, height, corners }
  })
}

/** A lossy format keeps a colour only nearly. */
async function expectPicture(
  image: Locator,
  size: { width: number; height: number },
  colours: readonly (readonly number[])[],
): Promise<void> {
  await expect(async () => {
    const { corners, ...seen } = await lookAt(image)
    expect(seen).toEqual(size)
    const off = corners.map((corner, index) =>
      Math.max(...corner.map((value, channel) => Math.abs(value - (colours[index]?.[channel] ?? 0)))),
    )
    expect(Math.max(...off), JSON.stringify(corners)).toBeLessThan(30)
  }).toPass()
}

async function save(page: Page, update: Locator): Promise<void> {
  await update.click()
  await expectSnackbar(page, 'Profile updated successfully')
}

test('an avatar is cropped and saved by keyboard alone, a header by mouse', async ({ page, server }) => {
  await openSettings(page, server, 'preye.eb')
  await row(page, 'Update Profile').press('Enter')
  const avatar = pictureForm(page, 'avatar')
  const header = pictureForm(page, 'header picture')
  const { stage, use, zoom, crop } = cropper(page)
  await choose(page, avatar.choose, quarters(900, 600))
  await expect(stage).toBeFocused()
  for (let times = 0; times < 16; times += 1) await page.keyboard.press('+')
  await expect(zoom).toHaveAttribute('aria-valuetext', '800 %')
  for (let times = 0; times < 13; times += 1) {
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
  }
  for (let times = 0; times < 9; times += 1) await page.keyboard.press('Tab')
  await expect(use).toBeFocused()
  // Passed on as it is; without a look on the way the body of a file upload is not to be seen.
  await page.route(uploads, (route) => route.fallback())
  const sent = page.waitForRequest(uploads)
  await page.keyboard.press('Enter')
  await expect(crop).toHaveCount(0)
  await expect(avatar.choose).toBeFocused()
  const request = await sent
  expect(request.headers().authorization).toMatch(/^Bearer /)
  expect(request.postData()).toMatch(/name="upload_preset"\r\n\r\navatar\r\n/)
  expect(request.postData()).toMatch(/name="file"; filename="avatar.webp"\r\nContent-Type: image\/webp/)
  const everywhereYellow = [yellow, yellow, yellow, yellow]
  await expectPicture(avatar.image, { width: 512, height: 512 }, everywhereYellow)
  await avatar.update.focus()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Profile updated successfully')
  await expect(avatar.form).toHaveCount(0)
  await row(page, 'Update Profile').click()
  await expect(avatar.image).toHaveAttribute('src', /^(?!blob:).+/)
  await expectPicture(avatar.image, { width: 512, height: 512 }, everywhereYellow)

  const removing = page.waitForRequest(saves)
  await avatar.remove.click()
  await expect(avatar.image).toHaveCount(0)
  await save(page, avatar.update)
  expect((await removing).postDataJSON()).toEqual({ profileImage: null })

  // A header, dragged, zoomed with the wheel, and saved three times as wide as high.
  await page.unrouteAll()
  await expect(avatar.form).toHaveCount(0)
  await row(page, 'Update Profile').click()
  await choose(page, header.choose, quarters(900, 900))
  const box = await restingBox(stage)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y + box.height * 2, { steps: 4 })
  await page.mouse.up()
  await use.click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [red, green, red, green])

  await choose(page, header.choose, quarters(900, 900))
  const again = await restingBox(stage)
  await page.mouse.move(again.x + 10, again.y + again.height - 5)
  await page.mouse.wheel(0, -600)
  await expect(zoom).not.toHaveAttribute('aria-valuetext', '100 %')
  await use.click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [blue, blue, blue, blue])
  const saved = page.waitForRequest(saves)
  await save(page, header.update)
  expect(Object.keys((await saved).postDataJSON())).toEqual(['headerImage'])
  await page.reload()
  await row(page, 'Update Profile').click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [blue, blue, blue, blue])
})

test('buttons crop as a drag does, and 2 MB are too much', async ({ page, server }) => {
  await openSettings(page, server, 'osaze.e')
  await row(page, 'Update Profile').click()
  const avatar = pictureForm(page, 'avatar')
  const { tool, use, zoom, crop } = cropper(page)
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await choose(page, avatar.choose, quarters(60, 60))
    await expect(crop).toBeVisible()
    await close()
    await expect(crop).toHaveCount(0)
    await expect(avatar.form).toBeVisible()
    await expect(avatar.choose).toBeFocused()
    await expect(avatar.undo).toHaveCount(0)
  }
  await choose(page, avatar.choose, quarters(600, 600))
  await tool('Zoom in').click()
  await expect(zoom).toHaveAttribute('aria-valuetext', '115 %')
  await tool('Zoom out').click()
  await tool('Zoom out').click()
  await expect(zoom).toHaveAttribute('aria-valuetext', '100 %')
  await zoom.fill('2')
  for (const way of ['Move right', 'Move down']) {
    for (let times = 0; times < 15; times += 1) await tool(way).click()
  }
  await use.click()
  await expectPicture(avatar.image, { width: 512, height: 512 }, [red, red, red, red])
  await avatar.undo.click()
  await expect(avatar.undo).toHaveCount(0)

  // From 2,000,000 bytes on.
  const tooBig = 'Avatar size should be less than 2 MB!'
  let bytes = 2_000_000
  await page.exposeFunction('bytesToMake', () => bytes)
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = async (done) => {
      const size: number = await Reflect.get(window, 'bytesToMake')()
      done(new Blob([new Uint8Array(size)], { type: 'image/webp' }))
    }
  })
  let calls = 0
  await page.route(uploads, async (route) => {
    calls += 1
    await answer(400, { error: [tooBig], message: tooBig })(route)
  })
  await choose(page, avatar.choose, quarters(60, 60))
  await use.click()
  await expect(avatar.form.getByRole('alert')).toHaveText(tooBig)
  await expect(snackbars(page)).toHaveCount(0)
  await expect(avatar.retry).toHaveCount(0)
  expect(calls).toBe(0)

  bytes = 1_999_999
  await choose(page, avatar.choose, quarters(60, 60))
  await use.click()
  await expectSnackbar(page, failed)
  await expect(avatar.form.getByText(tooBig)).toBeVisible()
  expect(calls).toBe(1)
})

test('two fingers zoom, and what is no picture is refused before it is sent', async ({ browser, server }) => {
  // A page that is not held to the content policy: the recorder of traces fetches what failed once more, against it.
  const context = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await openSettings(page, server, 'osaze.e')
  await row(page, 'Update Profile').tap()
  const avatar = pictureForm(page, 'avatar')
  await choose(page, avatar.choose, quarters(600, 600))
  const { stage, zoom } = cropper(page)
  const box = await restingBox(stage)
  const y = box.y + box.height / 2
  const fingers = (apart: number) =>
    [-apart, apart].map((dx, id) => ({ x: box.x + box.width / 2 + dx, y, id }))
  const touch = await context.newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [40, 50, 60])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(zoom).toHaveAttribute('aria-valuetext', /^(1[5-9]\d|2\d\d) %$/)
  await page.keyboard.press('Escape')
  await expect(cropper(page).crop).toHaveCount(0)

  const input = avatar.form.getByLabel('File of your avatar')
  await expect(input).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp,image/gif,image/avif')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const kinds = 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'
  for (const [content, file, words] of [
    [drawing, {}, 'This file is not a picture that can be opened here.'],
    [drawing, { name: 'a.svg', mimeType: 'image/svg+xml' }, kinds],
    [Buffer.alloc(0), { name: 'b.png' }, 'This file is empty.'],
    [Buffer.from('%PDF-1.7'), { name: 'c.pdf', mimeType: 'application/pdf' }, kinds],
  ] as const) {
    await choose(page, avatar.choose, content, file)
    await expect(avatar.form.getByRole('alert')).toHaveText(words)
    await expect(cropper(page).crop).toHaveCount(0)
  }
  await expect(snackbars(page)).toHaveCount(0)
  await expect(avatar.undo).toHaveCount(0)
  await context.close()
})

test('an upload that fails says why and saves nothing, and Retry goes again', async ({ page, server }) => {
  await openSettings(page, server, 'oyiza.s')
  await row(page, 'Update Profile').click()
  const header = pictureForm(page, 'header picture')
  const saved: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user/update/')) saved.push(request.postDataJSON())
  })
  await page.route(uploads, answer(503, { error: ['The store is full'], message: '' }))
  await choose(page, header.choose, quarters(90, 30))
  await cropper(page).use.click()
  await expectSnackbar(page, failed)
  await expect(header.form.getByText('The store is full')).toBeVisible()
  await expect(header.image).toBeVisible()
  await header.form.getByLabel('First name').fill('Oyizamaria')
  await header.update.click()
  await expect(header.update).not.toHaveAttribute('aria-disabled', 'true')
  await expect(snackbars(page).getByText(failed)).toHaveCount(1)
  expect(saved).toEqual([])

  await page.unrouteAll()
  await page.route(uploads, (route) => route.abort('connectionfailed'))
  await header.retry.click()
  await expect(header.form.getByText(/^No response from the server\./)).toBeVisible()
  await page.unrouteAll()
  const slow = holdBack()
  await page.route(uploads, slow.hold)
  await header.retry.click()
  await expect(header.progress).toBeVisible()
  slow.letGo()
  await expect(header.progress).toHaveCount(0)
  await expect(header.retry).toHaveCount(0)
  await save(page, header.update)
  expect(saved).toEqual([{ firstname: 'Oyizamaria', headerImage: expect.any(String) }])

  // One that comes while saving waits ends the waiting.
  await row(page, 'Update Profile').click()
  const late = holdBack()
  await page.route(uploads, answer(500, { error: ['Broken'], message: '' }))
  await page.route(uploads, late.hold)
  await header.form.getByLabel('First name').fill('Oyiza')
  await choose(page, header.choose, quarters(90, 30))
  await cropper(page).use.click()
  await header.update.click()
  await expect(header.update).toHaveAttribute('aria-disabled', 'true')
  late.letGo()
  await expectSnackbar(page, failed)
  await expect(snackbars(page).getByText(failed)).toHaveCount(1)
  await expect(header.update).not.toHaveAttribute('aria-disabled', 'true')
  await expect(header.form.getByLabel('First name')).toHaveValue('Oyiza')
  await expect(header.retry).toBeVisible()
})

test('a picture used twice goes up once, and one let go of never does', async ({ page, server }) => {
  await openSettings(page, server, 'oyiza.s')
  await row(page, 'Update Profile').click()
  const avatar = pictureForm(page, 'avatar')
  let sent = 0
  await page.route(uploads, (route) => {
    sent += 1
    return route.continue()
  })
  await page.evaluate(() => {
    const encode = HTMLCanvasElement.prototype.toBlob
    HTMLCanvasElement.prototype.toBlob = function toBlob(...rest) {
      addEventListener('encode', () => encode.apply(this, rest), { once: true })
    }
  })
  const encode = () => page.evaluate(() => dispatchEvent(new Event('encode')))
  await choose(page, avatar.choose, quarters(60, 60))
  await cropper(page).use.click()
  await expect(cropper(page).use).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(cropper(page).crop).toHaveCount(0)
  await encode()
  await expect(avatar.choose).toBeFocused()
  await expect(avatar.undo).toHaveCount(0)

  await choose(page, avatar.choose, quarters(60, 60))
  await cropper(page).use.dblclick()
  await encode()
  await expect(avatar.undo).toBeVisible()
  await expect(avatar.progress).toHaveCount(0)
  expect(sent).toBe(1)

  // A member suspended in between is told why at sign-in.
  await choose(page, avatar.choose, noise(60))
  const message = 'This account is suspended.'
  await page.route(uploads, answer(403, { error: [message], message, code: 'ACCOUNT_SUSPENDED' }))
  await cropper(page).use.click()
  await encode()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('region', { name: 'Sign In' })).toContainText(message)
})

test('a ring shows how far an upload is, and saving waits for it', async ({ page, server }) => {
  await openSettings(page, server, 'oyiza.s')
  await row(page, 'Update Profile').click()
  const avatar = pictureForm(page, 'avatar')
  await choose(page, avatar.choose, noise(60))
  // A slow line: a part of it has gone up, and the rest goes when the test says so.
  await page.evaluate(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function sendSlowly(body) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 40, total: 100 }))
      addEventListener('send', () => send.call(this, body), { once: true })
    }
  })
  let hasSaved = false
  page.on('request', (request) => {
    if (request.url().includes('/user/update/')) hasSaved = true
  })
  await cropper(page).use.click()
  await expect(avatar.progress).toHaveAttribute('value', '40')
  await avatar.update.click()
  await expect(avatar.update).toHaveAttribute('aria-disabled', 'true')
  for (const deed of [avatar.choose, avatar.remove, avatar.undo]) await expect(deed).toBeDisabled()
  expect(hasSaved).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('send')))
  await expectSnackbar(page, 'Profile updated successfully')
  expect(hasSaved).toBe(true)
  await row(page, 'Update Profile').click()
  await expect(avatar.image).toBeVisible()
})

test('to an image host the file goes with its preset, and never with our token', async ({ browser }) => {
  const host = 'https://api.cloudinary.com/v1_1/square/image/upload'
  const address = 'https://res.cloudinary.com/square/image/upload/v1/one.webp'
  const settings = { CLOUDINARY_UPLOAD_URL: host, CLOUDINARY_PRESET: 'members' }
  const server = await startServer({ settings })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.route(address, (route) => route.fulfill({ body: quarters(8, 8), contentType: 'image/png' }))
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(host, (route) => route.fulfill({ headers, json: { secure_url: address } }))
  await openSettings(page, server, 'osaze.e')
  await row(page, 'Update Profile').click()
  const avatar = pictureForm(page, 'avatar')
  await choose(page, avatar.choose, quarters(60, 60))
  const sent = page.waitForRequest(host)
  await cropper(page).use.click()
  const request = await sent
  expect(request.headers().authorization).toBeUndefined()
  expect(request.postData()).toMatch(/name="upload_preset"\r\n\r\nmembers\r\n/)
  await save(page, avatar.update)
  await row(page, 'Update Profile').click()
  await expect(avatar.image).toHaveAttribute('src', address)

  await page.unroute(host)
  const refusal = { error: { message: 'Upload preset not found' } }
  await page.route(host, (route) => route.fulfill({ status: 401, headers, json: refusal }))
  await choose(page, avatar.choose, quarters(60, 60))
  await cropper(page).use.click()
  await expect(avatar.form.getByText('Upload preset not found')).toBeVisible()
  await expect(page).toHaveURL('/settings')
  await context.close()
  await server.stop()
})

test('how cropping looks', async ({ page, server }) => {
  await openSettings(page, server, 'osaze.e')
  await row(page, 'Update Profile').click()
  const slow = holdBack()
  await page.route(uploads, answer(500, { error: ['The store is full'], message: '' }))
  await page.route(uploads, slow.hold)
  const [avatar, header] = [pictureForm(page, 'avatar'), pictureForm(page, 'header picture')]
  await choose(page, avatar.choose, quarters(600, 400))
  await expectAccessibleScreen(page, 'cropping', () => expect(cropper(page).stage).toBeFocused())
  await cropper(page).use.click()
  await expect(avatar.progress).toBeVisible()
  await expectAccessibleState(page)
  slow.letGo()
  await expect(avatar.retry).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'failed, 320 px').toEqual([])
  await choose(page, header.choose, quarters(600, 400))
  await expect(cropper(page).stage).toBeFocused()
  expect(await pastTheEdge(page)).toEqual([])
  await cropper(page).use.click()
  await expect(header.retry).toBeVisible()
  expect(await pastTheEdge(page)).toEqual([])
})
