import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { closeByBack, expectLayers, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { enter, navigateInApp, pressTo, test } from '../support/visit.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a seller changes and deletes an item, and Back skips its dialogs', async ({ page, server }) => {
  const { seller, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Talking drum', price: 27_500, stock: 1 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await enter(page, seller.token, '/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Details' })).toBeVisible()
  // The page number is invalid, so it is corrected under the open item.
  await navigateInApp(page, `/marketplace?page=99&q=talking&item=${itemId}`)
  const item = dialog(page, 'Talking drum')
  await expect(page).toHaveURL(`/marketplace?item=${itemId}&q=talking`)
  await item.getByRole('button', { name: 'Enlarge picture' }).click()
  await expect(dialog(page, 'Pictures of Talking drum')).toBeVisible()
  await pressTo(item.getByRole('button', { name: 'Enlarge picture' }), 'Escape')
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
  // None of the three layers over the page is left in the history.
  await page.goBack()
  await expect(page).toHaveURL('/cart')
})
