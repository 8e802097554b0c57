import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { closeSnackbars, dialog, expectSnackbar, holdBack, untilSettled } from '../support/in-settings.ts'
import { joinSquare } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge } from '../support/visit.ts'

const listCall = '**/api/address'
const lgaCall = '**/api/state/lga/*'
const unexpected = 'An unexpected error occurred'
const home = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}

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
    line2: box.getByLabel('Address Line 2'),
    postal: box.getByLabel('Postal code'),
    unit: box.getByLabel('Unit'),
    phone: box.getByLabel('Phone'),
    save: box.getByRole('button', { name: 'Save address' }),
  }
}

async function savedBy(member: Member): Promise<Record<string, unknown>[]> {
  const { data }: { data: Record<string, unknown>[] } = await (await member.api.get('/api/address')).json()
  return data
}

async function open(page: Page, member: Member, address?: object): Promise<void> {
  if (address) expect((await member.api.post('/api/address', { data: address })).ok()).toBe(true)
  await enter(page, member.token)
  await page.goto('/addresses')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Addresses')
}

test('a first address is added, changed, copied and deleted', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await joinSquare(server)
  const { hold, letGo } = holdBack()
  await page.route(listCall, hold)
  await open(page, member)
  await expect(page.getByText('Loading your addresses')).toBeAttached()
  letGo()
  await expect(page.getByRole('heading', { name: 'No addresses found' })).toBeVisible()
  await expect(page.getByText("You don't have any saved addresses.")).toBeVisible()

  await add(page).click()
  const { box, state, lga, number, line1, line2, postal, unit, phone, save } = form(page)
  await save.click()
  for (const words of ['State', 'LGA', 'Street Number', 'Address Line 1'])
    await expect(box.getByText(`${words} is required`, { exact: true })).toBeVisible()
  await expect(state).toBeFocused()
  await expect(state.getByRole('option')).toHaveCount(38)
  await state.selectOption('Oyo')
  await lga.selectOption('Surulere')
  await state.selectOption('Lagos')
  await expect(lga).toHaveValue('')
  await lga.selectOption('Surulere')
  await number.fill('12')
  await line1.fill('Bode Thomas Street')
  await line2.fill('Beside the market')
  await postal.fill('101241')
  await unit.fill('4B')
  await phone.fill('0803')
  await expect(box.getByText('State is required')).toHaveCount(0)
  await save.click()
  await expect(box.getByText('Phone numbers are 7 to 15 digits.')).toBeVisible()
  await expect(phone).toBeFocused()
  await phone.fill('+234 803-123 4567')
  await save.click()
  await expectSnackbar(page, 'Address saved successfully')
  await expect(box).toHaveCount(0)
  await expect(cards(page).getByRole('heading')).toHaveText('12 Bode Thomas Street')
  await expect(cards(page)).toContainText('Beside the market')
  const facts = ['StateLagos', 'LGASurulere', 'Postal code101241', 'Phone08031234567', 'Unit4B']
  await expect(cards(page).locator('dl > div')).toHaveText(facts)
  expect(await savedBy(member)).toMatchObject([{ ...home, cityCode: 'NG-LA', phoneNumber: '08031234567' }])

  await page.getByRole('button', { name: 'Copy 12 Bode Thomas Street' }).click()
  await expectSnackbar(page, 'Address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '12 Bode Thomas Street\nBeside the market\nUnit 4B\nSurulere, Lagos 101241\n08031234567',
  )
  await page.getByRole('button', { name: 'Edit 12 Bode Thomas Street' }).click()
  const edit = form(page, 'Edit address')
  await expect(edit.lga).toHaveValue('NG-LA-SURULERE')
  await edit.number.fill('14')
  await edit.line2.clear()
  await edit.save.click()
  await expect(cards(page).getByRole('heading')).toHaveText('14 Bode Thomas Street')
  await expect(cards(page)).not.toContainText('Beside the market')

  await page.getByRole('button', { name: 'Delete 14 Bode Thomas Street' }).click()
  await dialog(page, 'Delete this address?').getByRole('button', { name: 'Delete address' }).click()
  await expectSnackbar(page, 'Address deleted successfully')
  await expect(page.getByRole('heading', { name: 'No addresses found' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await savedBy(member)).toEqual([])
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await expect(page).toHaveURL('/settings')
})

test('a long address fits, and what is wrong with it is said', async ({ page, server }) => {
  const long = {
    addressLine1: 'Ogbomosho'.repeat(12),
    addressLine2: 'x'.repeat(100),
    phoneNumber: '08031234567',
  }
  await open(page, await joinSquare(server), { ...home, ...long })
  await expect(cards(page)).toHaveCount(1)
  await expectAccessibleScreen(page)
  await page.getByRole('button', { name: /^Edit 12/ }).click()
  const edit = form(page, 'Edit address')
  await edit.number.clear()
  await edit.save.click()
  await expect(edit.box.getByText('Street Number is required')).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'the dialog').toEqual([])
})

test('lists that do not come can be asked for again, and nothing is sent meanwhile', async ({
  page,
  server,
}) => {
  const member = await joinSquare(server)
  await page.route(listCall, answer(404, {}))
  await open(page, member, home)
  await expectSnackbar(page, unexpected)
  await page.unroute(listCall)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveCount(1)
  await closeSnackbars(page)

  await add(page).click()
  const { box, state, lga, number, line1, save } = form(page)
  await expect(lga.getByRole('option')).toHaveText('Choose a state first')
  await page.route(lgaCall, answer(400, { error: ['The loom broke'], message: '', code: 'BAD' }))
  await state.selectOption('Lagos')
  await expect(box.getByRole('alert').getByText('The loom broke')).toBeVisible()
  await page.unroute(lgaCall)
  const { hold, letGo } = holdBack()
  await page.route(lgaCall, hold)
  await box.getByRole('button', { name: 'Retry the LGAs' }).click()
  await expect(lga).toBeFocused()
  await expect(lga.getByRole('option')).toHaveText('Loading the LGAs…')
  await number.fill('3')
  await line1.fill('Allen Avenue')
  await line1.press('Enter')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(box.getByText('LGA is required')).toHaveCount(0)
  letGo()
  await lga.selectOption('Ikeja')
  await save.click()
  await expect(cards(page).getByRole('heading')).toHaveText(['3 Allen Avenue', '12 Bode Thomas Street'])

  await page.getByRole('button', { name: 'Delete 3 Allen Avenue' }).click()
  const [newest] = await savedBy(member)
  expect((await member.api.delete(`/api/address/${newest?.['id']}`)).ok()).toBe(true)
  const asked = dialog(page, 'Delete this address?')
  await asked.getByRole('button', { name: 'Delete address' }).click()
  await expect(asked).toHaveCount(0)
  await expect(cards(page).getByRole('heading')).toHaveText(['12 Bode Thomas Street'])
})

test('by keyboard: what was typed outlives Esc and a failure', async ({ page, server }) => {
  await open(page, await joinSquare(server), home)
  const { box, state, lga, number, line1, save } = form(page)
  await add(page).focus()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(state).toBeFocused()
  await expect(state.getByRole('option', { name: 'Kano' })).toBeAttached()
  await page.keyboard.type('Kano')
  await page.keyboard.press('Tab')
  await expect(lga.getByRole('option', { name: 'Dala' })).toBeAttached()
  await page.keyboard.type('Dala')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kofar Road')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(add(page)).toBeFocused()
  await untilSettled(page)
  await add(page).press('Enter')
  await expect(box.getByText('Draft restored')).toBeVisible()
  await expect(lga).toHaveValue('NG-KN-DALA')
  await expect(number).toHaveValue('7')
  await page.route(listCall, (route) => route.abort())
  await line1.press('Enter')
  await expectSnackbar(page, unexpected)
  await expect(line1).toHaveValue('Kofar Road')
  await page.unroute(listCall)
  const refusal = { lgaCode: 'This LGA does not lie in the state.' }
  await page.route(listCall, answer(400, { error: Object.values(refusal), fields: refusal, code: 'INVALID' }))
  await line1.press('Enter')
  await expect(box.getByText(refusal.lgaCode)).toBeVisible()
  await expect(lga).toBeFocused()
  await page.unroute(listCall)
  await save.press('Enter')
  await expect(cards(page).getByRole('heading')).toHaveText(['7 Kofar Road', '12 Bode Thomas Street'])
  await expect(add(page)).toBeFocused()
  await add(page).press('Enter')
  await expect(box).toBeVisible()
  await expect(box.getByText('Draft restored')).toHaveCount(0)
  await expect(number).toHaveValue('')
})
