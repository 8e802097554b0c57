import {
  addDisputeMessage,
  decideDispute,
  getDispute,
  listDisputes,
  openDispute,
  withdrawDispute,
} from '@rootsquare/contract/trade/disputes'
import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { listOrders, type Order } from '@rootsquare/contract/trade/orders'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { drumLine, reference, sampleOrder } from '#web/test/orders.ts'
import { untilLoaded } from '#web/test/page.ts'
import { button, currentUrl, dialog, noDialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

const at = '2026-01-05T10:00:00.000Z'
const nothing: Dispute['can'] = { write: false, grant: false, decide: false, withdraw: false }
const dispute: Dispute = {
  id: 4,
  state: 'OPEN',
  reason: 'DAMAGED',
  orderId: 9,
  transactionRef: reference,
  orderLineId: 31,
  itemId: 7,
  name: 'Drum',
  thumbnailUrl: null,
  quantity: 1,
  total: 500,
  buyer: { id: 1, username: 'ada', profileImage: null },
  seller: { id: 2, username: 'sade', profileImage: null },
  role: 'buyer',
  decision: null,
  amount: null,
  createdDate: at,
  decidedDate: null,
  decidedBy: null,
  decisionReason: null,
  lineState: 'SHIPPED',
  orderStatus: 'SHIPPED',
  note: null,
  parcel: {
    sellerId: 2,
    sellerUsername: 'sade',
    method: 'DELIVERY',
    fee: 150,
    feeLeft: 150,
    state: 'SHIPPED',
    carrier: 'GIG Logistics',
    trackingNumber: 'GIG-77',
    shippedDate: at,
    receivedDate: null,
    decidedDate: null,
  },
  fee: null,
  feeLeft: 150,
  feeWithRefund: 0,
  history: [{ state: 'SHIPPED', createdDate: at }],
  payment: { paidDate: at, reversedDate: null },
  refund: null,
  messages: [
    {
      id: 1,
      role: 'buyer',
      author: { id: 1, username: 'ada', profileImage: null },
      text: 'It is torn',
      images: [{ url: '/media/torn.webp', thumbnail: null }],
      createdDate: at,
    },
  ],
  can: { ...nothing, write: true, withdraw: true },
}
const decided: Dispute = {
  ...dispute,
  state: 'DECIDED',
  decision: 'SPLIT',
  amount: 200,
  decidedDate: at,
  decidedBy: 'staff',
  decisionReason: 'The pictures show it',
  fee: 100,
  feeLeft: 50,
  refund: { amount: 300, state: 'PENDING', createdDate: at },
  can: nothing,
}
const order: Order = {
  ...sampleOrder,
  orderStatus: 'SHIPPED',
  orderItemList: [{ ...drumLine, state: 'SHIPPED', can: { ...drumLine.can, dispute: true } }],
  createdDate: at,
  parcels: dispute.parcel === null ? [] : [{ ...dispute.parcel, can: { confirm: false } }],
  history: [{ state: 'SHIPPED', createdDate: at }],
}
const forSeller: Dispute = { ...dispute, role: 'seller', can: { ...nothing, write: true, grant: true } }
const forStaff: Dispute = { ...dispute, role: 'staff', can: { ...nothing, write: true, decide: true } }
const granted: Dispute = { ...decided, decidedBy: 'seller', amount: 500, decision: 'REFUND_BUYER' }
const aboutFee = /Whether the delivery fee of ₦150\.00 goes back is decided too\./
const field = (name: string) => screen.findByRole('textbox', { name })
const radio = (name: string) => screen.findByRole('radio', { name })

test('opens a dispute from a draft that survives closing', async () => {
  answer(listOrders, () => pageWith([order]))
  answer(openDispute, () => dispute)
  answer(getDispute, () => dispute)
  const user = await openApp(`/my-order/${reference}`)
  await user.click(await button('Something is wrong with Drum'))
  const form = await dialog('Something is wrong')
  expect(form.getByText(aboutFee)).toHaveTextContent(/^It is about ₦500\.00\./)
  await user.click(form.getByRole('button', { name: 'Tell the seller' }))
  expect(await form.findByText('Please choose what is wrong.')).toBeVisible()
  expect(callsOf(openDispute)).toHaveLength(0)
  await user.click(await radio('It is damaged'))
  await user.type(await field('What happened?'), 'It is torn')
  await user.keyboard('{Escape}')
  await noDialog()
  await user.click(await button('Something is wrong with Drum'))
  expect(await field('What happened?')).toHaveValue('It is torn')
  expect(await radio('It is damaged')).toBeChecked()
  await user.click(await button('Tell the seller'))
  await waitFor(() => expect(currentUrl()).toBe('/disputes/4'))
  expect(callsOf(openDispute)[0]?.body).toEqual({
    orderLineId: 31,
    reason: 'DAMAGED',
    text: 'It is torn',
    images: [],
  })
})

test('links a disputed line to its dispute', async () => {
  const [line] = order.orderItemList
  if (!line) throw new Error('There is no line.')
  const orderItemList = [{ ...line, disputeId: 4, can: { ...line.can, dispute: false } }]
  answer(listOrders, () => pageWith([{ ...order, orderItemList }]))
  await openApp(`/my-order/${reference}`)
  expect(await screen.findByRole('link', { name: 'See the dispute about Drum' })).toHaveAttribute(
    'href',
    '/disputes/4',
  )
})

test('shows parcel, payment and messages and sends a message', async () => {
  answer(getDispute, () => dispute)
  answer(addDisputeMessage, () => dispute)
  const user = await openApp('/disputes/4')
  const parcel = within(await screen.findByRole('region', { name: 'Parcel' }))
  expect(parcel.getByText('GIG-77')).toBeVisible()
  expect(screen.getByText(aboutFee)).toBeVisible()
  expect(screen.getByText('It is torn')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open picture 1 of 1' })).toBeVisible()
  await user.click(await button('Send'))
  expect(await field('Your message')).toHaveAccessibleDescription(/Please write a message\./)
  await user.type(await field('Your message'), 'Please look')
  await user.click(await button('Send'))
  await waitFor(async () => expect(await field('Your message')).toHaveValue(''))
  expect(callsOf(addDisputeMessage)[0]?.body).toEqual({ text: 'Please look', images: [] })
})

test('focuses the empty field after a message was sent', async () => {
  answer(getDispute, () => dispute)
  answer(addDisputeMessage, () => dispute)
  const user = await openApp('/disputes/4')
  await user.type(await field('Your message'), 'Please look')
  await user.click(await button('Send'))
  await waitFor(async () => expect(await field('Your message')).toHaveValue(''))
  expect(await field('Your message')).toHaveFocus()
})

test('leaves a rejected message in its field', async () => {
  answer(getDispute, () => dispute)
  answer(addDisputeMessage, () => rejected(409, 'This dispute has been decided already.'))
  const user = await openApp('/disputes/4')
  await user.type(await field('Your message'), 'Please look')
  await user.click(await button('Send'))
  await notice('This dispute has been decided already.')
  expect(await field('Your message')).toHaveValue('Please look')
})

test('refunds the buyer after the seller confirms', async () => {
  answer(getDispute, () => forSeller)
  answer(decideDispute, () => granted)
  const user = await openApp('/disputes/4')
  await user.click(await button('Give the money back'))
  expect(callsOf(decideDispute)).toHaveLength(0)
  const question = await dialog('Give ₦500.00 back?')
  expect(question.getByText(/^The delivery fee of ₦150\.00 does not go back\./)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Give ₦500.00 back' }))
  await waitFor(() => expect(callsOf(decideDispute)[0]?.body).toEqual({ decision: 'REFUND_BUYER' }))
})

test('lets staff split the money after a confirmation', async () => {
  answer(getDispute, () => forStaff)
  answer(decideDispute, () => decided)
  const user = await openApp('/disputes/4', { roles: ['ADMIN'] })
  await user.click(await radio('Split the money'))
  await user.type(await field('The buyer gets back (₦)'), '500')
  await user.type(await field('Reason'), 'The pictures show it')
  await user.click(await button('Decide'))
  expect(await screen.findByText(/^An amount above ₦0\.00 and below ₦500\.00/)).toBeVisible()
  await user.clear(await field('The buyer gets back (₦)'))
  await user.type(await field('The buyer gets back (₦)'), '200')
  expect(await screen.findByText('Buyer ₦200.00, seller ₦300.00')).toBeVisible()
  const fee = await field('Of the delivery fee the buyer gets back (₦)')
  expect(fee).toHaveValue('0.00')
  expect(fee).toHaveAccessibleDescription('₦150.00 of it is left.')
  await user.clear(fee)
  await user.type(fee, '150.01')
  await user.click(await button('Decide'))
  expect(await screen.findByText(/^An amount from ₦0\.00 to ₦150\.00/)).toBeVisible()
  await user.clear(fee)
  await user.type(fee, '100')
  await user.click(await button('Decide'))
  const question = await dialog('Decide this dispute?')
  expect(question.getByText(/^The buyer gets ₦200\.00 back, the seller ₦300\.00\./)).toHaveTextContent(
    'The buyer also gets ₦100.00 of the delivery fee back.',
  )
  await user.click(question.getByRole('button', { name: 'Decide' }))
  await waitFor(() =>
    expect(callsOf(decideDispute)[0]?.body).toEqual({
      decision: 'SPLIT',
      amount: 200,
      fee: 100,
      reason: 'The pictures show it',
    }),
  )
})

test('proposes the whole fee of a parcel that never came', async () => {
  const unseen: Dispute = { ...forStaff, reason: 'NOT_RECEIVED', feeWithRefund: 150 }
  answer(getDispute, () => unseen)
  const user = await openApp('/disputes/4', { roles: ['ADMIN'] })
  await user.click(await radio('Refund the buyer'))
  expect(await field('Of the delivery fee the buyer gets back (₦)')).toHaveValue('150.00')
  await user.type(await field('Reason'), 'It never came')
  await user.click(await button('Decide'))
  const question = await dialog('Decide this dispute?')
  expect(question.getByText(/The buyer also gets ₦150\.00 for delivery back\./)).toBeVisible()
})

test('shows a decision with its reason and no actions', async () => {
  answer(getDispute, () => decided)
  await openApp('/disputes/4')
  const outcome = within(await screen.findByRole('region', { name: 'Decision' }))
  expect(outcome.getByText('The buyer gets ₦200.00 back, the seller ₦300.00.')).toBeVisible()
  expect(outcome.getByText('The buyer also gets ₦100.00 of the delivery fee back.')).toBeVisible()
  expect(outcome.getByText('The pictures show it')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull()
  expect(screen.getByText('₦300.00, on its way')).toBeVisible()
})

test('says that a dispute does not exist or does not load', async () => {
  answer(getDispute, () => rejected(404, 'There is no such dispute.'))
  await openApp('/disputes/4')
  expect(await screen.findByRole('heading', { name: 'Dispute not found' })).toBeVisible()
})

test('lists the viewer’s own disputes, or says there are none', async () => {
  answer(listDisputes, ({ query }) => ({
    content: query.state === 'OPEN' ? [dispute] : [],
    nextCursor: null,
  }))
  const user = await openApp('/disputes')
  expect(await screen.findByRole('link', { name: '1 × Drum' })).toHaveAttribute('href', '/disputes/4')
  expect(screen.getByText(/Bought from @sade/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Decided' }))
  expect(await screen.findByText('None of your disputes has been decided yet.')).toBeVisible()
  const tabs = within(screen.getByRole('navigation', { name: 'Which disputes' }))
  expect(await tabs.findByRole('link', { current: 'page' })).toHaveTextContent('Decided')
})

test('lists all disputes for staff and retries a failed list', async () => {
  answer(listDisputes, () => rejected(400, 'The loom broke'))
  const user = await openApp('/admin-disputes', { roles: ['ADMIN'] })
  await waitFor(() => expect(screen.getByText('The loom broke')).toBeVisible())
  await untilLoaded()
  answer(listDisputes, () => ({ content: [forStaff], nextCursor: null }))
  await user.click(await button('Retry'))
  expect(await screen.findByText(/@ada bought from @sade/)).toBeVisible()
})

test('lets the buyer withdraw a dispute', async () => {
  answer(getDispute, () => dispute)
  const user = await openApp('/disputes/4')
  await user.click(await button('Withdraw the dispute'))
  const withdrawn: Dispute = { ...dispute, state: 'WITHDRAWN', decidedDate: at, can: decided.can }
  answer(withdrawDispute, () => withdrawn)
  answer(getDispute, () => withdrawn)
  const confirmation = await dialog('Withdraw the dispute?')
  await user.click(confirmation.getByRole('button', { name: 'Withdraw it' }))
  expect(await screen.findByRole('heading', { name: 'The buyer has withdrawn it.' })).toBeVisible()
  await notice('The dispute is withdrawn. We have told the seller.')
  expect(screen.queryByRole('button', { name: 'Withdraw the dispute' })).toBeNull()
  expect(callsOf(withdrawDispute)).toHaveLength(1)
})
