import { listStates } from '@rootsquare/contract/addresses'
import { getCart } from '@rootsquare/contract/trade/cart'
import { getItem, listGenres, listItems } from '@rootsquare/contract/trade/market'
import { createOffer } from '@rootsquare/contract/trade/offers'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { listItemReviews } from '@rootsquare/contract/trade/reviews'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { can, genres, itemWith } from '#web/test/items.ts'
import { answerAround, sent } from '#web/test/message-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { currentUrl, dialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

beforeEach(() => {
  answerAround()
  answer(listGenres, () => genres)
  answer(getCart, () => [])
  answer(listStates, () => [])
  answer(listItems, () => pageWith([itemWith()]))
  answer(getItem, () => itemWith({ price: 5000 }))
  const rating = { average: null, count: 0 }
  answer(listItemReviews, () => ({
    content: [],
    nextCursor: null,
    rating: { ...rating, spread: [0, 0, 0, 0, 0] },
  }))
  const seller = { memberSince: '2025-03-31T23:30:00.000Z', finishedSales: 0, sharedGroups: [] }
  answer(getSeller, () => ({ ...seller, buyersYouFollow: null, rating }))
})

async function openOffer() {
  const user = await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  await user.click(await item.findByRole('button', { name: 'Make an offer' }))
  const offer = await dialog('Make an offer for Drum')
  return { user, offer, price: offer.getByRole('textbox', { name: 'Your price for one' }) }
}

test('a buyer offers a price below today’s, and the conversation opens', async () => {
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

test('a price that cannot be offered is said before it is sent', async () => {
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

test('what the server rejects is shown, and the price stays', async () => {
  answer(createOffer, () => rejected(409, 'The seller has accepted an offer of yours already.'))
  const { user, offer, price } = await openOffer()
  await user.type(price, '1')
  await user.click(offer.getByRole('button', { name: 'Send offer' }))
  await notice('The seller has accepted an offer of yours already.')
  expect(price).toHaveValue('1')
})

test('nobody makes an offer for what they cannot buy', async () => {
  answer(getItem, () => itemWith({ stock: 0, can: { ...can.buyer, buy: false } }))
  await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Out Of Stock')).toBeVisible()
  expect(item.queryByRole('button', { name: 'Make an offer' })).toBeNull()
})

test('a price that the seller has accepted stands beside today’s', async () => {
  const offer = { price: 4500, validUntil: '2027-03-03T13:05:00.000Z' }
  answer(getItem, () => itemWith({ price: 5000, offer }))
  await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Your price ₦4,500.00 until 3 March 2027 at 14:05')).toBeVisible()
  expect(item.getByText('₦5,000.00')).toBeVisible()
  // The server takes no other offer while this one holds.
  expect(item.queryByRole('button', { name: 'Make an offer' })).toBeNull()
})
