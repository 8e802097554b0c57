import type { Locator, Page } from '@playwright/test'
import {
  expectAccessibleAndInside,
  expectAccessibleScreen,
  expectAccessibleState,
  expectInsideViewport,
} from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import {
  closeByBack,
  dialog,
  expectLayers,
  expectSnackbar,
  openSettings,
  row,
  untilSettled,
} from '../support/in-settings.ts'
import { blue, choose, green, picture, quarters, red, yellow } from '../support/pictures.ts'
import { answer, delayResponses, pressKeys, test } from '../support/visit.ts'

const uploads = '**/api/media/upload'
const saves = '**/api/user/update/*'

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

/** Where it lies once the dialog has come to rest: a trial click waits for that. */
async function restingBox(stage: Locator) {
  await stage.click({ trial: true })
  const box = await stage.boundingBox()
  if (box === null) throw new Error('the stage has no box')
  return box
}

/** The size, and the colours near the four corners, as one reads. */
function pixelsOf(image: Locator) {
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
    const { corners, ...seen } = await pixelsOf(image)
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

/** A touch screen beside mouse and keyboard. */
test.use({ hasTouch: true })

// Failed, waiting and rejected uploads are tested in uploads.test.tsx.
test('pictures are cropped by keyboard, by mouse and by touch, and saved', async ({ page, server }) => {
  await openSettings(page, server, 'preye.eb')
  await test.step('an avatar by keyboard alone', () => cropAvatarByKeys(page))
  await test.step('a header by mouse, by wheel and by buttons', () => cropHeaderByMouse(page))
  await test.step('two fingers zoom', () => zoomByFingers(page))
})

async function cropAvatarByKeys(page: Page): Promise<void> {
  await row(page, 'Update Profile').press('Enter')
  const avatar = pictureForm(page, 'avatar')
  const { stage, use, zoom, crop } = cropper(page)
  await choose(avatar.choose, picture('a.png', quarters(900, 600)))
  await expect(stage).toBeFocused()
  for (let times = 0; times < 16; times += 1) await page.keyboard.press('+')
  await expect(zoom).toHaveAttribute('aria-valuetext', '800 %')
  for (let times = 0; times < 13; times += 1) {
    await pressKeys(page, 'ArrowLeft', 'ArrowUp')
  }
  for (let times = 0; times < 9; times += 1) await page.keyboard.press('Tab')
  await expect(use).toBeFocused()
  // The request passes unchanged. Only a route can see the body of a file upload.
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
  await avatar.update.press('Enter')
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
  await page.unrouteAll()
  await untilSettled(page)
}

async function cropHeaderByMouse(page: Page): Promise<void> {
  await row(page, 'Update Profile').click()
  const header = pictureForm(page, 'header picture')
  const { stage, use, zoom, tool } = cropper(page)
  await choose(header.choose, picture('a.png', quarters(900, 900)))
  const box = await restingBox(stage)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y + box.height * 2, { steps: 4 })
  await page.mouse.up()
  await use.click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [red, green, red, green])

  await choose(header.choose, picture('a.png', quarters(900, 900)))
  const again = await restingBox(stage)
  await page.mouse.move(again.x + 10, again.y + again.height - 5)
  await page.mouse.wheel(0, -600)
  await expect(zoom).not.toHaveAttribute('aria-valuetext', '100 %')
  await use.click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [blue, blue, blue, blue])

  await choose(header.choose, picture('a.png', quarters(900, 900)))
  await tool('Zoom in').click()
  await expect(zoom).toHaveAttribute('aria-valuetext', '115 %')
  await tool('Zoom out').click()
  await tool('Zoom out').click()
  await expect(zoom).toHaveAttribute('aria-valuetext', '100 %')
  await zoom.fill('2')
  for (const direction of ['Move right', 'Move down'])
    for (let times = 0; times < 14; times += 1) await tool(direction).click()
  await use.click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [red, red, red, red])
  const saved = page.waitForRequest(saves)
  await save(page, header.update)
  expect(Object.keys((await saved).postDataJSON())).toEqual(['headerImage'])
  await expect(header.form).toHaveCount(0)
  await row(page, 'Update Profile').click()
  await expectPicture(header.image, { width: 1500, height: 500 }, [red, red, red, red])
}

async function zoomByFingers(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await choose(pictureForm(page, 'avatar').choose, picture('a.png', quarters(600, 600)))
  const { stage, zoom } = cropper(page)
  const box = await restingBox(stage)
  const y = box.y + box.height / 2
  const fingers = (apart: number) =>
    [-apart, apart].map((dx, id) => ({ x: box.x + box.width / 2 + dx, y, id }))
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [40, 50, 60])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(zoom).toHaveAttribute('aria-valuetext', /^(1[5-9]\d|2\d\d) %$/)
}

test('leaving asks about a chosen picture, and a failed upload is accessible', async ({ page, server }) => {
  await openSettings(page, server, 'osaze.e')
  await row(page, 'Update Profile').click()
  const avatar = pictureForm(page, 'avatar')
  const { crop, use } = cropper(page)
  const question = dialog(page, 'Discard your changes?')
  await choose(avatar.choose, picture('a.png', quarters(60, 60)))
  await expect(crop).toBeVisible()
  await closeByBack(page, 2)
  await expect(crop).toHaveCount(0)
  await expect(avatar.choose).toBeFocused()
  await expect(avatar.undo).toHaveCount(0)
  await choose(avatar.choose, picture('a.png', quarters(60, 60)))
  await use.click()
  await expect(avatar.undo).toBeVisible()
  await expectLayers(page, 1)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => closeByBack(page),
    () => avatar.form.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await close()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL('/settings')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(avatar.undo).toBeVisible()
    await expectLayers(page, 1)
  }
  await closeByBack(page)
  await expect(question).toBeVisible()
  await expectAccessibleState(page)
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(avatar.form).toHaveCount(0)
  await expect(row(page, 'Update Profile')).toBeFocused()
  await untilSettled(page)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')

  await page.goForward()
  await row(page, 'Update Profile').click()
  await page.route(uploads, answer(500, { error: ['The store is full'], message: '' }))
  const { release } = await delayResponses(page, uploads)
  const header = pictureForm(page, 'header picture')
  await choose(avatar.choose, picture('a.png', quarters(600, 400)))
  await expectAccessibleScreen(page, 'cropping', () => expect(cropper(page).stage).toBeFocused())
  await cropper(page).use.click()
  await expect(avatar.progress).toBeVisible()
  await expectAccessibleState(page)
  await release()
  await expect(avatar.retry).toBeVisible()
  await expectAccessibleAndInside(page, 'failed, 320 px')
  await choose(header.choose, picture('a.png', quarters(600, 400)))
  await expect(cropper(page).stage).toBeFocused()
  await expectInsideViewport(page)
  await cropper(page).use.click()
  await expect(header.retry).toBeVisible()
  await expectInsideViewport(page)
})
