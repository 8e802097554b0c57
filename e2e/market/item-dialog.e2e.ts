import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import {
  closeByBack,
  closeSnackbars,
  expectLayers,
  expectSnackbar,
  untilSettled,
} from '../support/in-settings.ts'
import { enter, expectAccessibleScreen, test } from '../support/visit.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`See More.*${name}`) })

test('an item is opened, shared and reported by keyboard', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { seller, buyer, sell } = await shopOf(server)
  const fanId = await sell({ name: 'Raffia fan', price: 500, stock: 4 })
  await enter(page, buyer.token)
  await page.goto('/marketplace')
  await card(page, 'Raffia fan').press('Enter')
  const fan = dialog(page, 'Raffia fan')
  await fan.getByRole('button', { name: 'Share Raffia fan' }).press('Enter')
  await expectSnackbar(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(`/marketplace?item=${fanId}`)
  await closeSnackbars(page)
  await expectAccessibleScreen(page, 'item')
  await page.setViewportSize({ width: 1280, height: 800 })
  await fan.getByRole('button', { name: 'Share Raffia fan' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Report item' })).toBeFocused()
  await page.keyboard.press('Enter')
  const report = dialog(page, 'Report item')
  await expect(report.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('This is plastic.')
  await report.getByRole('button', { name: 'Report' }).press('Enter')
  await expectSnackbar(page, 'Thank you. The report is with the moderators.')
  await expect(report).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Options for Raffia fan')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(fan).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace')
  await expect(card(page, 'Raffia fan')).toBeFocused()

  // thread.test.tsx has what becomes of it.
  await page.keyboard.press('Enter')
  await fan.getByRole('link', { name: 'Message Seller' }).click()
  await expect(page).toHaveURL(`/messages/${seller.id}?item=${fanId}`)
  await expect(page.getByRole('region', { name: 'Your message is about' })).toContainText('₦500.00')
  await expectAccessibleState(page)
})

test('a seller enlarges, changes and deletes an item, and Back skips it all', async ({ page, server }) => {
  const { seller, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Talking drum', price: 27_500, stock: 1 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await enter(page, seller.token)
  await page.goto('/cart')
  // The page is none: it is put right under the open item.
  await page.goto(`/marketplace?page=99&q=talking&item=${itemId}`)
  const item = dialog(page, 'Talking drum')
  await expect(page).toHaveURL(`/marketplace?item=${itemId}&q=talking`)
  await item.getByRole('button', { name: 'Enlarge picture' }).click()
  await expect(dialog(page, 'Pictures of Talking drum')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item.getByRole('button', { name: 'Enlarge picture' })).toBeFocused()
  await expectLayers(page, 1)
  await item.getByRole('button', { name: 'Update Item' }).click()
  await expect(dialog(page, 'Update Item').getByLabel('Name')).toHaveValue('Talking drum')
  await closeByBack(page, 2)
  await expect(item.getByRole('button', { name: 'Update Item' })).toBeFocused()
  await item.getByRole('button', { name: 'Update Item' }).click()
  await dialog(page, 'Update Item').getByRole('button', { name: 'Delete item' }).click()
  await dialog(page, 'Delete Talking drum?').getByRole('button', { name: 'Delete item' }).click()
  await expectSnackbar(page, 'The item has been deleted.')
  await untilSettled(page, '/marketplace?q=talking')
  expect(errors).toEqual([])
  // Three layers were over the page, and none of them is left in the history.
  await page.goBack()
  await expect(page).toHaveURL('/cart')
})
