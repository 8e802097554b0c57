import type { OrderAddress } from '@rootsquare/contract/addresses'
import {
  cancelOrder,
  confirmOrder,
  listOrders,
  listSellerOrders,
  moveLine,
  refundLine,
} from '@rootsquare/contract/trade/orders'
import type { Order, OrderLine, SellerOrder } from '@rootsquare/contract/trade/orders'
import { initiatePayment, verifyPayment } from '@rootsquare/contract/trade/payments'
import { getPayoutBalance } from '@rootsquare/contract/trade/payouts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { openLiveApp } from '#web/test/live-streams.ts'
import { openApp } from '#web/test/open-app.tsx'
import {
  canceledOrder,
  drumLine as drum,
  nothingTo,
  ordered,
  paidOrder as paid,
  pendingOrder,
  reference,
  sampleParcel,
  sampleSale as sold,
} from '#web/test/orders.ts'
import {
  button,
  currentUrl,
  dialog,
  homeAddress,
  noDialog,
  notice,
  pageWith,
  rejected,
} from '#web/test/trade-screen.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const orderPath = `/my-order/${reference}`
const noResponse = 'No response from the server. Please check your network connection.'

const street: OrderAddress = { ...homeAddress, addressLine2: 'Behind the bakery', unitNumber: null }
const pending: Order = { ...pendingOrder, shippingAddress: street, billingAddress: street }
const toShip: SellerOrder = {
  ...sold,
  state: 'PROCESSING',
  phoneNumber: '08031234567',
  shippingAddress: street,
  billingAddress: street,
  paidDate: '2026-01-06T10:00:00.000Z',
  can: { ship: true, decline: true, message: true },
}

const expectStatus = async (state: string) =>
  waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).parentElement).toHaveTextContent(
      new RegExp(`${state}$`),
    ),
  )

/** Answers both the list and the payment check with this order from now on. */
function answerOrder(order: Order): void {
  answer(listOrders, () => pageWith([order]))
  answer(verifyPayment, () => order)
}

test('shows an empty and a failed list of orders', async () => {
  answer(listOrders, () => rejected(400, 'Not now'))
  const user = await openApp('/my-orders')
  await notice('Failed to fetch orders')
  answer(listOrders, () => pageWith([]))
  await user.click(await button('Retry'))
  expect(await screen.findByText('You have not ordered anything yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See what is for sale' })).toHaveAttribute('href', '/marketplace')
})

test('lists an order with its first item, quantity and total', async () => {
  const lines = [drum, { ...drum, orderLineId: 32, quantity: 2 }, { ...drum, orderLineId: 33 }]
  const order = { ...pending, orderItemList: lines, totalAmount: 2_000_150.02 }
  answer(listOrders, ({ query }) => pageWith(query.status?.includes('PENDING') ? [order] : []))
  await openApp('/my-orders')
  const card = within(await screen.findByRole('main')).findByRole('listitem')
  for (const text of ['Drum and 2 more', 'Quantity 4', 'PENDING', '₦2,000,150.02'])
    expect(await card).toHaveTextContent(text)
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/user')
  const tabs = within(screen.getByRole('navigation', { name: 'My Orders' }))
  expect(tabs.getByRole('link', { name: /^Completed\/Pending/ })).toHaveTextContent(/1 order$/)
})

test('shows all details of an order', async () => {
  answerOrder(pending)
  await openApp(orderPath)
  await expectStatus('PENDING')
  expect(screen.getByText(/^Pay before .*\d:\d\d/).parentElement).toHaveTextContent(
    /^Nothing is paid yet\. Pay before .*, or cancel the order\.$/,
  )
  const steps = within(screen.getByRole('list', { name: 'Status timeline' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent?.replace(/\d.*/, ''))).toEqual([
    'Ordered',
    'Paid, still to come',
    'Shipped, still to come',
    'Completed, still to come',
  ])
  const summary = screen.getByRole('region', { name: 'Summary' })
  for (const text of [reference, '₦500.00', '08031234567']) expect(summary).toHaveTextContent(text)
  for (const name of ['Shipping address', 'Billing address'])
    for (const text of ['12', 'Bode Thomas Street', 'Behind the bakery', 'Lagos', 'Surulere', '101241'])
      expect(within(summary).getByRole('region', { name })).toHaveTextContent(text)
  expect(screen.getByRole('link', { name: 'Back to My Orders' })).toHaveAttribute('href', '/my-orders')
  const items = within(screen.getByRole('region', { name: 'Items from sade' }))
  expect(items.getByText('Quantity 1 · ₦500.00 each')).toBeVisible()
  expect(items.getByRole('link', { name: 'Message Seller' })).toHaveAttribute('href', '/messages/2')
})

test('loads a failed order again with Retry', async () => {
  answer(listOrders, () => rejected(429, 'Slow down'))
  const user = await openApp(orderPath)
  await notice('Failed to fetch order details')
  answerOrder(pending)
  await user.click(await button('Retry'))
  await expectStatus('PENDING')
})

test.each([
  ['that is not there', () => pageWith<Order>([])],
  ['of a wrong reference', () => rejected(400, 'Not now')],
])('shows “Order not found” for an order %s', async (_, reply) => {
  answer(listOrders, reply)
  await openApp(orderPath)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Order not found'))
})

test('shows why the payment page does not open', async () => {
  answerOrder(pending)
  answer(initiatePayment, () => Promise.reject(noConnection))
  const user = await openApp(orderPath)
  await user.click(await button('Pay Now'))
  await notice('Payment initiation failed')
  answer(initiatePayment, () => rejected(409, 'This order has been paid already.', { code: 'WRONG_STATE' }))
  answerOrder(paid)
  await user.click(await button('Pay Now'))
  await notice('This order has been paid already.')
  await expectStatus('PROCESSING')
  for (const name of ['Pay Now', 'Cancel Order']) expect(await button(name)).toBeDisabled()
})

test('leaves the dialog open after a failed cancellation', async () => {
  answerOrder(pending)
  answer(cancelOrder, () => rejected(500, 'Oops', { code: 'INTERNAL' }))
  const user = await openApp(orderPath)
  await user.click(await button('Cancel Order'))
  const question = await dialog('Cancel this order?')
  await user.click(question.getByRole('button', { name: 'Cancel Order' }))
  await notice('Failed to cancel order')
  const history: Order['history'] = [ordered, { state: 'CANCELED', createdDate: '2026-01-06T10:00:00.000Z' }]
  const canceled: Order = { ...canceledOrder, history }
  answer(cancelOrder, () => canceled)
  answerOrder(canceled)
  await user.click(question.getByRole('button', { name: 'Cancel Order' }))
  await notice('Your order has been canceled.')
  await expectStatus('CANCELED')
  expect(screen.getByText(/^Nothing was charged\./)).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'Status timeline' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent?.replace(/\d.*/, ''))).toEqual(['Ordered', 'Canceled'])
  for (const name of ['Pay Now', 'Cancel Order']) expect(await button(name)).toBeDisabled()
})

test('shows the date by which the seller must send a paid order', async () => {
  answerOrder(paid)
  await openApp(orderPath)
  const text =
    /^The seller has until 20 Jan\w* 2026 to send it; after that you can ask for your money back\.$/
  expect(await screen.findByText(text)).toBeVisible()
})

test('shows the note of a shipped order and confirms its receipt', async () => {
  const shipped: Order = {
    ...paid,
    orderStatus: 'SHIPPED',
    orderItemList: [{ ...drum, state: 'SHIPPED', note: 'Rider Musa' }],
    history: [...paid.history, { state: 'SHIPPED', createdDate: '2026-01-07T10:00:00.000Z' }],
    can: { ...nothingTo, confirm: true },
  }
  answerOrder(shipped)
  const user = await openApp(orderPath)
  const text = /^Counts as received on 21 Jan\w* 2026 unless you confirm before\.$/
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText('Shipping note: Rider Musa')).toBeVisible()
  await user.click(await button('I have received it'))
  const completed: Order = { ...shipped, orderStatus: 'COMPLETED', can: nothingTo }
  answer(confirmOrder, () => completed)
  answerOrder(completed)
  await user.click(await button('Yes, I have it'))
  await notice('Thank you. Your order is completed.')
  await expectStatus('COMPLETED')
  expect(screen.queryByRole('button', { name: 'I have received it' })).toBeNull()
})

test('checks an unpaid order again when the window gets the focus', async () => {
  answerOrder(pending)
  await openApp(orderPath)
  await expectStatus('PENDING')
  answerOrder(paid)
  window.dispatchEvent(new Event('focus'))
  await expectStatus('PROCESSING')
})

test('offers no second payment while the first is being checked', async () => {
  const verified = Promise.withResolvers<Order>()
  answer(listOrders, () => pageWith([pending]))
  answer(verifyPayment, () => verified.promise)
  await openApp(`${orderPath}?trxref=${reference}-1&reference=1`)
  const asking = 'Checking your payment… Please do not pay twice.'
  expect(await screen.findByText(asking)).toBeVisible()
  await waitFor(() => expect(currentUrl()).toBe(orderPath))
  verified.reject(new Rejection(400, 'Not now'))
  expect(await screen.findByText(/^We have not heard about your payment yet\./)).toBeVisible()
  expect(screen.queryByText(asking)).toBeNull()
})

test('offers neither payment nor cancellation from the moment a payment is held', async () => {
  answerOrder(pending)
  const { push } = await openLiveApp(orderPath)
  expect(await button('Pay Now')).toBeEnabled()
  answerOrder({ ...pending, held: true, payBefore: null, can: nothingTo })
  push(6, 'order', { orderId: 9, state: 'PENDING' })
  expect(await screen.findByText(/^Your payment is being looked at/)).toBeVisible()
  for (const name of ['Pay Now', 'Cancel Order']) expect(await button(name)).toBeDisabled()
})

test('shows why a line was declined and what is refunded', async () => {
  const declined: OrderLine = { ...drum, state: 'CANCELED', reason: 'It has a crack' }
  const refund = { amount: 120.5, state: 'PENDING', createdDate: ordered.createdDate } as const
  answerOrder({ ...paid, orderItemList: [declined], refund })
  await openApp(orderPath)
  expect(await screen.findByText('Reason: It has a crack')).toBeVisible()
  expect(screen.getByText(/^₦120\.50 is on its way back to you\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask for a refund of Drum' })).toBeNull()
})

test('requires a reason for a refund and restores it', async () => {
  const line: OrderLine = { ...drum, state: 'PROCESSING', can: { ...drum.can, refund: true } }
  answerOrder({ ...paid, orderItemList: [line] })
  const user = await openApp(orderPath)
  await user.click(await button('Ask for a refund of Drum'))
  const form = await dialog('Refund of Drum')
  await user.click(form.getByRole('button', { name: 'Refund ₦500.00' }))
  expect(await form.findByText('Reason is required')).toBeVisible()
  await user.type(form.getByLabelText('Reason'), 'Nobody answers')
  await user.keyboard('{Escape}')
  await noDialog()
  await user.click(await button('Ask for a refund of Drum'))
  expect((await dialog('Refund of Drum')).getByLabelText('Reason')).toHaveValue('Nobody answers')
  answer(refundLine, () => rejected(409, 'This cannot be refunded now.', { code: 'WRONG_STATE' }))
  await user.click(await button('Refund ₦500.00'))
  await notice('This cannot be refunded now.')
  await noDialog()
})

test('sends a refund once, however often it is clicked', async () => {
  const line: OrderLine = { ...drum, state: 'PROCESSING', can: { ...drum.can, refund: true } }
  answerOrder({ ...paid, orderItemList: [line] })
  const user = await openApp(orderPath)
  await user.click(await button('Ask for a refund of Drum'))
  const form = await dialog('Refund of Drum')
  await user.type(form.getByLabelText('Reason'), 'Nobody answers')
  const refunded: Order = {
    ...paid,
    orderStatus: 'CANCELED',
    orderItemList: [{ ...drum, state: 'CANCELED', reason: 'Nobody answers' }],
    refund: { amount: 500, state: 'PROCESSED', createdDate: ordered.createdDate },
  }
  const answered = Promise.withResolvers<Order>()
  answer(refundLine, () => answered.promise)
  await user.dblClick(form.getByRole('button', { name: 'Refund ₦500.00' }))
  answerOrder(refunded)
  answered.resolve(refunded)
  await notice('The refund is on its way.')
  await expectStatus('CANCELED')
  expect(screen.getByText('₦500.00 has been refunded to you.')).toBeVisible()
  expect(callsOf(refundLine)).toMatchObject([{ body: { orderLineId: 31, reason: 'Nobody answers' } }])
})

test('shows an empty and a failed list of received orders', async () => {
  answer(listSellerOrders, () => rejected(400, 'Not now'))
  const user = await openApp('/received-orders')
  await notice('Failed to fetch orders')
  answer(listSellerOrders, () => pageWith([]))
  await user.click(await button('Retry'))
  expect(await screen.findByText('Nobody has ordered from you yet.')).toBeVisible()
})

test('filters received orders by those to ship', async () => {
  answer(listSellerOrders, ({ query }) => pageWith(query.status?.includes('PENDING') ? [sold, sold] : []))
  const user = await openApp('/received-orders')
  const row = within(await screen.findByRole('list', { name: 'Received orders' })).getAllByRole('listitem')[0]
  for (const text of ['Drum', 'Quantity 2', 'Bello Buyer', '₦2,500.50', 'PENDING'])
    expect(row).toHaveTextContent(text)
  const tabs = within(screen.getByRole('navigation', { name: 'Received Orders' }))
  expect(await tabs.findByRole('link', { name: /^Completed\/Pending 2 orders$/ })).toBeVisible()
  expect(await tabs.findByRole('link', { name: /^Canceled\/Failed 0 orders$/ })).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Show'), 'To ship')
  expect(await screen.findByText('Nothing is waiting to be shipped.')).toBeVisible()
  expect(currentUrl()).toBe('/received-orders?show=to-ship')
  await user.click(await button('Clear All Filters'))
  expect(await screen.findByRole('list', { name: 'Received orders' })).toBeVisible()
})

test('filters by one buyer from the menu of a row until Back', async () => {
  const parcel = { ...sampleParcel, id: 42 }
  const other = { ...sold, orderId: 32, parcel, buyer: 4, buyerName: 'Ada Other', username: 'ada' }
  answer(listSellerOrders, ({ query }) => {
    if (!query.status?.includes('PENDING')) return pageWith([])
    return pageWith(query.buyerId === undefined ? [sold, other] : [sold])
  })
  const user = await openApp('/received-orders')
  const rows = () => within(screen.getByRole('list', { name: 'Received orders' })).getAllByRole('listitem')
  const [options] = await screen.findAllByRole('button', { name: /^Options for / })
  expect(rows()).toHaveLength(2)
  options?.focus()
  await user.keyboard('{Enter}')
  await user.click(await button('Only this buyer'))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(currentUrl()).toBe('/received-orders?buyer=3')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Options for / })).toHaveFocus())
  expect(screen.getByRole('link', { name: /^Completed\/Pending/ })).toHaveTextContent(/1 order$/)
  await user.click(await button('Remove filter: Buyer: Bello Buyer'))
  await waitFor(() => expect(currentUrl()).toBe('/received-orders'))
  window.history.back()
  expect(await button('Remove filter: Buyer: Bello Buyer')).toBeVisible()
})

test('filters both tabs by one buyer', async () => {
  answer(listSellerOrders, () => pageWith([sold]))
  const user = await openApp('/received-orders?buyer=3')
  await screen.findByRole('list', { name: 'Received orders' })
  expect(lastOf(callsOf(listSellerOrders))?.query.buyerId).toBe(3)
  await user.click(screen.getByRole('link', { name: /^Canceled\/Failed/ }))
  await waitFor(() => expect(currentUrl()).toBe('/received-orders?buyer=3&tab=canceled'))
  await user.click(await button('Remove filter: Buyer: Bello Buyer'))
  await waitFor(() => expect(currentUrl()).toBe('/received-orders?tab=canceled'))
  await waitFor(() => expect(lastOf(callsOf(listSellerOrders))?.query.buyerId).toBeUndefined())
})

test('hides the address from the seller before the payment', async () => {
  answer(listSellerOrders, () => pageWith([sold]))
  await openApp('/received-order/31')
  await expectStatus('PENDING')
  expect(screen.getAllByText('Shown once it is paid')).toHaveLength(3)
  expect(screen.queryByText('Send it by')).toBeNull()
  for (const name of ['Mark as shipped', 'Decline', 'Packing slip'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('shows the address of a paid order to the seller', async () => {
  answer(listSellerOrders, () => pageWith([toShip]))
  await openApp('/received-order/31')
  await expectStatus('PROCESSING')
  const summary = screen.getByRole('region', { name: 'Summary' })
  for (const text of ['31', '₦2,500.50', '₦1,250.25', 'Send it by20 Jan 2026'])
    expect(summary).toHaveTextContent(text)
  for (const name of ['Shipping address', 'Billing address'])
    expect(screen.getByRole('region', { name })).toHaveTextContent('Bode Thomas Street')
  const phone = within(summary).getByRole('link', { name: '08031234567' })
  expect(phone).toHaveAttribute('href', 'tel:08031234567')
  const item = screen.getByRole('region', { name: 'Order Item' })
  expect(item).toHaveTextContent('Quantity 2 · ₦1,250.25 each')
  expect(item).toHaveTextContent('Together ₦2,500.50')
  const buyer = within(screen.getByRole('region', { name: 'Buyer' }))
  expect(buyer.getByText('Bello Buyer')).toBeVisible()
  expect(buyer.getByRole('link', { name: 'Message Buyer' })).toHaveAttribute('href', '/messages/3')
  const only = buyer.getByRole('link', { name: 'Only this buyer' })
  expect(only).toHaveAttribute('href', '/received-orders?buyer=3')
})

test('requires a reason to decline, and stays open without a connection', async () => {
  const parcel = { ...sampleParcel, fee: 100, feeLeft: 100 }
  answer(listSellerOrders, () => pageWith([{ ...toShip, parcel, feeWithRefund: 100 }]))
  answer(moveLine, () => Promise.reject(noConnection))
  const user = await openApp('/received-order/31')
  await user.click(await button('Decline'))
  const form = await dialog('Decline this order')
  const send = () => user.click(form.getByRole('button', { name: 'Decline and refund' }))
  expect(form.getByText(/^The buyer is refunded ₦2,600\.50 with the delivery fee/)).toBeVisible()
  await send()
  expect(await form.findByText('Reason is required')).toBeVisible()
  await user.click(form.getByLabelText('Reason'))
  await user.paste('x'.repeat(301))
  expect(await form.findByText('Maximum 300 characters allowed')).toBeVisible()
  await user.clear(form.getByLabelText('Reason'))
  await user.paste('It has a crack')
  await send()
  await notice(noResponse)
  expect(form.getByLabelText('Reason')).toHaveValue('It has a crack')
  const address = { shippingAddress: null, billingAddress: null, phoneNumber: null }
  const declined: SellerOrder = { ...sold, ...address, state: 'CANCELED', reason: 'It has a crack' }
  answer(moveLine, () => declined)
  answer(listSellerOrders, () => pageWith([declined]))
  await send()
  await notice('Declined. The buyer is refunded.')
  await expectStatus('CANCELED')
  expect(screen.getByText('Reason: It has a crack')).toBeVisible()
  expect(screen.getAllByText('Not shown: there is nothing to send')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Packing slip' })).toBeNull()
})

test('tells the seller not to send a declined order that was paid', async () => {
  answer(listSellerOrders, () => pageWith([{ ...toShip, state: 'CANCELED', can: sold.can }]))
  await openApp('/received-order/31')
  const text = 'Declined: the buyer gets the money back. Do not send it.'
  expect(await screen.findByText(text)).toBeVisible()
})

test('updates an order that was shipped in another window', async () => {
  answer(listSellerOrders, () => pageWith([toShip]))
  const user = await openApp('/received-order/31')
  await user.click(await button('Decline'))
  const form = await dialog('Decline this order')
  await user.type(form.getByLabelText('Reason'), 'Sold already')
  answer(moveLine, () => rejected(409, 'This has been shipped already.', { code: 'WRONG_STATE' }))
  answer(listSellerOrders, () => pageWith([{ ...toShip, state: 'SHIPPED', can: sold.can }]))
  await user.click(form.getByRole('button', { name: 'Decline and refund' }))
  await notice('This has been shipped already.')
  await noDialog()
  await expectStatus('SHIPPED')
})

test('updates open orders and counts after the seller’s changes', async () => {
  let orders = [paid]
  answer(listOrders, ({ query }) => pageWith(query.status?.includes('CANCELED') ? [] : orders))
  const { push } = await openLiveApp('/my-orders')
  const first = await screen.findByRole('link', { name: /^Completed\/Pending/ })
  await waitFor(() => expect(first).toHaveTextContent(/1 order$/))
  orders = [
    { ...paid, orderStatus: 'SHIPPED' },
    { ...pending, orderId: 10 },
  ]
  push(6, 'order', { orderId: 9, state: 'SHIPPED' })
  expect(await screen.findByText('SHIPPED')).toBeVisible()
  expect(first).toHaveTextContent(/2 orders$/)
})

test('updates the earnings after an order changes', async () => {
  answer(listSellerOrders, () => pageWith([toShip]))
  const { push } = await openLiveApp('/received-orders')
  expect(await screen.findByRole('link', { name: /^Held ₦1,500.00/ })).toBeVisible()
  answer(getPayoutBalance, () => ({ held: 2500, available: 0, onTheWay: 0, paid: 0 }))
  push(6, 'order', { orderId: 31, state: 'PROCESSING' })
  expect(await screen.findByRole('link', { name: 'Held ₦2,500.00 · available ₦0.00' })).toBeVisible()
})

test('updates an open order without losing what the seller types', async () => {
  answer(listSellerOrders, () => pageWith([toShip]))
  const { user, push } = await openLiveApp('/received-order/31')
  await user.click(await button('Decline'))
  const reason = (await dialog('Decline this order')).getByLabelText('Reason')
  await user.type(reason, 'The skin is')
  const calls = callsOf(listSellerOrders).length
  push(6, 'order', { orderId: 30, state: 'CANCELED' })
  answer(listSellerOrders, () => pageWith([{ ...toShip, state: 'CANCELED' }]))
  push(7, 'order', { orderId: 31, state: 'CANCELED' })
  await expectStatus('CANCELED')
  expect(callsOf(listSellerOrders)).toHaveLength(calls + 1)
  await user.type(reason, ' torn')
  expect(reason).toHaveValue('The skin is torn')
})
