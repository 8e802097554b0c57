import { listAddresses, listLgas, listStates, type Address } from '@rootsquare/contract/addresses'
import { addToCart, getCart, quoteCart, removeFromCart } from '@rootsquare/contract/trade/cart'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { listOrders } from '@rootsquare/contract/trade/orders'
import { initiatePayment } from '@rootsquare/contract/trade/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleLine, sampleQuote } from '#web/test/cart-line.ts'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { sampleOrder } from '#web/test/orders.ts'
import { button, home, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

const bead = { ...sampleLine, itemId: 1, name: 'Bead', stock: 40, price: 2.5, priceWhenAdded: 2.5 }
const row = () => screen.findByRole('listitem')

beforeEach(() => {
  answer(quoteCart, () => ({ sellers: [sampleQuote], total: 0 }))
  answer(listAddresses, () => [])
  answer(listStates, () => [{ name: 'Lagos', code: 'NG-LA' }])
  answer(listLgas, () => [{ name: 'Surulere', code: 'NG-LA-SURULERE' }])
  answer(listOrders, () => ({ content: [], last: true, totalPages: 0, totalElements: 0, number: 0 }))
})

test('a cart that does not load says why, and Retry loads it', async () => {
  answer(getCart, () => rejected(400, 'Not now'))
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
  answer(addToCart, () => rejected(409, 'There are only 9 left of Bead.'))
  const user = await openApp('/cart')
  await button('One more of Bead')
  answer(getCart, () => [{ ...bead, count: 9, stock: 9 }])
  await user.click(await button('One more of Bead'))
  await notice('There are only 9 left of Bead.')
  await waitFor(async () => expect(await button('One more of Bead')).toHaveAttribute('aria-disabled', 'true'))
  expect(await row()).toHaveTextContent('Quantity 9')
})

test('without a connection nothing changes, and the notice is shown once', async () => {
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

const rowOf = async (name: string) => {
  const rows = await within(await screen.findByRole('region', { name: 'My Order' })).findAllByRole('listitem')
  const row = rows.find(({ textContent }) => textContent?.includes(name))
  if (row === undefined) throw new Error(`No line ${name}`)
  return row
}

test('a line says that it ran out, became few, changed its price or left', async () => {
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

test('the total is exact to the kobo', async () => {
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

test('what ran out cannot be put back once it is deleted', async () => {
  answer(getCart, () => [{ ...bead, stock: 0, available: false }])
  answer(removeFromCart, () => null)
  const user = await openApp('/cart')
  await user.click(await button('Delete Bead'))
  await notice('Item deleted successfully')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

/** A line each of three items, as the server changes them. */
async function openThree() {
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

test('by keyboard: step, delete, go on with the neighbour, put back', async () => {
  const { user, names } = await openThree()
  const rows = () => within(screen.getByRole('region', { name: 'My Order' })).queryAllByRole('listitem')
  expect(rows().map((one) => within(one).getByRole('link').textContent)).toEqual(['Bead', 'Drum', 'Gong'])
  const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')
  screen.getByRole('link', { name: 'Bead' }).focus()
  await user.keyboard('{Tab}')
  expect(await button('One less of Bead')).toHaveFocus()
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(rowOf('Bead')).toHaveTextContent('Quantity 2'))
  // The button has no more use, yet the focus stays on it.
  expect(await button('One more of Bead')).toHaveFocus()
  await user.keyboard('{Tab}{Enter}')
  await waitFor(async () => expect(await button('Delete Drum')).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await button('Delete Gong')).toHaveFocus())
  await waitFor(() => expect(rows()).toHaveLength(1))
  // The key puts back what the page knows to be deleted, which is later than the server.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2))
  await user.keyboard('zz')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rowOf('Bead')).toHaveTextContent('Quantity 2')
  expect(rowOf('Drum')).toHaveTextContent('Quantity 1')
  ;(await button('Delete Bead')).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Bead' })).toBeNull())
  // As fast as keys go: the second is pressed before the first line has gone.
  ;(await button('Delete Drum')).focus()
  await user.keyboard('{Enter}')
  expect(await button('Delete Gong')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Your cart is empty.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Cart' })).toBeVisible()
  await waitFor(() => expect(names()).toEqual([]))
  expect(screen.getByRole('link', { name: 'See what is for sale' })).toHaveAttribute('href', '/marketplace')
})

const drum = { ...bead, name: 'Drum', price: 900, priceWhenAdded: 900, stock: 5 }
const made = { orderId: 9, transactionRef: 'RS-AAAAAAAAAAAAAAAAAAAA', totalAmount: 900 }
const part = (name: string) => within(screen.getByRole('region', { name }))
const pay = () => button('Proceed to payment Pay ₦900.00')

/** A cart with one drum, at its checkout. */
async function openCheckout(saved: Address[] = [home]) {
  answer(getCart, () => [drum])
  answer(listAddresses, () => saved)
  answer(listStates, () => [{ name: 'Lagos', code: 'NG-LA' }])
  answer(listLgas, () => [{ name: 'Surulere', code: 'NG-LA-SURULERE' }])
  answer(listOrders, () => pageWith([]))
  const user = await openApp('/cart')
  const phone = await screen.findByLabelText('Phone Number')
  const isSame = screen.getByRole('switch', { name: 'Use billing address for shipping' })
  return { user, phone, isSame }
}

test('a checkout begins with the phone number of the last order', async () => {
  answer(listOrders, () => pageWith([{ ...sampleOrder, phoneNumber: '08031234567' }]))
  answer(getCart, () => [drum])
  await openApp('/cart')
  await waitFor(() => expect(screen.getByLabelText('Phone Number')).toHaveValue('08031234567'))
})

test('a checkout names all that is missing, and focuses the first', async () => {
  const { user, phone, isSame } = await openCheckout([])
  expect(part('Billing').queryByRole('radio')).toBeNull()
  await user.click(isSame)
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

test('new addresses are sent, and survive a rejection and a walk elsewhere', async () => {
  const { user, phone, isSame } = await openCheckout([])
  await user.click(isSame)
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
  const text = 'This LGA does not lie in the state.'
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
  expect(part('Shipping').getByLabelText('LGA')).toHaveDisplayValue('Surulere')
})

test('a total that changed is shown, and agreed on by pressing again', async () => {
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
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

test('what ran out at the checkout is named and focused', async () => {
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
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

test('a saved address that is gone is said at its choice', async () => {
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
  const text = 'You have no such address.'
  answer(checkout, () => rejected(400, text, { fields: { billingAddressId: text } }))
  await user.click(await pay())
  await screen.findByText(text)
  const choice = screen.getByRole('group', { name: 'Billing address, saved' })
  expect(choice).toHaveAccessibleDescription(text)
  expect(within(choice).getByRole('radio')).toHaveFocus()
})

test('on the way to the payment page, an overlay says where it leads', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
  answer(checkout, () => made)
  answer(initiatePayment, () => ({ authorizationUrl: 'https://pay.example/x' }))
  answer(getCart, () => [])
  await user.dblClick(await pay())
  const overlay = await screen.findByRole('alertdialog', { name: 'Payment page' })
  await waitFor(() => expect(overlay).toHaveAccessibleDescription('Taking you to pay.example to pay…'))
  expect(overlay).toHaveFocus()
  expect(assign.mock.calls).toEqual([['https://pay.example/x']])
  expect(callsOf(checkout)).toHaveLength(1)
})

test('an order without an answer is sent again under the same key', async () => {
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
  answer(checkout, () => Promise.reject(noConnection))
  await user.click(await pay())
  await notice(/^No response from the server\./)
  await closeApp()
  answer(getCart, () => [])
  await openApp('/cart')
  expect(await screen.findByText('We did not hear whether your last order was placed.')).toBeVisible()
  answer(checkout, () => made)
  answer(initiatePayment, () => rejected(502, 'Payment initiation failed', { code: 'PROVIDER_TROUBLE' }))
  await user.click(await button('Check and go on to payment'))
  await notice('Payment initiation failed')
  expect(window.location.pathname).toBe(`/my-order/${made.transactionRef}`)
  const keys = callsOf(checkout).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('an order of something else is not taken for the one without an answer', async () => {
  const { user, phone } = await openCheckout()
  await user.type(phone, '08031234567')
  answer(checkout, () => Promise.reject(noConnection))
  await user.click(await pay())
  await notice(/^No response from the server\./)
  await closeApp()
  answer(getCart, () => [{ ...drum, id: 12, itemId: 2, name: 'Gong' }])
  await openApp('/cart')
  await rowOf('Gong')
  await user.click(await pay())
  await waitFor(() => expect(callsOf(checkout)).toHaveLength(2))
  const keys = callsOf(checkout).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
})
