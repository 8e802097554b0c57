import { countQueues } from '@rootsquare/contract/moderation'
import {
  getAdminOrder,
  listAdminOrders,
  retryOrder,
  settleRefund,
} from '@rootsquare/contract/trade/admin-orders'
import type { AdminOrder, AdminOrderEntry } from '@rootsquare/contract/trade/admin-orders'
import { refundLine } from '@rootsquare/contract/trade/orders'
import { decideHeld } from '@rootsquare/contract/trade/payments'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OrderRecords } from '#web/features/orders/admin/order-records.tsx'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { noQueues, openApp } from '#web/test/open-app.tsx'
import { drumLine, reference } from '#web/test/orders.ts'
import { textsOf, existing } from '#web/test/page.ts'
import { button, currentUrl, dialog, noDialog, notice, rejected } from '#web/test/trade-screen.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const createdDate = '2026-01-05T10:00:00.000Z'
const admin = { roles: ['ADMIN' as const] }

const entry: AdminOrderEntry = {
  orderId: 9,
  transactionRef: reference,
  orderStatus: 'PROCESSING',
  totalAmount: 500,
  buyerId: 3,
  buyerUsername: 'bello',
  problems: ['REFUND_FAILED', 'LATE'],
  createdDate,
}
const payment: AdminOrder['payments'][number] = {
  reference,
  state: 'PAID',
  providerStatus: 'success',
  expected: 500,
  paid: 500,
  currency: 'NGN',
  heldReason: null,
  createdDate,
  settledDate: createdDate,
}
const refund: AdminOrder['refunds'][number] = {
  id: 4,
  orderLineId: null,
  reference,
  amount: 100,
  state: 'FAILED',
  createdDate,
  changedDate: createdDate,
  settledDate: null,
  can: { settle: true },
}
const order: AdminOrder = {
  ...entry,
  phoneNumber: null,
  shippingAddress: null,
  billingAddress: null,
  orderItemList: [{ ...drumLine, state: 'PROCESSING', can: { ...drumLine.can, refund: true } }],
  parcels: [],
  payBefore: null,
  held: false,
  refund: null,
  extraPayments: [],
  history: [{ state: 'PENDING', createdDate }],
  heldReason: null,
  sellers: [{ sellerId: 2, sellerUsername: 'sade', total: 500 }],
  payments: [payment],
  refunds: [refund],
  disputes: [],
  payouts: [],
  ledger: [],
  can: { pay: false, cancel: false, confirm: false, retry: true, decideHeld: false },
}

test('searches by problem and reference and writes both into the address', async () => {
  answer(listAdminOrders, () => ({ content: [entry], nextCursor: null }))
  const user = await openApp('/admin-orders', admin)
  const row = (await screen.findByRole('link', { name: reference })).closest('tr')
  expect(row).toHaveTextContent('@belloPROCESSINGRefund failedLate₦500.005 Jan 2026, 11:00')
  expect(screen.getByRole('link', { name: reference })).toHaveAttribute('href', '/admin-orders/9')
  answer(listAdminOrders, () => ({ content: [], nextCursor: null }))
  await user.click(screen.getByRole('link', { name: 'Payment held' }))
  expect(await within(screen.getByRole('main')).findByText('No order has this problem.')).toBeVisible()
  const problems = within(screen.getByRole('navigation', { name: 'Problems' }))
  expect(textsOf(problems.getAllByRole('link', { current: 'page' }))).toEqual(['Payment held'])
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'aaaa')
  await waitFor(() =>
    expect(lastOf(callsOf(listAdminOrders))?.query).toMatchObject({ q: 'aaaa', problem: 'HELD' }),
  )
  expect(currentUrl()).toBe('/admin-orders?problem=HELD&search=aaaa')
  await user.click(await button('Clear All Filters'))
  await waitFor(() => expect(currentUrl()).toBe('/admin-orders'))
})

test('loads more orders with the cursor and retries a failed list', async () => {
  answer(listAdminOrders, () => rejected(400, 'The loom broke'))
  const user = await openApp('/admin-orders', admin)
  await notice('The loom broke')
  answer(listAdminOrders, ({ query }) =>
    query.cursor === 9
      ? { content: [{ ...entry, orderId: 8, transactionRef: 'RS-B' }], nextCursor: null }
      : { content: [entry], nextCursor: 9 },
  )
  await user.click(await button('Retry'))
  await user.click(await button('Load more'))
  expect(await screen.findByRole('link', { name: 'RS-B' })).toBeVisible()
  expect(screen.getByRole('link', { name: reference })).toBeVisible()
})

test('shows the other records if one cannot be shown', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const entryOf = (id: number) => {
    if (id === 2) throw new TypeError('x is not a function')
    return { state: { label: 'Paid', tone: 'leaf' } as const, about: `Number ${id}`, facts: {} }
  }
  render(<OrderRecords title="Payments" of={[1, 2, 3]} rowKey={(id) => id} entryOf={entryOf} />)
  const rows = textsOf(screen.getAllByRole('listitem'))
  expect(rows).toEqual(['PaidNumber 1', 'This cannot be shown.', 'PaidNumber 3'])
})

test('requests a failed refund again', async () => {
  answer(getAdminOrder, () => order)
  const user = await openApp('/admin-orders/9', admin)
  const refunds = await screen.findByRole('region', { name: 'Refunds' })
  expect(refunds).toHaveTextContent('Failed₦100.00ForThe whole payment')
  expect(screen.getByRole('region', { name: 'Payments' })).toHaveTextContent('Paid')
  expect(screen.getByRole('region', { name: 'Buyer and sellers' })).toHaveTextContent('@bello')
  expect(textsOf(within(screen.getByRole('list', { name: 'Problems' })).getAllByRole('listitem'))).toEqual([
    'Refund failed',
    'Late',
  ])
  answer(retryOrder, () => rejected(409, 'Nothing of this order has failed', { code: 'NOTHING_FAILED' }))
  await user.click(await button('Request failed refunds again'))
  await notice('Nothing of this order has failed')
  const asked = { ...order, refunds: [{ ...refund, state: 'PENDING' as const }] }
  const retried = { ...asked, can: { ...order.can, retry: false } }
  answer(retryOrder, () => retried)
  answer(getAdminOrder, () => retried)
  await user.click(await button('Request failed refunds again'))
  await notice('It has been requested again.')
  await waitFor(() => expect(refunds).toHaveTextContent('On its way'))
  expect(screen.queryByRole('button', { name: 'Request failed refunds again' })).toBeNull()
})

test('settles a failed refund outside the provider, with a note', async () => {
  answer(getAdminOrder, () => order)
  const user = await openApp('/admin-orders/9', admin)
  await user.click(await button('Settle ₦100.00 another way'))
  const form = await dialog('Settle the refund of ₦100.00?')
  await user.click(form.getByRole('button', { name: 'Settle ₦100.00' }))
  expect(form.getByText('Note is required')).toBeVisible()
  await user.type(form.getByLabelText('Note'), 'By bank transfer')
  const paid = { ...refund, state: 'PROCESSED' as const, settledDate: createdDate, can: { settle: false } }
  const settled: AdminOrder = { ...order, refunds: [paid], can: { ...order.can, retry: false } }
  answer(settleRefund, () => settled)
  answer(getAdminOrder, () => settled)
  await user.click(form.getByRole('button', { name: 'Settle ₦100.00' }))
  await notice('The refund counts as paid.')
  expect(callsOf(settleRefund)).toMatchObject([
    { params: { id: 9 }, body: { refundId: 4, note: 'By bank transfer' } },
  ])
  expect(screen.getByRole('region', { name: 'Refunds' })).toHaveTextContent(
    /Refunded₦100\.00.*Settled outside the provider5 Jan 2026, 11:00/,
  )
  expect(screen.queryByRole('button', { name: /another way$/ })).toBeNull()
})

test('closes the dialog if another admin has settled the refund', async () => {
  answer(getAdminOrder, () => order)
  const user = await openApp('/admin-orders/9', admin)
  await user.click(await button('Settle ₦100.00 another way'))
  const form = await dialog('Settle the refund of ₦100.00?')
  await user.type(form.getByLabelText('Note'), 'By bank transfer')
  answer(settleRefund, () => rejected(409, 'This refund has not failed.', { code: 'NOT_FAILED' }))
  await user.click(form.getByRole('button', { name: 'Settle ₦100.00' }))
  await notice('This refund has not failed.')
  await noDialog()
  expect(await button('Settle ₦100.00 another way')).toBeEnabled()
})

test('focuses the title when a retry removes its button', async () => {
  answer(getAdminOrder, () => order)
  const user = await openApp('/admin-orders/9', admin)
  const retry = await button('Request failed refunds again')
  const retried = { ...order, can: { ...order.can, retry: false } }
  answer(retryOrder, () => retried)
  answer(getAdminOrder, () => retried)
  await user.click(retry)
  await waitFor(() => expect(retry).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('shows disputes, payouts, the ledger and what a retry covers', async () => {
  const entries = [
    { account: 'CLEARING', amount: 500 },
    { account: 'ON_THE_WAY', amount: -500 },
  ]
  const seller = { sellerId: 2, sellerUsername: 'sade' }
  const failed = { amount: 500, state: 'FAILED' as const, reference: 'payout-1', why: 'No such account' }
  const whole: AdminOrder = {
    ...order,
    disputes: [
      { id: 6, orderLineId: 31, name: 'Drum', reason: 'DAMAGED', state: 'OPEN', decision: null, createdDate },
    ],
    payouts: [{ id: 8, ...failed, ...seller, createdDate }],
    ledger: [{ id: 1, kind: 'PAYMENT', entries, createdDate }],
  }
  answer(getAdminOrder, () => whole)
  await openApp('/admin-orders/9', admin)
  expect(await button('Request failed refunds and payouts again')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Disputes' })).toHaveTextContent('It is damaged')
  expect(screen.getByRole('link', { name: 'See the dispute about Drum' })).toHaveAttribute(
    'href',
    '/disputes/6',
  )
  expect(screen.getByRole('region', { name: 'Payouts' })).toHaveTextContent('Failed₦500.00Tosade')
  expect(screen.getByRole('region', { name: 'Ledger' })).toHaveTextContent('On the way −₦500.00')
})

test('refunds a line with a reason and reloads the order', async () => {
  answer(getAdminOrder, () => order)
  const user = await openApp('/admin-orders/9', admin)
  await user.click(await button(/^Refund this line/))
  const form = await dialog('Refund of Drum')
  expect(form.getByText(/^It has not been shipped\. The buyer gets ₦500\.00 back/)).toBeVisible()
  await user.type(form.getByLabelText('Reason'), 'Sold out')
  answer(refundLine, () => order)
  const canceled = order.orderItemList.map((line) => ({
    ...line,
    state: 'CANCELED' as const,
    can: { ...line.can, refund: false },
  }))
  answer(getAdminOrder, () => ({ ...order, orderItemList: canceled }))
  await user.click(form.getByRole('button', { name: 'Refund ₦500.00' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Refund this line/ })).toBeNull())
  expect(callsOf(refundLine)).toMatchObject([{ body: { orderLineId: 31, reason: 'Sold out' } }])
})

test('accepts a held payment from its order', async () => {
  const held = { ...payment, state: 'HELD' as const, paid: 50, heldReason: '₦50.00 was paid' }
  const can = { ...order.can, retry: false, decideHeld: true }
  const waiting: AdminOrder = { ...order, problems: ['HELD'], payments: [held], refunds: [], can }
  answer(getAdminOrder, () => waiting)
  const user = await openApp('/admin-orders/9', admin)
  await user.click(await button('Accept payment'))
  const question = await dialog('Accept this payment?')
  answer(decideHeld, () => null)
  answer(getAdminOrder, () => ({ ...order, problems: [] }))
  await user.click(question.getByRole('button', { name: 'Accept payment' }))
  await notice('The payment has been dealt with. The buyer has been told.')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull())
  expect(callsOf(decideHeld)).toMatchObject([{ body: { action: 'accept', reference } }])
})

test('says that an order does not exist', async () => {
  answer(getAdminOrder, () => rejected(404, 'There is no such order.'))
  await openApp('/admin-orders/9', admin)
  expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeVisible()
})

test('shows staff how much waits at each menu entry', async () => {
  answer(listAdminOrders, () => ({ content: [], nextCursor: null }))
  answer(countQueues, () => ({
    ...noQueues,
    cases: 2,
    items: 3,
    proposals: 4,
    refunds: 1,
    disputes: 5,
    named: 6,
  }))
  const user = await openApp('/admin-orders', admin)
  await user.click(existing(lastOf(await screen.findAllByRole('button', { name: 'Menu' }))))
  const waiting = [
    'Reported Posts, 2',
    'Users Submissions, 7',
    'Groups to add, 6',
    'All Orders, 1',
    'All disputes, 5',
  ]
  for (const name of waiting.map((entry) => `${entry} waiting`))
    expect((await screen.findAllByRole('link', { name }))[0]).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Held payments' })[0]).toBeInTheDocument()
})

test('does not request the counts of staff for members', async () => {
  answer(countQueues, () => rejected(403, 'No'))
  const user = await openApp('/bookmarks-of-nobody')
  await user.click(existing(lastOf(await screen.findAllByRole('button', { name: 'Menu' }))))
  expect((await screen.findAllByRole('link', { name: 'My Orders' }))[0]).toBeInTheDocument()
  expect(callsOf(countQueues)).toEqual([])
})
