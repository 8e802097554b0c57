import { addToCart, getCart } from '@rootsquare/contract/trade/cart'
import { getConversation, type Offer } from '@rootsquare/contract/messages'
import { decideOffer } from '@rootsquare/contract/trade/offers'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sampleLine } from '#web/test/cart-line.ts'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { answerAround, field, received, sent, conversationPage } from '#web/test/message-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, notice, rejected } from '#web/test/trade-screen.ts'

const none = { accept: false, decline: false, withdraw: false }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

function offerWith(changes: Partial<Offer> = {}): Offer {
  const item = { itemId: 7, itemName: 'Drum', thumbnail: null }
  return { id: 3, ...item, price: 4500, state: 'OPEN', validUntil: tomorrow, can: none, ...changes }
}

const text = 'I offer ₦4,500.00 for “Drum”.'
const forSeller = offerWith({ can: { ...none, accept: true, decline: true } })
const forBuyer = offerWith({ can: { ...none, withdraw: true } })
const path = '/messages/2'

beforeEach(() => answer(getCart, () => []))

test('a seller accepts an offer, and the field gets the focus', async () => {
  answerAround([received(1, text, { offer: forSeller })])
  answer(decideOffer, () => received(1, text, { offer: offerWith({ state: 'ACCEPTED' }) }))
  const user = await openApp(path)
  expect(await screen.findByText('Waiting for your answer.')).toBeVisible()
  expect(screen.getByText('Offer: ₦4,500.00')).toBeVisible()
  await user.click(await button('Accept the offer of ₦4,500.00'))
  expect(
    await screen.findByText(/^Accepted\. The price holds until [A-Z][a-z]{2} \d\d:\d\d\.$/),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /the offer of|Buy for/ })).toBeNull()
  expect(await field()).toHaveFocus()
  expect(callsOf(decideOffer)).toMatchObject([{ params: { id: 3 }, body: { state: 'ACCEPTED' } }])
})

test('an offer that was withdrawn in the meantime is reloaded', async () => {
  answerAround([received(1, text, { offer: forSeller })])
  answer(decideOffer, () => rejected(409, 'This offer is no longer open.'))
  const user = await openApp(path)
  const decline = await button('Decline the offer of ₦4,500.00')
  answer(getConversation, () =>
    conversationPage([received(1, text, { offer: offerWith({ state: 'WITHDRAWN' }) })]),
  )
  await user.click(decline)
  await notice('This offer is no longer open.')
  expect(await screen.findByText('Withdrawn.')).toBeVisible()
})

test('a buyer withdraws an offer', async () => {
  answerAround([sent(1, text, { offer: forBuyer })])
  answer(decideOffer, () => sent(1, text, { offer: offerWith({ state: 'WITHDRAWN' }) }))
  const user = await openApp(path)
  expect(await screen.findByText('Waiting for the seller to answer.')).toBeVisible()
  await user.click(await button('Withdraw the offer of ₦4,500.00'))
  expect(await screen.findByText('Withdrawn.')).toBeVisible()
})

test('a buyer puts an accepted price into the cart', async () => {
  answerAround([sent(1, text, { offer: offerWith({ state: 'ACCEPTED' }) })])
  answer(addToCart, () => ({ ...sampleLine, price: 4500 }))
  const user = await openApp(path)
  const buy = await button('Buy for ₦4,500.00')
  answer(getCart, () => [{ ...sampleLine, price: 4500 }])
  await user.click(buy)
  await notice('Cart updated successfully')
  expect(await screen.findByRole('link', { name: 'In your cart: go to the cart' })).toHaveAttribute(
    'href',
    '/cart',
  )
  expect(callsOf(addToCart).map(({ body }) => body)).toEqual([{ itemId: 7, count: 1 }])
})

test('buying for an accepted price focuses the link to the cart', async () => {
  answerAround([sent(1, text, { offer: offerWith({ state: 'ACCEPTED' }) })])
  answer(addToCart, () => ({ ...sampleLine, price: 4500 }))
  const user = await openApp(path)
  const buy = await button('Buy for ₦4,500.00')
  answer(getCart, () => [{ ...sampleLine, price: 4500 }])
  await user.click(buy)
  const link = await screen.findByRole('link', { name: 'In your cart: go to the cart' })
  await waitFor(() => expect(link).toHaveFocus())
})

test('an expired price cannot be used', async () => {
  const validUntil = new Date(Date.now() - 1000).toISOString()
  answerAround([sent(1, text, { offer: offerWith({ state: 'ACCEPTED', validUntil }) })])
  await openApp(path)
  await waitFor(() => expect(screen.getByText('This offer has ended.')).toBeVisible())
  expect(screen.queryByRole('button', { name: /Buy for/ })).toBeNull()
})
