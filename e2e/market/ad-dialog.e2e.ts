import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { closeSnackbars, dialog, expectSnackbar, snackbars, untilSettled } from '../support/in-settings.ts'
import { apiOf, joinSquare } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { quarters } from '../support/pictures.ts'
import { answer, enter, expectAccessibleScreen, logIn } from '../support/visit.ts'

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
    deed: (name: string) => box.getByRole('button', { name, exact: true }),
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

/** The member's only item, as it stands in their list. */
async function openEdit(page: Page, member: Member) {
  await openItems(page, member)
  await rowsIn(page).getByRole('button', { name: 'Update Item' }).click()
  const form = onAd(page, 'Update Item')
  await expect(form.box).toBeVisible()
  return form
}

async function choose(page: Page, button: Locator, ...names: string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button.press('Enter')
  const files = names.map((name, at) => ({ name, mimeType: 'image/png', buffer: quarters(60 + at, 60) }))
  await (await choosing).setFiles(files)
}

type Kept = {
  id: number
  price: number
  stock: number
  imageUrl: string
  images: string[]
  isApproved: boolean
}

async function itemsOf({ api, id }: Member): Promise<Kept[]> {
  const reply = await api.get('/api/items', { params: { userId: id } })
  const { data }: { data: { content: Kept[] } } = await reply.json()
  return data.content
}

test('by keyboard alone an item is put up, and waits for an admin', async ({ page, server }) => {
  const seller = await joinSquare(server)
  await openItems(page, seller)
  await expect(page.getByText('You sell nothing yet.')).toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish ads' })
  await publish.press('Enter')
  const form = onAd(page)
  await expect(form.add).toBeDisabled()
  await choose(page, form.choose, 'bowl.png')
  await expect(form.add).toBeEnabled()
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
  expect(await itemsOf(seller)).toMatchObject([{ price: 1_000_000.01, stock: 3, images: [] }])
})

test('the price keeps its separators, and seven pictures their order', async ({ page, server }) => {
  const seller = await joinSquare(server)
  const form = await openNew(page, seller)
  const caret = () => form.price.evaluate((input: HTMLInputElement) => input.selectionStart)
  await form.price.pressSequentially('1234567')
  await expect(form.price).toHaveValue('1,234,567')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  await expect(form.price).toHaveValue('12,349,567')
  expect(await caret()).toBe(6)
  await form.price.fill('')
  await page.evaluate(() => document.execCommand('insertText', false, '₦12,500.50'))
  await expect(form.price).toHaveValue('12,500.50')

  await choose(page, form.choose, ...Array.from({ length: 8 }, (_, at) => `${at + 1}.png`))
  await expectSnackbar(page, 'An item holds at most 7 pictures.')
  await expect(form.tiles).toHaveCount(7)
  await expect(form.choose).toHaveCount(0)
  await expect(form.deed('Remove picture 7')).toBeFocused()
  await expect(form.progress).toHaveCount(0)
  for (let left = 6; left >= 3; left -= 1) await form.deed('Remove picture 3').click()
  await expect(form.tiles).toHaveCount(3)
  await form.deed('Move picture 3 earlier').press('Enter')
  await expect(form.deed('Move picture 2 earlier')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.deed('Move picture 1 earlier')).toBeFocused()
  const widths = () =>
    form.tiles.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.naturalWidth))
  expect(await widths()).toEqual([66, 60, 61])
  await form.name.fill('Adire cloth')
  await form.description.fill('Indigo')
  await form.stock.fill('1')
  await form.category.check()
  const sending = page.waitForRequest('**/api/items/create')
  await form.add.click()
  const { imageUrl, images }: Pick<Kept, 'imageUrl' | 'images'> = (await sending).postDataJSON()
  await expectSnackbar(page, waits)
  expect(images).toHaveLength(2)
  const cloth = (await itemsOf(seller)).find(({ price }) => price === 12_500.5)
  expect(cloth).toMatchObject({ imageUrl, images })
})

test('a picture that fails is tried again, and nothing typed is lost', async ({ page, server }) => {
  const seller = await joinSquare(server)
  const form = await openNew(page, seller)
  await page.route(uploads, answer(500, { error: ['The shelf is full.'], message: '', code: 'INTERNAL' }))
  await choose(page, form.choose, 'mat.png')
  await expect(form.tiles.getByRole('alert')).toContainText('The shelf is full.')
  await expect(form.add).toBeDisabled()
  await page.unroute(uploads)
  await expect(snackbars(page)).toHaveCount(0)
  await form.deed('Retry the upload of picture 1').click()
  await expect(form.deed('Remove picture 1')).toBeFocused()
  await expect(form.add).toBeEnabled()
  await form.add.click()
  await expect(form.box.getByText('Required.')).toHaveCount(4)
  await expect(form.box.getByText('Please choose a category.')).toBeVisible()
  await expect(form.name).toBeFocused()

  await form.name.fill('Raffia mat')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await page.getByRole('button', { name: 'Publish ads' }).click()
  await expect(form.box.getByText('Draft restored')).toBeVisible()
  await expect(form.name).toHaveValue('Raffia mat')
  await expect(form.tiles.getByText('Main picture')).toBeVisible()

  await form.description.fill('Woven in Bida')
  await form.price.fill('0.10')
  await form.stock.fill('2')
  await form.category.check()
  await page.route('**/api/items/create', (route) => route.abort(), { times: 1 })
  await form.add.click()
  await expect(form.box.getByRole('alert').getByText(/network/i)).toBeVisible()
  await expect(snackbars(page)).toHaveCount(0)
  await form.add.click()
  await expectSnackbar(page, waits)
  expect(await itemsOf(seller)).toMatchObject([{ price: 0.1, stock: 2 }])
  await page.getByRole('button', { name: 'Publish ads' }).click()
  await expect(form.name).toHaveValue('')
  await expect(form.box.getByText('Draft restored')).toHaveCount(0)
})

test('what is no picture is named and left out', async ({ page, server }) => {
  const form = await openNew(page, await joinSquare(server))
  const choosing = page.waitForEvent('filechooser')
  await form.choose.press('Enter')
  const good = quarters(60, 60)
  // The first that is one stands for the item.
  await (
    await choosing
  ).setFiles([
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: good },
    { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'a.png', mimeType: 'image/png', buffer: good },
    { name: 'b.png', mimeType: 'image/png', buffer: quarters(61, 60) },
  ])
  const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.'
  for (const name of ['film.mp4', 'words.png']) await expectSnackbar(page, `${name}: ${kinds}`)
  await expect(form.tiles).toHaveCount(2)
  await expect(form.tiles.first()).toContainText('Main picture')
  await expect(form.progress).toHaveCount(0)
  await form.add.click()
  await expect(form.box.getByText('Please choose a category.')).toBeVisible()
  await expectAccessibleScreen(page, 'Publish ads')
})

test('price and stock leave an approved item there, another picture takes it out', async ({
  page,
  server,
}) => {
  const { seller, sell, change } = await shopOf(server)
  const itemId = await sell({ name: 'Clay pot', price: 4200, stock: 5 })
  const form = await openEdit(page, seller)
  // Stock that moved meanwhile is shown beside the field, and the seller decides.
  await form.stock.fill('9')
  await change(itemId, { stock: 3 })
  await form.update.click()
  await expect(form.box.getByText('The stock has changed meanwhile: it is 3 now.')).toBeVisible()
  await expect(form.stock).toBeFocused()
  await form.deed('Use 3').click()
  await expect(form.stock).toHaveValue('3')
  await expect(form.stock).toBeFocused()
  await form.stock.fill('8')
  await form.update.click()
  await expectSnackbar(page, 'Your item has been updated.')
  expect(await itemsOf(seller)).toMatchObject([{ stock: 8, isApproved: true }])
  await expect(form.box).toHaveCount(0)

  const tab = page.getByRole('navigation', { name: 'Profile' }).locator('a[aria-current]')
  await expect(tab).toContainText('1 item')
  await rowsIn(page).getByRole('button', { name: 'Update Item' }).click()
  await expect(form.box.getByRole('checkbox')).toHaveCount(0)
  await form.price.fill('4300.5')
  await form.stock.fill('6')
  const warning = form.box.getByText(unapproves)
  await expect(warning).toHaveCount(0)
  await form.name.fill('Clay pot, large')
  await expect(warning).toBeInViewport({ ratio: 1 })
  await form.name.fill('Clay pot ')
  await expect(warning).toHaveCount(0)
  await form.update.click()
  await expect(form.box).toHaveCount(0)
  await expect(rowsIn(page)).toHaveText([/Clay pot.*₦4,300\.50.*Approved/])
  const [before] = await itemsOf(seller)

  await rowsIn(page).getByRole('button', { name: 'Update Item' }).click()
  await form.deed('Remove picture 1').click()
  await expect(form.choose).toBeFocused()
  await choose(page, form.choose, 'other.png')
  await expect(warning).toBeVisible()
  await expect(form.progress).toHaveCount(0)
  await closeSnackbars(page)
  const changing = page.waitForRequest(/\/api\/items\/\d+\/image$/)
  await form.update.click()
  expect((await changing).method()).toBe('POST')
  await expectSnackbar(
    page,
    'The picture has been changed. The item will be seen once an admin has approved it.',
  )
  await expect(rowsIn(page)).toContainText('Unapproved')
  // One's own count, with what waits.
  await expect(tab).toContainText('1 item')
  const [after] = await itemsOf(seller)
  expect(after).toMatchObject({ price: 4300.5, stock: 6, isApproved: false })
  expect(after?.imageUrl).not.toBe(before?.imageUrl)
})

test('a disapproved item says why, and can be deleted', async ({ page, server }) => {
  const { seller, offer } = await shopOf(server)
  const itemId = await offer({ name: 'Clay pot', price: 4200, stock: 5 })
  const admin = await apiOf(server.url, await logIn(server.url, 'ene.ochigbo'))
  const reason = 'Ivory may not be sold here.'
  expect((await admin.put('/api/items/item/approval', { data: { itemId, state: false, reason } })).ok()).toBe(
    true,
  )
  const form = await openEdit(page, seller)
  await expect(rowsIn(page)).toContainText(`Disapproved${reason}`)
  await expect(form.box.getByText(reason)).toBeVisible()
  await expect(form.box.getByText('an admin will look at it again')).toBeVisible()
  await form.price.fill('')
  await form.update.click()
  await expectAccessibleState(page)
  await form.deed('Delete item').click()
  await page
    .getByRole('dialog', { name: /Delete/ })
    .getByRole('button', { name: 'Delete item' })
    .click()
  await expectSnackbar(page, 'The item has been deleted.')
  await expect(form.box).toHaveCount(0)
  await expect(page.getByText('You sell nothing yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeFocused()
})
