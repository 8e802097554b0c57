import { addToCart, getCart, removeFromCart } from '@rootsquare/contract/cart'
import type { CartLine } from '@rootsquare/contract/cart'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'

const bead: CartLine = {
  id: 11,
  itemId: 1,
  name: 'Bead',
  imageUrl: null,
  thumbnailUrl: null,
  count: 1,
  stock: 40,
  price: 2.5,
  priceWhenAdded: 2.5,
  isOnSale: true,
  available: true,
}
const button = (name: string) => screen.findByRole('button', { name })
const row = () => screen.findByRole('listitem')
const notice = async (text: string | RegExp) =>
  within(await screen.findByRole('region', { name: 'Notices' })).findByText(text)

test('a cart that does not load says why, and Retry asks again', async () => {
  answer(getCart, () => Promise.reject(new Rejection(400, 'Not now')))
  const user = await openApp('/cart')
  await notice('Not now')
  answer(getCart, () => [bead])
  await user.click(await button('Retry'))
  expect(await row()).toHaveTextContent('Quantity 1')
})

test('a run of clicks goes out in two calls, the last of which decides', async () => {
  answer(getCart, () => [bead])
  const first = Promise.withResolvers<void>()
  answer(addToCart, async ({ body }) => {
    await first.promise
    return { ...bead, count: body.count }
  })
  const user = await openApp('/cart')
  for (let click = 0; click < 9; click += 1) await user.click(await button('One more of Bead'))
  await user.click(await button('One less of Bead'))
  expect(await row()).toHaveTextContent('Quantity 9')
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('₦22.50')
  first.resolve()
  await notice('Cart updated successfully')
  expect(callsOf(addToCart).map(({ body }) => body.count)).toEqual([2, 9])
  expect(await row()).toHaveTextContent('Quantity 9')
})

test('a rejected quantity goes back, and the cart is loaded anew', async () => {
  answer(getCart, () => [{ ...bead, count: 9 }])
  answer(addToCart, () => Promise.reject(new Rejection(409, 'There are only 9 left of Bead.')))
  const user = await openApp('/cart')
  await button('One more of Bead')
  answer(getCart, () => [{ ...bead, count: 9, stock: 9 }])
  await user.click(await button('One more of Bead'))
  await notice('There are only 9 left of Bead.')
  await waitFor(async () => expect(await button('One more of Bead')).toHaveAttribute('aria-disabled', 'true'))
  expect(await row()).toHaveTextContent('Quantity 9')
})

test('without a connection nothing changes, and the same notice stands there once', async () => {
  answer(getCart, () => [{ ...bead, count: 9 }])
  answer(addToCart, () => Promise.reject(noConnection))
  answer(removeFromCart, () => Promise.reject(noConnection))
  const user = await openApp('/cart')
  await user.click(await button('One less of Bead'))
  await notice(/^No response from the server\./)
  await user.click(await button('Delete Bead'))
  await waitFor(() => expect(callsOf(removeFromCart)).toHaveLength(1))
  expect(await row()).toHaveTextContent('Quantity 9')
  await notice(/^No response from the server\./)
})
