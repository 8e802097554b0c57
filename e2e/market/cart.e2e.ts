import type { Page } from '@playwright/test'
import { expectAccessibleState } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { expectSnackbar } from '../support/in-settings.ts'
import { enter, test } from '../support/visit.ts'

const order = (page: Page) => page.getByRole('region', { name: 'My Order' })
const rowOf = (page: Page, name: string) => order(page).getByRole('listitem').filter({ hasText: name })
const more = (page: Page, name: string) => page.getByRole('button', { name: `One more of ${name}` })
const bin = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}` })
const quantity = (page: Page, name: string) => rowOf(page, name).getByRole('status')
const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByText(/^₦/).last()
const inTopBar = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

// Steps, totals, sold-out items and keys are tested in cart.test.tsx.
test('a deleted line can be restored, and the badge updates in every tab', async ({
  page,
  server,
  context,
}) => {
  const { buyer, sell, addToCart } = await shopOf(server)
  await addToCart(await sell({ name: 'Bead', price: 0.1, stock: 3 }), 2)
  await addToCart(await sell({ name: 'Needle', price: 0.2, stock: 1 }))
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, buyer.token, '/cart')
  await expect(rowOf(page, 'Bead').locator('img')).toBeVisible()
  await more(page, 'Bead').click()
  await expect.poll(() => cartOf(buyer)).toContainEqual(['Bead', 3])
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 2 items')
  await expect(inTopBar(other).locator('[aria-hidden=true]').last()).toHaveText('2')
  await bin(page, 'Bead').click()
  // The snackbar stays while the pointer is over it.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expectSnackbar(page, 'Item deleted successfully')
  for (const tab of [page, other]) await expect(inTopBar(tab)).toHaveAccessibleName('Cart, 1 item')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity(page, 'Bead')).toHaveText('Quantity 3')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(inTopBar(other)).toHaveAccessibleName('Cart, 2 items')
  await other.setViewportSize({ width: 320, height: 700 })
  await other.getByRole('button', { name: 'Menu', exact: true }).click()
  const inMenu = other.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cart, 2 items' })
  await inMenu.click()
  await expect(quantity(other, 'Bead')).toHaveText('Quantity 3')
  await other.close()

  await page.setViewportSize({ width: 360, height: 480 })
  // On a phone it comes after the address.
  await expect(async () => {
    await total(page).scrollIntoViewIfNeeded()
    await expect(total(page)).toBeInViewport({ ratio: 1, timeout: 1000 })
  }).toPass()
  await page.setViewportSize({ width: 1280, height: 800 })
  await bin(page, 'Bead').click()
  await bin(page, 'Needle').click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect.poll(() => cartOf(buyer)).toEqual([])
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'See what is for sale' }).click()
  await expect(page).toHaveURL('/marketplace')
})
