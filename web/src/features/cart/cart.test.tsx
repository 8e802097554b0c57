import { listAddresses } from '@rootsquare/contract/addresses'
import { addToCart, getCart, removeFromCart } from '@rootsquare/contract/trade/cart'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { listOrders } from '@rootsquare/contract/trade/orders'
import { initiatePayment } from '@rootsquare/contract/trade/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCheckout, sampleLine } from '#web/test/cart-line.ts'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { sampleOrder } from '#web/test/orders.ts'
import { untilLoaded } from '#web/test/page.ts'
import { button, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

const bead = { ...sampleLine, itemId: 1, name: 'Bead', stock: 40, price: 2.5, priceWhenAdded: 2.5 }
const row = () => screen.findByRole('listitem')

beforeEach(answerCheckout)

test('shows why a cart does not load, with a Retry button', async () => {
  answer(getCart, () => rejected(400, 'Not now'))
  const user = await openApp('/cart')
  await notice('Not now')
  answer(getCart, () => [bead])
  await user.click(await button('Retry'))
  expect(await row()).toHaveTextContent('Quantity 1')
})

test('sends a run of clicks as two calls', async () => {
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

test('restores a rejected quantity and reloads the cart', async () => {
  answer(getCart, () => [{ ...bead, count: 9 }])
  answer(addToCart, () => rejected(409, 'There are only 9 left of Bead.'))
  const user = await openApp('/cart')
  await button('One more of Bead')
  answer(getCart, () => [{ ...bead, count: 9, stock: 9 }])
  await user.click(await button('One more of Bead'))
  await notice('There are only 9 left of Bead.')
  await waitFor(async () => expect(await button('One more of Bead')).toHaveAttribute('aria-disabled', 'true'))
  expect(await row()).toHaveTextContent('Quantity 9')
})

test('what is changed without a connection is shown, and says that it waits', async () => {
  answer(getCart, () => [{ ...bead, count: 9 }])
  answer(addToCart, () => Promise.reject(noConnection))
  answer(removeFromCart, () => Promise.reject(noConnection))
  const user = await openApp('/cart')
  await user.click(await button('One less of Bead'))
  await notice('Your cart is updated when you are back online, with the price and stock of then.')
  expect(await row()).toHaveTextContent('Quantity 8')
  await user.click(await button('Delete Bead'))
  await waitFor(() => expect(screen.queryByText('Quantity 8')).toBeNull())
})

const rowOf = async (name: string) => {
  const rows = await within(await screen.findByRole('region', { name: 'My Order' })).findAllByRole('listitem')
  const row = rows.find(({ textContent }) => textContent?.includes(name))
  if (row === undefined) throw new Error(`No line ${name}`)
  return row
}

test('shows what changed about each line', async () => {
  const line = { ...bead, price: 100, listPrice: 100, priceWhenAdded: 100, count: 4 }
  answer(getCart, () => [
    { ...line, itemId: 1, name: 'Gone', stock: 0, available: false },
    { ...line, itemId: 2, name: 'Few', stock: 2, available: false },
    { ...line, itemId: 3, name: 'Dearer', price: 120, listPrice: 120 },
    { ...line, itemId: 4, name: 'Cheaper', price: 80 },
    { ...line, itemId: 5, name: 'Left', stock: 0, isOnSale: false, available: false },
  ])
  answer(addToCart, ({ body }) => ({ ...line, itemId: 2, name: 'Few', stock: 2, count: body.count }))
  const user = await openApp('/cart')
  expect(await rowOf('Gone')).toHaveTextContent('Out Of Stock. It is not in the total.')
  expect(await rowOf('Few')).toHaveTextContent('Only 2 left: choose fewer. It is not in the total.')
  expect(await rowOf('Dearer')).toHaveTextContent('The price went up since you added it: it was ₦100.00.')
  expect(await rowOf('Cheaper')).toHaveTextContent('The price came down since you added it: it was ₦100.00.')
  expect(await rowOf('Cheaper')).toHaveTextContent('Your accepted offer, instead of ₦100.00.')
  expect(await rowOf('Dearer')).not.toHaveTextContent('offer')
  expect(await rowOf('Left')).toHaveTextContent('Not for sale at the moment. It is not in the total.')
  expect(within(await rowOf('Left')).getAllByRole('button')).toHaveLength(1)
  const summary = screen.getByRole('region', { name: 'Summary' })
  expect(summary).toHaveTextContent('5 items, 3 of them not in the total')
  expect(summary).toHaveTextContent('₦800.00')
  for (const name of ['One more of Gone', 'One less of Gone', 'One more of Few'])
    expect(await button(name)).toHaveAttribute('aria-disabled', 'true')
  await user.click(await button('One less of Few'))
  await waitFor(() => expect(summary).toHaveTextContent('₦1,000.00'))
  expect(await rowOf('Few')).toHaveTextContent('Quantity 2')
})

test('shows a total that is exact to the kobo', async () => {
  const crown = { ...bead, itemId: 2, name: 'Coral crown', price: 1_000_000.01, count: 2, stock: 2 }
  answer(getCart, () => [{ ...bead, price: 0.1, count: 3, stock: 3 }, crown])
  await openApp('/cart')
  expect(await rowOf('Coral crown')).toHaveTextContent('₦1,000,000.01 each')
  expect(await rowOf('Coral crown')).toHaveTextContent('Together ₦2,000,000.02')
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('₦2,000,000.32')
  expect(screen.getByRole('link', { name: 'Back to the marketplace' })).toHaveAttribute(
    'href',
    '/marketplace',
  )
  for (const name of ['One more of Bead', 'One more of Coral crown'])
    expect(await button(name)).toHaveAttribute('aria-disabled', 'true')
})

test('offers no Undo for a deleted line that is sold out', async () => {
  answer(getCart, () => [{ ...bead, stock: 0, available: false }])
  answer(removeFromCart, () => null)
  const user = await openApp('/cart')
  await user.click(await button('Delete Bead'))
  await notice('Item deleted successfully')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

/** Opens a cart with a line for each of three items. The server's lines change with the calls. */
async function openCartOfThree() {
  const named = ['Bead', 'Drum', 'Gong'].map((name, at) => ({
    ...bead,
    id: at + 1,
    itemId: at + 1,
    name,
    stock: 2,
  }))
  let lines = named
  answer(getCart, () => lines)
  answer(removeFromCart, ({ params }) => {
    lines = lines.filter(({ itemId }) => itemId !== params.id)
    return null
  })
  answer(addToCart, ({ body: { itemId, count } }) => {
    const line = { ...bead, ...named[itemId - 1], count }
    lines = named.flatMap((one) => (one.itemId === itemId ? [line] : lines.filter(({ id }) => id === one.id)))
    return line
  })
  const user = await openApp('/cart')
  await button('Delete Gong')
  return { user, names: () => lines.map(({ name }) => name) }
}

test('keeps the focus in a group that moves below another seller', async () => {
  const lines = ['Bead', 'Drum', 'Gong'].map((name, index) => {
    const sellerId = index === 1 ? 3 : 2
    return { ...bead, id: index + 1, itemId: index + 1, name, sellerId, sellerUsername: `seller${sellerId}` }
  })
  answer(getCart, () => lines)
  answer(removeFromCart, () => null)
  const user = await openApp('/cart')
  const first = await button('Delete Bead')
  answer(getCart, () => lines.slice(1))
  await user.click(first)
  await waitFor(() => expect(first).not.toBeInTheDocument())
  expect(screen.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent('From seller3')
  expect(await button('Delete Gong')).toHaveFocus()
})

test('changes, deletes and restores lines by keyboard', async () => {
  const { user, names } = await openCartOfThree()
  const rows = () => within(screen.getByRole('region', { name: 'My Order' })).queryAllByRole('listitem')
  expect(rows().map((one) => within(one).getByRole('link').textContent)).toEqual(['Bead', 'Drum', 'Gong'])
  const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')
  screen.getByRole('link', { name: 'Bead' }).focus()
  await user.keyboard('{Tab}')
  expect(await button('One less of Bead')).toHaveFocus()
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(rowOf('Bead')).toHaveTextContent('Quantity 2'))
  // The button is now without effect, but it still has the focus.
  expect(await button('One more of Bead')).toHaveFocus()
  await user.keyboard('{Tab}{Enter}')
  await waitFor(async () => expect(await button('Delete Drum')).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await button('Delete Gong')).toHaveFocus())
  await waitFor(() => expect(rows()).toHaveLength(1))
  // The key restores only lines that the page has shown as deleted, which happens after the server deletes them.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2))
  await user.keyboard('zz')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rowOf('Bead')).toHaveTextContent('Quantity 2')
  expect(rowOf('Drum')).toHaveTextContent('Quantity 1')
  ;(await button('Delete Bead')).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Bead' })).toBeNull())
  // Keys are faster than the server: the second one is pressed before the first line is removed.
  ;(await button('Delete Drum')).focus()
  await user.keyboard('{Enter}')
  expect(await button('Delete Gong')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Your cart is empty.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Cart' })).toBeVisible()
  await waitFor(() => expect(names()).toEqual([]))
  expect(screen.getByRole('link', { name: 'See what is for sale' })).toHaveAttribute('href', '/marketplace')
})

const drum = { ...bead, name: 'Drum', price: 900, priceWhenAdded: 900, stock: 5 }
const placedOrder = { orderId: 9, transactionRef: 'RS-AAAAAAAAAAAAAAAAAAAA', totalAmount: 900 }
const part = (name: string) => within(screen.getByRole('region', { name }))
const pay = () => button('Proceed to payment Pay ₦900.00')

/** Opens the checkout of a cart with one drum. */
async function openCheckout() {
  answer(getCart, () => [drum])
  const user = await openApp('/cart')
  const phone = await screen.findByLabelText('Phone Number')
  return { user, phone }
}

/** Opens the checkout without saved addresses and with a separate shipping address. */
async function openWithNewAddresses() {
  answer(listAddresses, () => [])
  const { user, phone } = await openCheckout()
  await user.click(screen.getByRole('switch', { name: 'Use billing address for shipping' }))
  return { user, phone }
}

/** Opens the checkout with everything that is needed to pay. */
async function openFilledCheckout() {
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
  return { user, phone }
}

/** Pays without getting a reply, so nobody knows whether the order was placed. */
async function payWithoutAnswer() {
  const { user } = await openFilledCheckout()
  answer(checkout, () => Promise.reject(noConnection))
  await user.click(await pay())
  await notice(/^No response from the server\./)
  await closeApp()
  return user
}

const sentKeys = () => callsOf(checkout).map(({ headers }) => headers.get('idempotency-key'))

test('starts the checkout with the phone number of the last order', async () => {
  answer(listOrders, () => pageWith([{ ...sampleOrder, phoneNumber: '08031234567' }]))
  answer(getCart, () => [drum])
  await openApp('/cart')
  await waitFor(() => expect(screen.getByLabelText('Phone Number')).toHaveValue('08031234567'))
})

test('lists everything that is missing and focuses the first field', async () => {
  const { user, phone } = await openWithNewAddresses()
  expect(part('Billing').queryByRole('radio')).toBeNull()
  await user.click(await pay())
  expect(await screen.findByText('Phone Number is required')).toBeVisible()
  for (const side of ['Billing', 'Shipping'])
    for (const name of ['State', 'LGA', 'Street Number', 'Address Line 1'])
      expect(part(side).getByText(`${name} is required`)).toBeVisible()
  expect(phone).toHaveFocus()
  await user.type(phone, '0803')
  expect(screen.queryByText('Phone Number is required')).toBeNull()
  await user.click(await pay())
  expect(await screen.findByText('Phone numbers are 7 to 15 digits.')).toBeVisible()
})

test('sends new addresses and restores them after a rejection', async () => {
  const { user, phone } = await openWithNewAddresses()
  await user.type(phone, '+234 (0) 803 123-4567')
  for (const [side, street] of [
    ['Billing', 'Bode Thomas Street'],
    ['Shipping', 'Ring Road'],
  ] as const) {
    await user.selectOptions(part(side).getByLabelText('State'), 'Lagos')
    await part(side).findByRole('option', { name: 'Surulere' })
    await user.selectOptions(part(side).getByLabelText('LGA'), 'Surulere')
    await user.type(part(side).getByLabelText('Street Number'), '7')
    await user.type(part(side).getByLabelText('Address Line 1'), street)
  }
  const text = 'This LGA is not in the state.'
  answer(checkout, () => rejected(400, text, { fields: { 'shippingAddress.lgaCode': text } }))
  await user.click(await pay())
  expect(await part('Shipping').findByText(text)).toBeVisible()
  expect(part('Shipping').getByLabelText('LGA')).toHaveFocus()
  expect(callsOf(checkout)).toMatchObject([
    {
      body: {
        phoneNumber: '08031234567',
        expectedTotal: 900,
        billingAddress: { addressLine1: 'Bode Thomas Street', cityCode: 'NG-LA' },
        shippingAddress: { addressLine1: 'Ring Road', lgaCode: 'NG-LA-SURULERE' },
      },
    },
  ])
  await closeApp()
  await openApp('/cart')
  expect(await screen.findByLabelText('Phone Number')).toHaveValue('+234 (0) 803 123-4567')
  expect(part('Shipping').getByLabelText('Address Line 1')).toHaveValue('Ring Road')
  await waitFor(() => expect(part('Shipping').getByLabelText('LGA')).toHaveDisplayValue('Surulere'))
})

test('shows a changed total and orders at it after another click', async () => {
  const { user } = await openFilledCheckout()
  const text = 'The total has changed: it is ₦950.50 now.'
  answer(checkout, () => rejected(409, text, { code: 'PRICE_CHANGED' }))
  answer(getCart, () => [{ ...drum, price: 950.5 }])
  await user.click(await pay())
  await notice(text)
  const summary = screen.getByRole('region', { name: 'Summary' })
  await waitFor(() => expect(summary).toHaveTextContent('The total was ₦900.00 and is ₦950.50 now.'))
  expect(await rowOf('Drum')).toHaveTextContent('The price went up')
  await user.click(await button('Proceed to payment Pay ₦950.50'))
  await waitFor(() => expect(callsOf(checkout)).toHaveLength(2))
  expect(callsOf(checkout).map(({ body }) => body.expectedTotal)).toEqual([900, 950.5])
})

test('names and focuses a line that sold out during the checkout', async () => {
  const { user, phone } = await openFilledCheckout()
  answer(checkout, () => rejected(409, 'There is only 1 left of Drum.', { code: 'OUT_OF_STOCK' }))
  answer(getCart, () => [{ ...drum, count: 2, stock: 1, available: false }])
  await user.click(await pay())
  await notice('There is only 1 left of Drum.')
  await waitFor(async () => expect(await rowOf('Drum')).toHaveTextContent('Only 1 left: choose fewer.'))
  expect(screen.getByRole('link', { name: 'Drum' })).toHaveFocus()
  const blocked = await button('Nothing to pay Nothing to pay')
  expect(blocked).toBeDisabled()
  expect(blocked).toHaveAccessibleDescription(
    'Something in your cart cannot be bought. Choose fewer or delete it to go on.',
  )
  answer(addToCart, () => ({ ...drum, stock: 1 }))
  await user.click(await button('One less of Drum'))
  await waitFor(async () => expect(await pay()).toBeEnabled())
  expect(phone).toHaveValue('08031234567')
})

test('shows that a saved address was deleted', async () => {
  const { user } = await openFilledCheckout()
  const text = 'You have no such address.'
  answer(checkout, () => rejected(400, text, { fields: { billingAddressId: text } }))
  await user.click(await pay())
  await screen.findByText(text)
  const choice = screen.getByRole('group', { name: 'Billing address, saved' })
  expect(choice).toHaveAccessibleDescription(text)
  expect(within(choice).getByRole('radio')).toHaveFocus()
})

test('shows an overlay while the payment page loads', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = await openFilledCheckout()
  answer(checkout, () => placedOrder)
  answer(initiatePayment, () => ({ authorizationUrl: 'https://pay.example/x' }))
  answer(getCart, () => [])
  await user.dblClick(await pay())
  const overlay = await screen.findByRole('alertdialog', { name: 'Payment page' })
  await waitFor(() => expect(overlay).toHaveAccessibleDescription('Taking you to pay.example to pay…'))
  expect(overlay).toHaveFocus()
  expect(assign.mock.calls).toEqual([['https://pay.example/x']])
  expect(callsOf(checkout)).toHaveLength(1)
})

test('sends an order without a reply again with the same key', async () => {
  const user = await payWithoutAnswer()
  answer(getCart, () => [])
  await openApp('/cart')
  expect(await screen.findByText('We could not confirm whether your last order was placed.')).toBeVisible()
  answer(checkout, () => placedOrder)
  answer(initiatePayment, () => rejected(502, 'Payment initiation failed', { code: 'PROVIDER_TROUBLE' }))
  await user.click(await button('Check and continue to payment'))
  await notice('Payment initiation failed')
  expect(window.location.pathname).toBe(`/my-order/${placedOrder.transactionRef}`)
  expect(sentKeys()).toHaveLength(2)
  expect(new Set(sentKeys()).size).toBe(1)
})

test('uses a new key if the cart changed after an order without a reply', async () => {
  const user = await payWithoutAnswer()
  answer(getCart, () => [{ ...drum, id: 12, itemId: 2, name: 'Gong' }])
  await openApp('/cart')
  await rowOf('Gong')
  await untilLoaded()
  await user.click(await pay())
  await waitFor(() => expect(callsOf(checkout)).toHaveLength(2))
  expect(new Set(sentKeys()).size).toBe(2)
})
