import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { send, shopOf } from '../support/in-market.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { apiOf, signUpMember } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { quarters } from '../support/pictures.ts'
import { answer, enter, expectAccessibleScreen, logIn, test } from '../support/visit.ts'

const uploads = '**/api/media/upload'
const waits = 'Your item is with the admins. It will be seen once they have approved it.'
const unapproves = 'Saving this takes the item out of the marketplace until an admin approves it again.'

function onAd(page: Page, title: 'Publish ads' | 'Update Item' = 'Publish ads') {
  const box = dialog(page, title)
  return {
    box,
    choose: box.getByRole('button', { name: /^(Choose a picture|Add more pictures)/ }),
    tiles: box.getByRole('list', { name: 'Pictures of the item' }).getByRole('listitem'),
    progress: box.getByRole('progressbar'),
    name: box.getByLabel('Name'),
    description: box.getByLabel('Description'),
    price: box.getByLabel('Price'),
    stock: box.getByLabel('Stock'),
    category: box.getByRole('checkbox').first(),
    add: box.getByRole('button', { name: 'Add', exact: true }),
    update: box.getByRole('button', { name: 'Update', exact: true }),
    action: (name: string) => box.getByRole('button', { name, exact: true }),
  }
}

const rowsIn = (page: Page) => page.getByRole('list', { name: 'items' }).getByRole('listitem')

async function openItems(page: Page, { token }: Member): Promise<void> {
  await enter(page, token)
  await page.goto('/profile/items')
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeVisible()
}

async function openNew(page: Page, member: Member) {
  await openItems(page, member)
  await page.getByRole('button', { name: 'Publish ads' }).click()
  const form = onAd(page)
  await expect(form.box).toBeVisible()
  return form
}

type Files = { name: string; mimeType: string; buffer: Buffer }[]

async function chooseFiles(page: Page, button: Locator, files: Files): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button.press('Enter')
  await (await choosing).setFiles(files)
}

/** Pictures of 60, 61, 62 … pixels, so that each can be told by its width. */
function choose(page: Page, button: Locator, ...names: string[]): Promise<void> {
  const files = names.map((name, at) => ({ name, mimeType: 'image/png', buffer: quarters(60 + at, 60) }))
  return chooseFiles(page, button, files)
}

type SavedItem = {
  id: number
  price: number
  stock: number
  imageUrl: string
  images: string[]
  isApproved: boolean
}

async function itemsOf(member: Member): Promise<SavedItem[]> {
  return (await send<{ content: SavedItem[] }>(member, 'get', `/items?userId=${member.id}`)).content
}

test('by keyboard alone an item is put up, and waits for an admin', async ({ page, server }) => {
  const seller = await signUpMember(server)
  await openItems(page, seller)
  await expect(page.getByText('You sell nothing yet.')).toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish ads' })
  await publish.press('Enter')
  const form = onAd(page)
  await expect(form.add).toBeDisabled()
  await choose(page, form.choose, 'bowl.png')
  await expect(form.add).toBeEnabled()
  await expect(form.category).toBeVisible()
  await form.choose.focus()
  for (const typed of ['Calabash bowl', 'From one gourd.', '1000000.01', '3']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await expect(form.price).toHaveValue('1,000,000.01')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectSnackbar(page, waits)
  await expect(form.box).toHaveCount(0)
  await expect(publish).toBeFocused()
  await expect(rowsIn(page)).toHaveText([/Calabash bowl.*₦1,000,000\.01.*Unapproved/])
  // Who has sold nothing sees no figures.
  await expect(page.getByRole('region', { name: 'Your sales' })).toHaveCount(0)
  expect(await itemsOf(seller)).toMatchObject([{ price: 1_000_000.01, stock: 3, images: [] }])
})

test('pictures are checked, retried and put in order, and nothing typed is lost', async ({
  page,
  server,
}) => {
  const seller = await signUpMember(server)
  const form = await openNew(page, seller)
  await page.route(uploads, answer(500, { error: ['No space left.'], message: '', code: 'INTERNAL' }))
  await choose(page, form.choose, 'mat.png')
  await expect(form.tiles.getByRole('alert')).toContainText('No space left.')
  await expect(form.add).toBeDisabled()
  await page.unroute(uploads)
  await form.action('Retry the upload of picture 1').click()
  await expect(form.action('Remove picture 1')).toBeFocused()
  await form.add.click()
  await expect(form.box.getByText('Required.')).toHaveCount(4)
  await expect(form.box.getByText('Please choose a category.')).toBeVisible()
  await expect(form.name).toBeFocused()
  await expectAccessibleScreen(page, 'Publish ads')
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.name.fill('Raffia mat')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await page.getByRole('button', { name: 'Publish ads' }).click()
  await expect(form.box.getByText('Draft restored')).toBeVisible()
  await expect(form.name).toHaveValue('Raffia mat')
  await expect(form.tiles.getByText('Main picture')).toBeVisible()

  const fakes = [
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: quarters(60, 60) },
    { name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ]
  await chooseFiles(page, form.choose, fakes)
  const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.'
  for (const { name } of fakes) await expectSnackbar(page, `${name}: ${kinds}`)
  await expect(form.tiles).toHaveCount(1)
  await choose(page, form.choose, ...Array.from({ length: 7 }, (_, at) => `${at + 1}.png`))
  await expectSnackbar(page, 'An item holds at most 7 pictures.')
  await expect(form.tiles).toHaveCount(7)
  await expect(form.choose).toHaveCount(0)
  await expect(form.action('Remove picture 7')).toBeFocused()
  await expect(form.progress).toHaveCount(0)
  for (let left = 6; left >= 3; left -= 1) await form.action('Remove picture 3').click()
  await expect(form.tiles).toHaveCount(3)
  await form.action('Move picture 3 earlier').press('Enter')
  await expect(form.action('Move picture 2 earlier')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.action('Move picture 1 earlier')).toBeFocused()
  const widths = () =>
    form.tiles.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.naturalWidth))
  await expect.poll(async () => (await widths())[0]).toBe(65)
  await form.price.pressSequentially('1234567')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  await expect(form.price).toHaveValue('12,349,567')
  const caret = () => form.price.evaluate((input: HTMLInputElement) => input.selectionStart)
  await expect.poll(caret).toBe(6)
  await form.price.fill('')
  await page.evaluate(() => document.execCommand('insertText', false, '₦0.10'))
  await expect(form.price).toHaveValue('0.10')
  await form.description.fill('Woven in Bida')
  await form.stock.fill('2')
  await form.category.check()
  await page.route('**/api/items/create', (route) => route.abort(), { times: 1 })
  await form.add.click()
  await expect(form.box.getByRole('alert').getByText(/network/i)).toBeVisible()
  const sending = page.waitForRequest('**/api/items/create')
  await form.add.click()
  const { imageUrl, images }: Pick<SavedItem, 'imageUrl' | 'images'> = (await sending).postDataJSON()
  await expectSnackbar(page, waits)
  expect(images).toHaveLength(2)
  expect(await itemsOf(seller)).toMatchObject([{ price: 0.1, stock: 2, imageUrl, images }])
  await page.getByRole('button', { name: 'Publish ads' }).click()
  await expect(form.name).toHaveValue('')
  await expect(form.box.getByText('Draft restored')).toHaveCount(0)
})

test('another picture takes an item out, and a disapproved one is deleted', async ({ page, server }) => {
  const { seller, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Clay pot', price: 4200, stock: 5 })
  await openItems(page, seller)
  const form = onAd(page, 'Update Item')
  const update = rowsIn(page).getByRole('button', { name: 'Update Item' })
  const tab = page.getByRole('navigation', { name: 'Profile' }).locator('a[aria-current]')
  await expect(tab).toContainText('1 item')
  await update.click()
  await form.action('Remove picture 1').click()
  await expect(form.choose).toBeFocused()
  await choose(page, form.choose, 'other.png')
  await expect(form.box.getByText(unapproves)).toBeInViewport({ ratio: 1 })
  await expect(form.progress).toHaveCount(0)
  const changing = page.waitForRequest(/\/api\/items\/\d+\/image$/)
  await form.update.click()
  expect((await changing).method()).toBe('POST')
  await expectSnackbar(
    page,
    'The picture has been changed. The item will be seen once an admin has approved it.',
  )
  await expect(rowsIn(page)).toContainText('Unapproved')
  // The count of one's own items includes those that wait.
  await expect(tab).toContainText('1 item')

  const admin = await apiOf(server.url, await logIn(server.url, 'ene.ochigbo'))
  const decision = { itemId, state: false, reason: 'Ivory may not be sold here.' }
  await send({ api: admin }, 'put', '/items/item/approval', decision)
  await page.reload()
  await expect(rowsIn(page)).toContainText(`Disapproved${decision.reason}`)
  await update.click()
  await form.price.fill('')
  await form.update.click()
  await expectAccessibleState(page)
  await form.action('Delete item').click()
  await dialog(page, 'Delete Clay pot?').getByRole('button', { name: 'Delete item' }).click()
  await expectSnackbar(page, 'The item has been deleted.')
  await expect(form.box).toHaveCount(0)
  await expect(page.getByText('You sell nothing yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeFocused()
})
