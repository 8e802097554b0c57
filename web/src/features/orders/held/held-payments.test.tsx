import { decideHeld, listHeld, type HeldPayment } from '@rootsquare/contract/trade/payments'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { textsOf } from '#web/test/page.ts'
import { button, dialog, noDialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

const reference = 'RS-AAAAAAAAAAAAAAAAAAAA'
const held: HeldPayment = {
  transactionRef: reference,
  reference: `${reference}-1`,
  orderId: 9,
  buyerId: 3,
  buyerUsername: 'bello',
  expected: 2500.5,
  paid: 50,
  currency: 'NGN',
  why: '₦50.00 was paid',
  createdDate: '2026-01-05T10:00:00.000Z',
}

test('shows an empty and a failed list of held payments', async () => {
  answer(listHeld, () => rejected(400, 'The loom broke'))
  const user = await openApp('/held-payments', { roles: ['ADMIN'] })
  await notice('The loom broke')
  answer(listHeld, () => pageWith([]))
  await user.click(await button('Retry'))
  expect(await screen.findByText(/^No payments are held\./)).toBeVisible()
})

test('accepts one held payment by keyboard and refunds another', async () => {
  const inDollars = { paid: 2500.5, currency: 'USD', why: 'It was paid in USD.' }
  const foreign = { ...held, reference: `${reference}-2`, ...inDollars }
  answer(listHeld, () => pageWith([held, foreign]))
  const user = await openApp('/held-payments', { roles: ['ADMIN'] })
  const [options, others] = [await button(`Options for ${reference}-1`), await button(/-2$/)]
  expect(document.title).toMatch(/^Held payments · /)
  const names = ['Transaction Reference', 'Buyer', 'Asked', 'Came', 'Why', 'Since', 'Actions']
  expect(textsOf(screen.getAllByRole('columnheader'))).toEqual(names)
  expect(options.closest('tr')).toHaveTextContent('@bello₦2,500.50₦50.00₦50.00 was paid5 Jan 2026, 11:00')
  expect(others.closest('tr')).toHaveTextContent('₦2,500.50USD 2,500.50It was paid in USD.')
  const openQuestion = async () => {
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await button('Accept')).toHaveFocus())
    await user.keyboard('{Enter}')
    return dialog('Accept this payment?')
  }
  options.focus()
  const accept = await openQuestion()
  expect(accept.getByText(/^The order of ₦2,500\.50 counts as paid with what came \(₦50\.00\)/)).toBeVisible()
  await user.keyboard('{Escape}')
  await noDialog()
  expect(options).toHaveFocus()
  await openQuestion()
  answer(decideHeld, () => null)
  answer(listHeld, () => pageWith([foreign]))
  await user.keyboard('{Tab}{Enter}')
  await notice('The payment has been dealt with. The buyer has been told.')
  await waitFor(() => expect(screen.queryByRole('button', { name: /-1$/ })).toBeNull())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()

  await user.click(await button(`Options for ${reference}-2`))
  await user.click(await button('Refund'))
  const refund = await dialog('Refund this payment?')
  expect(refund.getByText(/^All that came \(USD 2,500\.50\) goes back to the buyer/)).toBeVisible()
  answer(listHeld, () => pageWith([]))
  await user.click(refund.getByRole('button', { name: 'Refund payment' }))
  expect(await screen.findByText(/^No payments are held\./)).toBeVisible()
  expect(callsOf(decideHeld).map(({ body }) => body.action)).toEqual(['accept', 'refund'])
})

test('stays open after an error unless another admin has decided', async () => {
  answer(listHeld, () => pageWith([held]))
  const user = await openApp('/held-payments', { roles: ['ADMIN'] })
  await user.click(await button(`Options for ${reference}-1`))
  await user.click(await button('Accept'))
  const accept = await dialog('Accept this payment?')
  expect(accept.getByText(/counts as paid with what came \(₦50\.00\)/)).toBeVisible()
  const busy = 'The provider does not answer. Please try again in a moment.'
  answer(decideHeld, () => rejected(502, busy, { code: 'PROVIDER_TROUBLE' }))
  await user.click(accept.getByRole('button', { name: 'Accept payment' }))
  await notice(busy)
  const second = 'This payment has been dealt with already.'
  answer(decideHeld, () => rejected(409, second, { code: 'ALREADY_DECIDED' }))
  answer(listHeld, () => pageWith([]))
  await user.click(accept.getByRole('button', { name: 'Accept payment' }))
  await notice(second)
  await noDialog()
  expect(await screen.findByText(/^No payments are held\./)).toBeVisible()
})
