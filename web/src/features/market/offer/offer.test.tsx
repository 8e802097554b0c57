import { getItem } from '@rootsquare/contract/trade/market'
import { createOffer } from '@rootsquare/contract/trade/offers'
import { listItemReviews } from '@rootsquare/contract/trade/reviews'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { answerMarket, can, itemWith } from '#web/test/items.ts'
import { answerAround, sent } from '#web/test/message-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { reviewPage } from '#web/test/reviews.ts'
import { currentUrl, dialog, notice, rejected } from '#web/test/trade-screen.ts'

beforeEach(() => {
  answerAround()
  answerMarket()
  answer(getItem, () => itemWith({ price: 5000 }))
  answer(listItemReviews, () => reviewPage([]))
})

async function openOffer() {
  const user = await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  await user.click(await item.findByRole('button', { name: 'Make an offer' }))
  const offer = await dialog('Make an offer for Drum')
  return { user, offer, price: offer.getByRole('textbox', { name: 'Your price for one' }) }
}

test('offers a lower price and opens the conversation', async () => {
  answer(createOffer, () => sent(1, 'I offer ₦4,500.00 for “Drum”.'))
  const { user, offer, price } = await openOffer()
  expect(offer.getByText('₦5,000.00')).toBeVisible()
  await user.type(price, '4500')
  expect(price).toHaveValue('4,500')
  await user.click(offer.getByRole('button', { name: 'Send offer' }))
  await notice('Your offer has been sent.')
  await waitFor(() => expect(currentUrl()).toBe('/messages/2'))
  expect(callsOf(createOffer)).toMatchObject([{ params: { id: 7 }, body: { price: 4500 } }])
})

test('shows the error of an invalid price before sending', async () => {
  const { user, offer, price } = await openOffer()
  const send = offer.getByRole('button', { name: 'Send offer' })
  await user.click(send)
  expect(await offer.findByText('Required.')).toBeVisible()
  expect(price).toHaveFocus()
  await user.type(price, '5000')
  await user.click(send)
  expect(await offer.findByText('Must be below today’s price of ₦5,000.00.')).toBeVisible()
  expect(callsOf(createOffer)).toEqual([])
})

test('shows a rejection of an offer and restores the price', async () => {
  answer(createOffer, () => rejected(409, 'The seller has accepted an offer of yours already.'))
  const { user, offer, price } = await openOffer()
  await user.type(price, '1')
  await user.click(offer.getByRole('button', { name: 'Send offer' }))
  await notice('The seller has accepted an offer of yours already.')
  expect(price).toHaveValue('1')
})

test('offers nothing for items that cannot be bought', async () => {
  answer(getItem, () => itemWith({ stock: 0, can: { ...can.buyer, buy: false } }))
  await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Out Of Stock')).toBeVisible()
  expect(item.queryByRole('button', { name: 'Make an offer' })).toBeNull()
})

test('shows an accepted price next to the current one', async () => {
  const offer = { price: 4500, validUntil: '2027-03-03T13:05:00.000Z' }
  answer(getItem, () => itemWith({ price: 5000, offer }))
  await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Your price ₦4,500.00 until 3 March 2027 at 14:05')).toBeVisible()
  expect(item.getByText('₦5,000.00')).toBeVisible()
  // The server accepts no other offer while this one is valid.
  expect(item.queryByRole('button', { name: 'Make an offer' })).toBeNull()
})
