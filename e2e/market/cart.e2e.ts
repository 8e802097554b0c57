import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { expectSnackbar } from '../support/in-settings.ts'
import { test } from '../support/own-origin.ts'
import { enter } from '../support/visit.ts'

const order = (page: Page) => page.getByRole('region', { name: 'My Order' })
const rowOf = (page: Page, name: string) => order(page).getByRole('listitem').filter({ hasText: name })
const more = (page: Page, name: string) => page.getByRole('button', { name: `One more of ${name}` })
const less = (page: Page, name: string) => page.getByRole('button', { name: `One less of ${name}` })
const bin = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}` })
const quantity = (page: Page, name: string) => rowOf(page, name).getByRole('status')
const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByText(/^₦/)
const inTopBar = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

async function openCart(page: Page, token: string): Promise<void> {
  await enter(page, token)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping Details')
}

test('lines stand in order, step from 1 to the stock, and add up to the kobo', async ({ page, server }) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Bead', price: 0.1, stock: 3 }))
  await putIn(await sell({ name: 'Needle', price: 0.2, stock: 1 }))
  await putIn(await sell({ name: 'Coral crown', price: 1_000_000.01, stock: 2 }), 2)
  await openCart(page, buyer.token)
  await expect(page).toHaveTitle('Shopping Details · Rootsquare')
  await expect(order(page).getByRole('heading', { name: 'My Order' })).toBeVisible()
  await expect(order(page).getByRole('listitem').getByRole('link')).toHaveText([
    'Bead',
    'Needle',
    'Coral crown',
  ])
  await expect(rowOf(page, 'Bead').locator('img')).toBeVisible()
  await expect(rowOf(page, 'Coral crown')).toContainText('₦1,000,000.01 each')
  await expect(rowOf(page, 'Coral crown')).toContainText('₦2,000,000.02')
  await expect(total(page)).toHaveText('₦2,000,000.32')
  await expect(inTopBar(page)).toHaveAccessibleName('Cart, 3 items')
  await expect(less(page, 'Bead')).toBeDisabled()
  await expect(more(page, 'Needle')).toBeDisabled()
  await expect(more(page, 'Coral crown')).toBeDisabled()
  await more(page, 'Bead').click()
  await expectSnackbar(page, 'Cart updated successfully')
  await more(page, 'Bead').click()
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 3')
  await expect(more(page, 'Bead')).toBeDisabled()
  await more(page, 'Bead').click({ force: true })
  await less(page, 'Coral crown').click()
  await expect(total(page)).toHaveText('₦1,000,000.51')
  const wanted = [
    ['Bead', 3],
    ['Needle', 1],
    ['Coral crown', 1],
  ]
  await expect.poll(() => cartOf(buyer)).toEqual(wanted)
  await expectAccessibleState(page)
  await page.setViewportSize({ width: 360, height: 480 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(total(page)).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Back to the marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
})

test('what is deleted can be put back, and the badge follows in every tab', async ({
  page,
  server,
  context,
}) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Bead', price: 0.1, stock: 3 }), 3)
  await putIn(await sell({ name: 'Needle', price: 0.2, stock: 1 }))
  await putIn(await sell({ name: 'Coral crown', price: 1_000_000.01, stock: 2 }))
  await page.setViewportSize({ width: 1280, height: 800 })
  await openCart(page, buyer.token)
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 3 items')
  await expect(inTopBar(other).locator('[aria-hidden=true]').last()).toHaveText('3')
  await bin(page, 'Bead').click()
  // Under the pointer it stays until it is pressed.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expectSnackbar(page, 'Item deleted successfully')
  await expect(rowOf(page, 'Bead')).toHaveCount(0)
  await expect(total(page)).toHaveText('₦1,000,000.21')
  await expect(inTopBar(page)).toHaveAccessibleName('Cart, 2 items')
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 2 items')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 3')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(total(page)).toHaveText('₦1,000,000.51')
  expect(await cartOf(buyer)).toEqual([
    ['Needle', 1],
    ['Coral crown', 1],
    ['Bead', 3],
  ])
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 3 items')
  for (const width of [1280, 320]) {
    await other.setViewportSize({ width, height: 700 })
    await other.getByRole('button', { name: 'Menu', exact: true }).click()
    const link = other.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cart, 3 items' })
    await expect(link).toBeVisible()
    if (width === 320) await link.click()
    else await other.keyboard.press('Escape')
  }
  await expect(other).toHaveURL('/cart')
  await expect(quantity(other, 'Bead')).toHaveText('Quantity 3')
  await other.close()

  for (const name of ['Needle', 'Coral crown', 'Bead']) await bin(page, name).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(inTopBar(page)).toHaveAccessibleName('Cart')
  await expect.poll(() => cartOf(buyer)).toEqual([])
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'See what is for sale' }).click()
  await expect(page).toHaveURL('/marketplace')
})

test('a line says that it ran out, became few, changed its price or left', async ({ page, server }) => {
  const { buyer, sell, change, putIn } = await shopOf(server)
  const wares = [
    ['Gone', { stock: 0 }],
    ['Few', { stock: 2 }],
    ['Dearer', { price: 120 }],
    ['Cheaper', { price: 80 }],
    ['Renamed', { name: 'Another name', price: 7, stock: 0 }],
  ] as const
  for (const [name, changed] of wares) {
    const itemId = await sell({ name, price: 100, stock: 9 })
    await putIn(itemId, 4)
    await change(itemId, changed)
  }
  await openCart(page, buyer.token)
  await expect(rowOf(page, 'Gone')).toContainText('Out Of Stock. It is not in the total.')
  await expect(rowOf(page, 'Few')).toContainText('Only 2 left: choose fewer. It is not in the total.')
  await expect(rowOf(page, 'Dearer')).toContainText('The price went up since you added it: it was ₦100.00.')
  await expect(rowOf(page, 'Cheaper')).toContainText(
    'The price came down since you added it: it was ₦100.00.',
  )
  await expect(rowOf(page, 'Renamed')).toContainText('₦100.00 each')
  await expect(rowOf(page, 'Renamed')).toContainText('Not for sale at the moment. It is not in the total.')
  await expect(page.getByText('Another name')).toHaveCount(0)
  await expect(rowOf(page, 'Renamed').getByRole('button')).toHaveCount(1)
  await expect(bin(page, 'Renamed')).toBeVisible()
  await expect(total(page)).toHaveText('₦800.00')
  await expect(page.getByText('5 items, 3 of them not in the total')).toBeVisible()
  for (const button of [more(page, 'Gone'), less(page, 'Gone'), more(page, 'Few')])
    await expect(button).toBeDisabled()
  await less(page, 'Few').click()
  await expect(quantity(page, 'Few')).toHaveText('Quantity 2')
  await expect(rowOf(page, 'Few')).not.toContainText('left')
  await expect(total(page)).toHaveText('₦1,000.00')
  await bin(page, 'Gone').click()
  await expectSnackbar(page, 'Item deleted successfully')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expectAccessibleState(page)
})

test('by keyboard: step, delete, go on with the neighbour, put back', async ({ page, server }) => {
  const { buyer, sell, putIn } = await shopOf(server)
  for (const name of ['Bead', 'Drum', 'Gong']) await putIn(await sell({ name, price: 10, stock: 2 }))
  await openCart(page, buyer.token)
  await page.getByRole('link', { name: 'Bead' }).focus()
  await page.keyboard.press('Tab')
  await expect(less(page, 'Bead')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 2')
  // At the end of the stock, yet the keyboard is where it was.
  await expect(more(page, 'Bead')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(bin(page, 'Drum')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bin(page, 'Gong')).toBeFocused()
  await expect(order(page).getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => cartOf(buyer)).toEqual([['Gong', 1]])
  // The key puts back what the page knows to be deleted, which is later than the server.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(2)
  await page.keyboard.press('z')
  await page.keyboard.press('z')
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 2')
  await expect(quantity(page, 'Drum')).toHaveText('Quantity 1')
  await bin(page, 'Bead').focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Bead')).toHaveCount(0)
  // As fast as keys go: the second is pressed before the first line has gone.
  await bin(page, 'Drum').focus()
  await page.keyboard.press('Enter')
  await expect(bin(page, 'Gong')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})
