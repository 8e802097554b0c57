import {
  createAddress,
  deleteAddress,
  listAddresses,
  listLgas,
  listStates,
  updateAddress,
} from '@rootsquare/contract/addresses'
import type { Address } from '@rootsquare/contract/addresses'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import {
  button,
  dialog,
  homeAddress as savedHome,
  noDialog,
  notice,
  rejected,
} from '#web/test/trade-screen.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const unexpectedErrorText = 'An unexpected error occurred'
const homeAddress = { ...savedHome, phoneNumber: '08031234567' }
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

beforeEach(() => {
  answer(listAddresses, () => [homeAddress])
  answer(listStates, () => [
    { name: 'Lagos', code: 'NG-LA' },
    { name: 'Oyo', code: 'NG-OY' },
  ])
  answer(listLgas, ({ params }) =>
    params.id === 'NG-LA'
      ? [
          { name: 'Ikeja', code: 'NG-LA-IKEJA' },
          { name: 'Surulere', code: 'NG-LA-SURULERE' },
        ]
      : [{ name: 'Surulere', code: 'NG-OY-SURULERE' }],
  )
})

/** Opens the dialog for a new address and waits until the states are loaded. */
async function openNewAddressForm() {
  const user = await openApp('/addresses')
  const main = within(await screen.findByRole('main'))
  const add = await main.findByRole('button', { name: 'Add address' })
  await user.click(add)
  const form = await dialog('Add address')
  await form.findByRole('option', { name: 'Lagos' })
  const save = () => user.click(form.getByRole('button', { name: 'Save address' }))
  return { user, form, add, save }
}

test('says that the addresses are loading', async () => {
  const list = Promise.withResolvers<Address[]>()
  answer(listAddresses, () => list.promise)
  await openApp('/addresses')
  expect(await screen.findByText('Loading your addresses')).toBeInTheDocument()
  list.resolve([])
  expect(await screen.findByRole('heading', { name: 'No addresses found' })).toBeVisible()
  expect(screen.getByText("You don't have any saved addresses.")).toBeVisible()
})

test('loads failed addresses again with Retry', async () => {
  answer(listAddresses, () => rejected(404, ''))
  const user = await openApp('/addresses')
  await screen.findByRole('region', { name: 'Notices' })
  answer(listAddresses, () => [homeAddress])
  await user.click(await button('Retry'))
  expect(await screen.findByRole('heading', { name: '12 Bode Thomas Street' })).toBeVisible()
})

test('shows all parts of an address', async () => {
  await openApp('/addresses')
  const card = await screen.findByRole('listitem', { name: '' })
  expect(card).toHaveTextContent('Beside the market')
  const facts = [...card.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(facts).toEqual(['StateLagos', 'LGASurulere', 'Postal code101241', 'Phone08031234567', 'Unit4B'])
})

test('lists everything that is missing and focuses the first field', async () => {
  const { form, save } = await openNewAddressForm()
  await save()
  for (const name of ['State', 'LGA', 'Street Number', 'Address Line 1'])
    expect(await form.findByText(`${name} is required`)).toBeVisible()
  expect(form.getByLabelText('State')).toHaveFocus()
  expect(callsOf(createAddress)).toHaveLength(0)
})

test('requires another LGA after a change of the state', async () => {
  const { user, form } = await openNewAddressForm()
  expect(form.getByLabelText('LGA')).toHaveDisplayValue('Choose a state first')
  await user.selectOptions(form.getByLabelText('State'), 'Oyo')
  await form.findByRole('option', { name: 'Surulere' })
  await user.selectOptions(form.getByLabelText('LGA'), 'Surulere')
  await user.selectOptions(form.getByLabelText('State'), 'Lagos')
  expect(form.getByLabelText('LGA')).toHaveValue('')
})

test('requires 7 digits in a phone number and sends only digits', async () => {
  const { user, form, save } = await openNewAddressForm()
  await user.selectOptions(form.getByLabelText('State'), 'Lagos')
  await form.findByRole('option', { name: 'Ikeja' })
  await user.selectOptions(form.getByLabelText('LGA'), 'Ikeja')
  await user.type(form.getByLabelText('Street Number'), '3')
  await user.type(form.getByLabelText('Address Line 1'), 'Allen Avenue')
  await user.type(form.getByLabelText(/^Phone/), '0803')
  await save()
  expect(await form.findByText('Phone numbers are 7 to 15 digits.')).toBeVisible()
  expect(form.getByLabelText(/^Phone/)).toHaveFocus()
  await user.clear(form.getByLabelText(/^Phone/))
  await user.type(form.getByLabelText(/^Phone/), '+234 803-123 4567')
  const saved = { ...homeAddress, id: 6, streetNumber: '3', addressLine1: 'Allen Avenue' }
  answer(createAddress, () => saved)
  answer(listAddresses, () => [saved, homeAddress])
  await save()
  await notice('Address saved successfully')
  await noDialog()
  expect(headings()).toEqual(['3 Allen Avenue', '12 Bode Thomas Street'])
  expect(callsOf(createAddress)).toMatchObject([
    { body: { cityCode: 'NG-LA', lgaCode: 'NG-LA-IKEJA', phoneNumber: '08031234567', addressLine2: null } },
  ])
})

test('sends nothing until failed LGAs are loaded again', async () => {
  answer(listLgas, () => rejected(400, 'The loom broke'))
  const { user, form } = await openNewAddressForm()
  await user.selectOptions(form.getByLabelText('State'), 'Lagos')
  expect(await form.findByText('The loom broke')).toBeVisible()
  const lgas = Promise.withResolvers<{ name: string; code: string }[]>()
  answer(listLgas, () => lgas.promise)
  await user.click(form.getByRole('button', { name: 'Retry the LGAs' }))
  expect(form.getByLabelText('LGA')).toHaveFocus()
  await waitFor(() => expect(form.getByLabelText('LGA')).toHaveDisplayValue('Loading the LGAs…'))
  await user.type(form.getByLabelText('Street Number'), '3')
  await user.type(form.getByLabelText('Address Line 1'), 'Allen Avenue{Enter}')
  expect(form.getByRole('button', { name: 'Save address' })).toHaveAttribute('aria-disabled', 'true')
  expect(form.queryByText('LGA is required')).toBeNull()
  lgas.resolve([{ name: 'Ikeja', code: 'NG-LA-IKEJA' }])
  expect(await form.findByRole('option', { name: 'Ikeja' })).toBeInTheDocument()
})

test('restores the form after closing the dialog', async () => {
  const { user, form, add } = await openNewAddressForm()
  await user.selectOptions(form.getByLabelText('State'), 'Lagos')
  await form.findByRole('option', { name: 'Ikeja' })
  await user.selectOptions(form.getByLabelText('LGA'), 'Ikeja')
  await user.type(form.getByLabelText('Street Number'), '7')
  await user.keyboard('{Escape}')
  await noDialog()
  await user.click(add)
  const again = await dialog('Add address')
  expect(again.getByText('Draft restored')).toBeVisible()
  expect(again.getByLabelText('LGA')).toHaveValue('NG-LA-IKEJA')
  expect(again.getByLabelText('Street Number')).toHaveValue('7')
})

test('shows the message of a rejected address at its field', async () => {
  const user = await openApp('/addresses')
  await user.click(await button('Edit 12 Bode Thomas Street'))
  const form = await dialog('Edit address')
  await form.findByRole('option', { name: 'Surulere' })
  await user.clear(form.getByLabelText('Street Number'))
  await user.type(form.getByLabelText('Street Number'), '14')
  await user.clear(form.getByLabelText(/^Address Line 2/))
  const save = () => user.click(form.getByRole('button', { name: 'Save address' }))
  answer(updateAddress, () => Promise.reject(noConnection))
  await save()
  await notice(unexpectedErrorText)
  const text = 'This LGA is not in the state.'
  answer(updateAddress, () => rejected(400, text, { fields: { lgaCode: text } }))
  await save()
  expect(await form.findByText(text)).toBeVisible()
  expect(form.getByLabelText('LGA')).toHaveFocus()
  const changed = { ...homeAddress, streetNumber: '14', addressLine2: null }
  answer(updateAddress, () => changed)
  answer(listAddresses, () => [changed])
  await save()
  await noDialog()
  expect(headings()).toEqual(['14 Bode Thomas Street'])
  expect(screen.queryByText('Beside the market')).toBeNull()
  expect(lastOf(callsOf(updateAddress))).toMatchObject({ body: { streetNumber: '14', addressLine2: null } })
})

test('removes an address that was deleted elsewhere', async () => {
  const user = await openApp('/addresses')
  await user.click(await button('Delete 12 Bode Thomas Street'))
  const question = await dialog('Delete this address?')
  answer(deleteAddress, () => rejected(404, 'Not found', { code: 'NOT_FOUND' }))
  answer(listAddresses, () => [])
  await user.click(question.getByRole('button', { name: 'Delete address' }))
  await noDialog()
  expect(await screen.findByRole('heading', { name: 'No addresses found' })).toBeVisible()
})
