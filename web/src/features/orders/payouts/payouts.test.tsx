import {
  getPayoutAccount,
  getPayoutBalance,
  listBanks,
  listStatementEntries,
  setPayoutAccount,
} from '@rootsquare/contract/trade/payouts'
import type { PayoutAccount } from '@rootsquare/contract/trade/payouts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, notice, rejected } from '#web/test/trade-screen.ts'

const account: PayoutAccount = {
  bankName: 'Guaranty Trust Bank',
  accountName: 'ADA OBI',
  last4: '1234',
  usableFrom: '2099-11-18T14:20:00.000Z',
}

beforeEach(() => {
  answer(getPayoutBalance, () => ({ held: 0, available: 0, onTheWay: 0, paid: 0 }))
  answer(listStatementEntries, () => ({ content: [], nextCursor: null }))
  answer(getPayoutAccount, () => null)
  answer(listBanks, () => [
    { code: '044', name: 'Access Bank' },
    { code: '058', name: 'Guaranty Trust Bank' },
    { code: '057', name: 'Zenith Bank' },
  ])
  answer(setPayoutAccount, () => account)
})

const bank = () => screen.findByRole('combobox', { name: 'Bank' })
const number = () => screen.findByLabelText('Account number')
const password = () => screen.findByLabelText('Your Rootsquare password')

async function fillIn() {
  const user = await openApp('/payouts')
  await user.type(await bank(), 'guar')
  await user.click(await screen.findByRole('option', { name: 'Guaranty Trust Bank' }))
  await user.type(await number(), '0123 451234')
  await user.type(await password(), 'Secret#1')
  const save = async () => user.click(await button('Save bank account'))
  return { user, save }
}

test('saves the account and shows its holder and start date', async () => {
  const { save } = await fillIn()
  await save()
  const text = await screen.findByText(/^Payouts go to/)
  expect(text).toHaveTextContent(
    'Payouts go to ADA OBI, Guaranty Trust Bank ••••1234, from Wed 18 Nov 15:20.',
  )
  expect(text).toHaveFocus()
  const [{ body } = { body: undefined }] = callsOf(setPayoutAccount)
  expect(body).toEqual({ bankCode: '058', accountNumber: '0123451234', password: 'Secret#1' })
})

test('shows an active account without a date and lets it be changed', async () => {
  answer(getPayoutAccount, () => ({ ...account, usableFrom: '2020-01-01T00:00:00.000Z' }))
  const user = await openApp('/payouts')
  const text = await screen.findByText(/^Payouts go to/)
  expect(text).toHaveTextContent(/••••1234\.$/)
  await user.click(await button('Change bank account'))
  expect(await bank()).toHaveValue('')
  await user.click(await button('Cancel'))
  expect(await screen.findByText(/^Payouts go to/)).toBeVisible()
})

test('keeps the focus while the form to change the account opens and closes', async () => {
  answer(getPayoutAccount, () => account)
  const user = await openApp('/payouts')
  await user.click(await button('Change bank account'))
  expect(await bank()).toHaveFocus()
  await user.click(await button('Cancel'))
  expect(await screen.findByText(/^Payouts go to/)).toHaveFocus()
})

test('lists what is missing in an empty form and focuses the bank', async () => {
  const user = await openApp('/payouts')
  await user.click(await button('Save bank account'))
  expect(await screen.findByText('Choose your bank from the list.')).toBeVisible()
  expect(screen.getByText('Account numbers have 10 digits.')).toBeVisible()
  expect(screen.getByText('Password is required')).toBeVisible()
  expect(await bank()).toHaveFocus()
  expect(callsOf(setPayoutAccount)).toEqual([])
})

test('chooses the bank by keyboard', async () => {
  const user = await openApp('/payouts')
  await user.click(await bank())
  await screen.findByRole('option', { name: 'Guaranty Trust Bank' })
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await bank()).toHaveValue('Guaranty Trust Bank')
  await user.clear(await bank())
  await user.keyboard('zzz')
  expect(await screen.findByText('No bank of this name was found')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(await bank()).toHaveValue('Guaranty Trust Bank')
})

test('shows a server error at its field and clears nothing', async () => {
  const text = 'We could not find this account at Guaranty Trust Bank.'
  answer(setPayoutAccount, () => rejected(400, text, { fields: { accountNumber: text } }))
  const { save } = await fillIn()
  await save()
  expect(await screen.findByText(text)).toBeVisible()
  expect(await number()).toHaveFocus()
  answer(setPayoutAccount, () => Promise.reject(noConnection))
  await save()
  expect(await notice('Your bank account could not be saved. Please try again.')).toBeVisible()
  expect(await bank()).toHaveValue('Guaranty Trust Bank')
  expect(await number()).toHaveValue('0123 451234')
  expect(await password()).toHaveValue('Secret#1')
})

test('loads banks and account again with Retry', async () => {
  answer(getPayoutAccount, () => rejected(404, 'Gone'))
  const user = await openApp('/payouts')
  answer(getPayoutAccount, () => null)
  answer(listBanks, () => rejected(404, 'No banks now'))
  await user.click(await button('Retry'))
  expect(await screen.findByText('No banks now')).toBeVisible()
  answer(listBanks, () => [{ code: '044', name: 'Access Bank' }])
  await user.click(await button('Retry'))
  await user.type(await bank(), 'a')
  expect(await screen.findByRole('option', { name: 'Access Bank' })).toBeVisible()
})
