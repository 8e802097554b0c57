import type { Page } from '@playwright/test'
import { expectAccessibleAndInside, expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { closeSnackbars, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { signUpMember, type Member } from '../support/members.ts'
import { enter, pressKeys, pressTo, test } from '../support/visit.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Saved addresses' }).getByRole('listitem')
const add = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add address' })

function form(page: Page, title = 'Add address') {
  const box = dialog(page, title)
  return {
    box,
    state: box.getByRole('combobox', { name: 'State' }),
    lga: box.getByRole('combobox', { name: 'LGA' }),
    number: box.getByLabel('Street Number'),
    line1: box.getByLabel('Address Line 1'),
    save: box.getByRole('button', { name: 'Save address' }),
  }
}

async function open(page: Page, member: Member): Promise<void> {
  await enter(page, member.token, '/addresses')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Addresses')
}

test('an address is added by keyboard, changed, copied and deleted', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await signUpMember(server)
  await open(page, member)
  const { box, state, lga, number, line1 } = form(page)
  await add(page).press('Enter')
  await expect(box).toBeFocused()
  await pressTo(state, 'Tab', 'Tab')
  await expect(state.getByRole('option')).toHaveCount(38)
  // Two presses of one letter select the second name with it. Unlike a word, letters may be typed slowly.
  await pressKeys(page, 'k', 'k')
  await expect(state).toHaveValue('NG-KN')
  await pressTo(lga, 'Tab')
  await expect(lga.getByRole('option', { name: 'Dala' })).toBeAttached()
  await page.keyboard.press('d')
  await expect(lga).toHaveValue('NG-KN-DALA')
  await pressTo(number, 'Tab')
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(add(page)).toBeFocused()
  await untilSettled(page)
  await add(page).press('Enter')
  await expect(box.getByText('Draft restored')).toBeVisible()
  await expect(number).toHaveValue('7')
  await line1.fill('Ogbomosho'.repeat(12))
  await line1.press('Enter')
  await expectSnackbar(page, 'Address saved successfully')
  await expect(add(page)).toBeFocused()
  await expect(cards(page)).toHaveCount(1)
  await closeSnackbars(page)
  await expectAccessibleScreen(page)

  // The screen is as narrow as a phone from here on.
  await page.getByRole('button', { name: /^Edit 7/ }).click()
  const edit = form(page, 'Edit address')
  await expect(edit.lga).toHaveValue('NG-KN-DALA')
  await edit.number.clear()
  await edit.save.click()
  await expect(edit.box.getByText('Street Number is required')).toBeVisible()
  await expectAccessibleAndInside(page, 'the dialog')
  await edit.number.fill('14')
  await edit.line1.fill('Kofar Road')
  await edit.save.click()
  await expect(cards(page).getByRole('heading')).toHaveText('14 Kofar Road')
  await page.getByRole('button', { name: 'Copy 14 Kofar Road' }).click()
  await expectSnackbar(page, 'Address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('14 Kofar Road\nDala, Kano')

  await page.getByRole('button', { name: 'Delete 14 Kofar Road' }).click()
  await dialog(page, 'Delete this address?').getByRole('button', { name: 'Delete address' }).click()
  await expectSnackbar(page, 'Address deleted successfully')
  await expect(page.getByRole('heading', { name: 'No addresses found' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await expect(page).toHaveURL('/settings')
})
