import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { expectSnackbar } from '../support/in-settings.ts'
import { enter, test } from '../support/visit.ts'

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

test('what is deleted can be put back, and the badge follows in every tab', async ({
  page,
  server,
  context,
}) => {
  const { buyer, sell, addToCart } = await shopOf(server)
  await addToCart(await sell({ name: 'Bead', price: 0.1, stock: 3 }), 2)
  await addToCart(await sell({ name: 'Needle', price: 0.2, stock: 1 }))
  await page.setViewportSize({ width: 1280, height: 800 })
  await openCart(page, buyer.token)
  await expect(page).toHaveTitle('Shopping Details · Rootsquare')
  await expect(rowOf(page, 'Bead').locator('img')).toBeVisible()
  await more(page, 'Bead').click()
  await expectSnackbar(page, 'Cart updated successfully')
  expect(await cartOf(buyer)).toContainEqual(['Bead', 3])
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 2 items')
  await expect(inTopBar(other).locator('[aria-hidden=true]').last()).toHaveText('2')
  await bin(page, 'Bead').click()
  // Under the pointer it stays until it is pressed.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expectSnackbar(page, 'Item deleted successfully')
  await expect(rowOf(page, 'Bead')).toHaveCount(0)
  await expect(inTopBar(page)).toHaveAccessibleName('Cart, 1 item')
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 1 item')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 3')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(total(page)).toHaveText('₦0.50')
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 2 items')
  await other.setViewportSize({ width: 320, height: 700 })
  await other.getByRole('button', { name: 'Menu', exact: true }).click()
  await other.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cart, 2 items' }).click()
  await expect(other).toHaveURL('/cart')
  await expect(quantity(other, 'Bead')).toHaveText('Quantity 3')
})

test('by keyboard: step, delete, go on with the neighbour, put back', async ({ page, server }) => {
  const { buyer, sell, addToCart } = await shopOf(server)
  for (const name of ['Bead', 'Drum', 'Gong']) await addToCart(await sell({ name, price: 10, stock: 2 }))
  await page.setViewportSize({ width: 360, height: 480 })
  await openCart(page, buyer.token)
  await expect(order(page).getByRole('listitem').getByRole('link')).toHaveText(['Bead', 'Drum', 'Gong'])
  await expect(total(page)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Bead' }).focus()
  await page.keyboard.press('Tab')
  await expect(less(page, 'Bead')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 2')
  // The button has no more use, yet the focus stays on it.
  await expect(more(page, 'Bead')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(bin(page, 'Drum')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bin(page, 'Gong')).toBeFocused()
  await expect(order(page).getByRole('listitem')).toHaveCount(1)
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
  await expect(inTopBar(page)).toHaveAccessibleName('Cart')
  await expect.poll(() => cartOf(buyer)).toEqual([])
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'See what is for sale' }).click()
  await expect(page).toHaveURL('/marketplace')
})
