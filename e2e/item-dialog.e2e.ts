import type { Page } from '@playwright/test'
import { uploadPicture } from './feed-world.ts'
import { expect, expectNoAxeViolations } from './fixtures.ts'
import { cartOf, shopOf } from './in-market.ts'
import { closeSnackbars, expectSnackbar } from './in-settings.ts'
import { test } from './own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn } from './visit.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`See More.*${name}`) })
const gone = 'This item is not here any more.'

async function openItem(page: Page, token: string, itemId: number): Promise<void> {
  await enter(page, token)
  await page.goto(`/marketplace?item=${itemId}`)
}

test('a buyer looks closely, sets a quantity up to the stock, and is told when there are fewer; by keyboard: open, share, tell the moderators, close', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { seller, buyer, sell, change } = await shopOf(server)
  const itemId = await sell({ name: 'Àdìrẹ wrapper', price: 18_500, stock: 3 })
  const fanId = await sell({ name: 'Raffia fan', price: 500, stock: 4 })
  await enter(page, buyer.token)
  await page.goto('/marketplace')
  await card(page, 'Àdìrẹ wrapper').click()
  const item = dialog(page, 'Àdìrẹ wrapper')
  await expect(item.getByRole('heading', { level: 2 })).toHaveText('Àdìrẹ wrapper')
  await expect(page).toHaveURL(`/marketplace?item=${itemId}`)
  for (const words of ['₦18,500.00', '3 in stock', 'Made by hand', 'No finished sales yet'])
    await expect(item.getByText(words)).toBeVisible()
  await expect(item.getByRole('button', { name: 'Update Item' })).toHaveCount(0)
  await expect(item.getByRole('button', { name: /pprove Item/ })).toHaveCount(0)
  const more = item.getByRole('button', { name: 'One more of' })
  await expect(item.getByRole('button', { name: 'One less of' })).toBeDisabled()
  await more.click()
  await more.click()
  await expect(more).toBeDisabled()
  await item.getByRole('button', { name: 'Add to cart' }).click()
  await expectSnackbar(page, 'Cart updated successfully')
  expect(await cartOf(buyer)).toEqual([['Àdìrẹ wrapper', 3]])
  await expect(item.getByText('3 are in your cart.')).toBeVisible()
  await change(itemId, { stock: 2 })
  await item.getByRole('button', { name: 'Update cart' }).click()
  await expectSnackbar(page, 'There are only 2 left of Àdìrẹ wrapper.')
  await expect(item.getByText('2 in stock')).toBeVisible()
  await expect(item.getByRole('status').filter({ hasText: 'Quantity' })).toHaveText('Quantity 2')
  const heart = item.getByRole('button', { name: 'Favourite: Àdìrẹ wrapper' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await closeSnackbars(page)
  await page.goBack()
  await expect(item).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace')
  await expect(card(page, 'Àdìrẹ wrapper')).toBeFocused()
  // Reached from outside, what has sold out meanwhile is shown but not sold.
  await change(itemId, { stock: 0 })
  await page.goto(`/marketplace?item=${itemId}`)
  await expect(item.getByText('Out Of Stock')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await item.getByRole('link', { name: seller.username }).click()
  await expect(page).toHaveURL(`/u/${seller.username}`)
  await page.goBack()
  await expect(item).toBeVisible()

  await page.goto('/marketplace')
  await page.route(`**/api/items/${fanId}`, answer(400, { error: ['Not now'], code: 'BAD' }), { times: 1 })
  await card(page, 'Raffia fan').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('Failed to fetch items.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const fan = dialog(page, 'Raffia fan')
  await fan.getByRole('button', { name: 'Share Raffia fan' }).focus()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(`/marketplace?item=${fanId}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Report item' })).toBeFocused()
  await page.keyboard.press('Enter')
  const report = dialog(page, 'Report item')
  await expect(report.getByLabel('Reason')).toBeFocused()
  await report.getByRole('button', { name: 'Report' }).focus()
  await page.keyboard.press('Enter')
  await expect(report.getByText('Please enter a reason for reporting.')).toBeVisible()
  await page.keyboard.type('This is plastic.')
  await report.getByRole('button', { name: 'Report' }).focus()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Thank you. The report is with the moderators.')
  await expect(report).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Options for Raffia fan')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(fan).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace')
  await expect(card(page, 'Raffia fan')).toBeFocused()
})

test('trust beside the seller, and a message that carries the item; one that goes out of sale meanwhile is left out', async ({
  page,
  server,
}) => {
  const { seller, buyer, sell, change } = await shopOf(server)
  const itemId = await sell({ name: 'Coral beads', price: 0.1, stock: 9 })
  const about = {
    memberSince: '2025-03-31T23:30:00.000Z',
    finishedSales: 12,
    sharedGroups: [{ id: 1, name: 'Igala' }],
    buyersYouFollow: 4,
  }
  await page.route('**/api/user/*/seller', answer(200, { data: about }))
  await openItem(page, buyer.token, itemId)
  const item = dialog(page, 'Coral beads')
  await expect(item.getByRole('list', { name: 'About the seller' }).getByRole('listitem')).toHaveText([
    'Member since April 2025',
    '12 finished sales',
    'Also in your group Igala',
    '4 people you follow bought from this seller',
  ])
  await expectAccessibleScreen(page, 'item with trust')
  await page.setViewportSize({ width: 1280, height: 800 })
  await item.getByRole('link', { name: 'Message Seller' }).click()
  await expect(page).toHaveURL(`/messages/${seller.id}?item=${itemId}`)
  const card = page.getByRole('region', { name: 'Your message is about' })
  await expect(card).toContainText('Coral beads')
  await card.getByRole('button', { name: 'Write without Coral beads' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByLabel('Write a message')).toBeFocused()
  await page.goBack()
  await item.getByRole('link', { name: 'Message Seller' }).click()
  await expect(card).toBeVisible()
  await page.reload()
  await expect(card).toContainText('₦0.10')
  await expectNoAxeViolations(page)
  await page.getByLabel('Write a message').fill('Is this still there?')
  await page.keyboard.press('Control+Enter')
  await expect(card).toHaveCount(0)
  const sent = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(sent.getByRole('link', { name: 'Coral beads ₦0.10' })).toBeVisible()
  await page.getByLabel('Write a message').fill('And in red?')
  await page.keyboard.press('Control+Enter')
  await expect(sent).toHaveCount(2)
  await expect(sent.last().getByRole('link')).toHaveCount(0)
  const reply = await seller.api.get('/api/messaging/received')
  const { data }: { data: { content: { message: string; item: { id: number } | null }[] } } =
    await reply.json()
  const words = data.content.map(({ message, item: told }) => [message, told?.id ?? null])
  expect(words.slice(0, 2)).toEqual([
    ['And in red?', null],
    ['Is this still there?', itemId],
  ])

  const gongId = await sell({ name: 'Gong', price: 10, stock: 9 })
  await page.goto(`/messages/${seller.id}?item=${gongId}`)
  await expect(page.getByRole('region', { name: 'Your message is about' })).toBeVisible()
  await change(gongId, { name: 'Great gong' })
  await page.getByLabel('Write a message').fill('How loud is it?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The item is not for sale any more.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(sent.last()).toContainText('How loud is it?')
})

test('a seller sees how it stands with their item, and takes it back', async ({ page, server }) => {
  const { seller, sell, change } = await shopOf(server)
  const itemId = await sell({ name: 'Talking drum', price: 27_500, stock: 1 })
  const pictures = [await uploadPicture(seller, 60, 40), await uploadPicture(seller, 40, 60)]
  await change(itemId, { images: pictures.map(({ secure_url }) => secure_url) })
  await enter(page, seller.token)
  await page.goto('/cart')
  await page.goto(`/marketplace?item=${itemId}`)
  const item = dialog(page, 'Talking drum')
  await expect(item.getByText('Unapproved')).toBeVisible()
  for (const name of ['Add to cart', 'Approve Item'])
    await expect(item.getByRole('button', { name })).toHaveCount(0)
  await expect(item.getByRole('link', { name: 'Message Seller' })).toHaveCount(0)
  await item.getByRole('button', { name: 'Picture 3' }).click()
  await expect(item.getByRole('button', { name: 'Picture 3' })).toHaveAttribute('aria-pressed', 'true')
  await item.getByRole('button', { name: 'Enlarge picture' }).click()
  await expect(dialog(page, 'Pictures of Talking drum').getByText('Picture 3 of 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item.getByRole('button', { name: 'Enlarge picture' })).toBeFocused()
  await item.getByRole('button', { name: 'Update Item' }).click()
  await expect(dialog(page, 'Update Item').getByLabel('Name')).toHaveValue('Talking drum')
  await page.goBack()
  await expect(item.getByRole('button', { name: 'Update Item' })).toBeFocused()
  await item.getByRole('button', { name: 'Update Item' }).click()
  await dialog(page, 'Update Item').getByRole('button', { name: 'Delete item' }).click()
  await dialog(page, 'Delete Talking drum?').getByRole('button', { name: 'Delete item' }).click()
  await expectSnackbar(page, 'The item has been deleted.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace')
  // Three layers lay over the page, and not one of them is left on the way back.
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await page.goto(`/marketplace?item=${itemId}`)
  await expect(dialog(page, gone)).toBeVisible()
  await page.getByRole('button', { name: 'See what else is for sale' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace')
})

test('an admin approves, disapproves with a reason that no slip loses, and approves again', async ({
  page,
  server,
}) => {
  const { seller, offer } = await shopOf(server)
  const itemId = await offer({ name: 'Leather cushion', price: 14_200, stock: 4 })
  await openItem(page, await logIn(server.url, 'ene.ochigbo'), itemId)
  const item = dialog(page, 'Leather cushion')
  // What waits can be decided either way.
  await expect(item.getByRole('button', { name: 'Disapprove Item' })).toBeVisible()
  await item.getByRole('button', { name: 'Approve Item', exact: true }).click()
  await expectSnackbar(page, 'The item is approved. Its seller has been told.')
  await expect(item.getByRole('button', { name: 'Disapprove Item' })).toBeFocused()
  await expect(item.getByText('Approved', { exact: true })).toBeVisible()
  await expect(item.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  const ask = item.getByRole('button', { name: 'Disapprove Item' })
  const reason = page.getByLabel('Reason')
  await ask.click()
  const asked = dialog(page, 'Disapprove Leather cushion?')
  await asked.getByRole('button', { name: 'Disapprove Item' }).click()
  await expect(asked.getByText('Please tell the seller why.')).toBeVisible()
  await expect(reason).toBeFocused()
  await reason.fill('The picture shows another cushion.')
  await page.keyboard.press('Escape')
  await expect(ask).toBeFocused()
  await ask.click()
  await expect(reason).toHaveValue('The picture shows another cushion.')
  await reason.fill('x'.repeat(501))
  await expect(page.getByText('501 / 500')).toBeVisible()
  await reason.fill('The picture shows another cushion.')
  await page.setViewportSize({ width: 1280, height: 800 })
  await asked.getByRole('button', { name: 'Disapprove Item' }).click()
  await expectSnackbar(page, 'The item is disapproved. Its seller has been told.')
  await expect(item.getByText('Unapproved')).toBeVisible()
  await expect(item.getByText('The picture shows another cushion.')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Approve Item', exact: true })).toBeFocused()
  await expect(ask).toHaveCount(0)
  const reply = await seller.api.get('/api/messaging/received')
  expect(await reply.text()).toContain('The picture shows another cushion.')
  await expectAccessibleScreen(page, 'unapproved item')
  await page.route('**/api/items/item/approval', answer(403, { error: ['Not yours'], code: 'NO' }), {
    times: 1,
  })
  await item.getByRole('button', { name: 'Approve Item', exact: true }).click()
  await expectSnackbar(page, 'Not yours')
  await item.getByRole('button', { name: 'Approve Item', exact: true }).click()
  await expectSnackbar(page, 'The item is approved. Its seller has been told.')
  await expect(item.getByText('Approved', { exact: true })).toBeVisible()
  await closeSnackbars(page)
  await item.getByRole('button', { name: 'Options for Leather cushion' }).click()
  await page.getByRole('button', { name: 'Delete item' }).click()
  await dialog(page, 'Delete Leather cushion?').getByRole('button', { name: 'Delete item' }).click()
  await expectSnackbar(page, 'The item has been deleted.')
  await expect(page).toHaveURL('/marketplace')
})
