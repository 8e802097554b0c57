import { addToCart, getCart } from '@rootsquare/contract/trade/cart'
import {
  approveItem,
  deleteItem,
  getItem,
  listAllItems,
  listItems,
  updateItem,
} from '@rootsquare/contract/trade/market'
import { createMessage } from '@rootsquare/contract/messages'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sampleLine } from '#web/test/cart-line.ts'
import { answerMarket, can, itemWith, sampleSeller } from '#web/test/items.ts'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, currentUrl, dialog, noDialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'
import { sampleReport } from '#web/test/reports.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const unapproves = 'Saving this takes the item out of the marketplace until an admin approves it again.'

const line = { ...sampleLine, count: 3 }
const ownItem = itemWith({ userId: 1, can: can.seller, stock: 5, price: 4200, imageUrl: '/media/drum.png' })
const waiting = itemWith({ isApproved: false, can: can.admin })
const admin = { roles: ['ADMIN' as const] }

beforeEach(() => {
  answerMarket()
  answer(listAllItems, () => pageWith([waiting]))
})

test('lets a buyer choose a quantity up to the stock', async () => {
  answer(getItem, () => itemWith({ stock: 3, price: 18_500 }))
  answer(addToCart, ({ body }) => ({ ...line, count: body.count }))
  const user = await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  for (const text of ['₦18,500.00', '3 in stock', 'Made by hand', 'No finished sales yet'])
    expect(await item.findByText(text)).toBeVisible()
  expect(item.queryByRole('button', { name: /Update Item|pprove Item/ })).toBeNull()
  const more = item.getByRole('button', { name: 'One more of Drum' })
  expect(item.getByRole('button', { name: 'One less of Drum' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(more)
  await user.click(more)
  expect(more).toHaveAttribute('aria-disabled', 'true')
  answer(getCart, () => [line])
  await user.click(item.getByRole('button', { name: 'Add to cart' }))
  await notice('Cart updated successfully')
  expect(callsOf(addToCart).map(({ body }) => body)).toEqual([{ itemId: 7, count: 3 }])
  expect(await item.findByText('3 are in your cart.')).toBeVisible()
  expect(item.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
})

test('shows how many are left after rejecting a quantity', async () => {
  answer(getCart, () => [line])
  answer(getItem, () => itemWith({ stock: 3 }))
  answer(addToCart, () => rejected(409, 'There are only 2 left of Drum.'))
  const user = await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  await item.findByText('3 in stock')
  answer(getItem, () => itemWith({ stock: 2 }))
  await user.click(await item.findByRole('button', { name: 'Update cart' }))
  await notice('There are only 2 left of Drum.')
  expect(await item.findByText('2 in stock')).toBeVisible()
  expect(item.getByText('Quantity')).toBeInTheDocument()
  expect(item.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Quantity 2')
})

test('shows a sold-out item that cannot be bought', async () => {
  answer(getItem, () => itemWith({ stock: 0, can: { ...can.buyer, buy: false } }))
  await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Out Of Stock')).toBeVisible()
  expect(item.queryByRole('button', { name: 'Add to cart' })).toBeNull()
})

test('describes the seller by sales, shared groups and followed buyers', async () => {
  const sharedGroups = [{ id: 1, name: 'Igala' }]
  answer(getSeller, () => ({ ...sampleSeller, finishedSales: 12, sharedGroups, buyersYouFollow: 4 }))
  await openApp('/marketplace?item=7')
  const about = within(await screen.findByRole('list', { name: 'About the seller' }))
  expect(about.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Member since April 2025',
    '12 finished sales',
    'Also in your group Igala',
    '4 people you follow bought from this seller',
  ])
})

test('loads a failed item again with Retry', async () => {
  answer(listItems, () => pageWith([]))
  answer(getItem, () => rejected(400, 'Not now'))
  const user = await openApp('/marketplace?item=7')
  const failed = await dialog('Item')
  expect(await failed.findByText('Failed to fetch items. Please try again.')).toBeVisible()
  answer(getItem, () => itemWith())
  await user.click(failed.getByRole('button', { name: 'Retry' }))
  await dialog('Drum')
})

test('says that an item was deleted and links to the list', async () => {
  answer(listItems, () => pageWith([]))
  answer(getItem, () => rejected(404, 'Not found', { code: 'NOT_FOUND' }))
  const user = await openApp('/marketplace?item=7')
  const gone = await dialog('This item is no longer available.')
  await user.click(gone.getByRole('button', { name: 'See what else is for sale' }))
  await noDialog(/./)
  expect(currentUrl()).toBe('/marketplace')
})

test('requires a reason for a report', async () => {
  const user = await openApp('/marketplace?item=7')
  await user.click((await dialog('Drum')).getByRole('button', { name: 'Options for Drum' }))
  await user.click(await button('Report item'))
  const report = await dialog('Report item')
  await user.click(report.getByRole('button', { name: 'Report' }))
  expect(await report.findByText('Please enter a reason for reporting.')).toBeVisible()
  expect(callsOf(createMessage)).toHaveLength(0)
})

test('reports an item by keyboard and returns to its card with Escape', async () => {
  answer(createMessage, () => sampleReport({ targetType: 'item', targetId: 7 }))
  const user = await openApp('/marketplace')
  const opener = await screen.findByRole('link', { name: /^See More Drum/ })
  opener.focus()
  await user.keyboard('{Enter}')
  const item = await dialog('Drum')
  ;(await item.findByRole('button', { name: 'Share Drum' })).focus()
  await user.keyboard('{Tab}{Enter}')
  await waitFor(async () => expect(await button('Report item')).toHaveFocus())
  await user.keyboard('{Enter}')
  const report = await dialog('Report item')
  await waitFor(() => expect(report.getByLabelText('Reason')).toHaveFocus())
  await user.keyboard('This is plastic.')
  await user.click(report.getByRole('button', { name: 'Report' }))
  await notice('Thank you. The report is with the moderators.')
  expect(callsOf(createMessage)[0]?.body).toMatchObject({ eventType: 'REPORT', reason: 'This is plastic.' })
  await noDialog('Report item')
  await user.keyboard('{Escape}')
  await noDialog('Options for Drum')
  await user.keyboard('{Escape}')
  await noDialog()
  await waitFor(() => expect(opener).toHaveFocus())
  expect(currentUrl()).toBe('/marketplace')
})

test('shows sellers that their item is pending, without buying or approving', async () => {
  answer(getItem, () => ({ ...ownItem, isApproved: false, images: ['/media/2.png', '/media/3.png'] }))
  const user = await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Unapproved')).toBeVisible()
  expect(item.queryByRole('button', { name: /Add to cart|Approve Item/ })).toBeNull()
  expect(item.queryByRole('link', { name: 'Message Seller' })).toBeNull()
  await user.click(item.getByRole('button', { name: 'Picture 3' }))
  expect(item.getByRole('button', { name: 'Picture 3' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(item.getByRole('button', { name: 'Enlarge picture' }))
  expect(await (await dialog('Pictures of Drum')).findByText('Picture 3 of 3')).toBeVisible()
})

test('lets an admin approve an item and shows a rejection', async () => {
  answer(getItem, () => waiting)
  answer(approveItem, () => rejected(403, 'Not yours'))
  const user = await openApp('/marketplace?item=7', admin)
  const item = await dialog('Drum')
  const approve = await item.findByRole('button', { name: 'Approve Item' })
  expect(item.getByRole('button', { name: 'Disapprove Item' })).toBeVisible()
  await user.click(approve)
  await notice('Not yours')
  const approved = { ...waiting, isApproved: true }
  answer(approveItem, () => approved)
  answer(getItem, () => approved)
  await user.click(approve)
  await notice('The item is approved. Its seller has been told.')
  expect(await item.findByText('Approved')).toBeVisible()
  await waitFor(() => expect(item.getByRole('button', { name: 'Disapprove Item' })).toHaveFocus())
  expect(item.queryByRole('button', { name: 'Add to cart' })).toBeNull()
})

test('requires a reason for a disapproval and restores it', async () => {
  answer(getItem, () => ({ ...waiting, isApproved: true }))
  const user = await openApp('/marketplace?item=7', admin)
  const item = await dialog('Drum')
  const ask = await item.findByRole('button', { name: 'Disapprove Item' })
  await user.click(ask)
  const question = await dialog('Disapprove Drum?')
  await user.click(question.getByRole('button', { name: 'Disapprove Item' }))
  expect(await question.findByText('Please tell the seller why.')).toBeVisible()
  expect(question.getByLabelText('Reason')).toHaveFocus()
  await user.paste('x'.repeat(501))
  expect(await question.findByText('501 / 500')).toBeVisible()
  expect(question.getByText('Maximum 500 characters allowed')).toBeVisible()
  await user.clear(question.getByLabelText('Reason'))
  await user.paste('Another picture.')
  await user.keyboard('{Escape}')
  await noDialog('Disapprove Drum?')
  expect(ask).toHaveFocus()
  await user.click(ask)
  expect((await dialog('Disapprove Drum?')).getByLabelText('Reason')).toHaveValue('Another picture.')
  const disapproved = { ...waiting, disapprovalReason: 'Another picture.' }
  answer(approveItem, () => disapproved)
  answer(getItem, () => disapproved)
  await user.click((await dialog('Disapprove Drum?')).getByRole('button', { name: 'Disapprove Item' }))
  await notice('The item is disapproved. Its seller has been told.')
  expect(callsOf(approveItem).map(({ body }) => body)).toEqual([
    { itemId: 7, state: false, reason: 'Another picture.' },
  ])
  expect(await item.findByText('Unapproved')).toBeVisible()
  expect(item.getByText('Another picture.')).toBeVisible()
  expect(item.queryByRole('button', { name: 'Disapprove Item' })).toBeNull()
  expect(item.getByRole('button', { name: 'Approve Item' })).toHaveFocus()
})

test('lets an admin delete an item from its menu', async () => {
  answer(getItem, () => waiting)
  answer(deleteItem, () => null)
  const user = await openApp('/marketplace?item=7', admin)
  await user.click(await (await dialog('Drum')).findByRole('button', { name: 'Options for Drum' }))
  await user.click(await button('Delete item'))
  await user.click((await dialog('Delete Drum?')).getByRole('button', { name: 'Delete item' }))
  await notice('The item has been deleted.')
  await waitFor(() => expect(currentUrl()).toBe('/marketplace'))
})

/** Opens the form for the viewer's own item from the item dialog. */
async function openOwnItemForm() {
  const user = await openApp('/marketplace?item=7')
  await user.click(await (await dialog('Drum')).findByRole('button', { name: 'Update Item' }))
  const form = await dialog('Update Item')
  const retype = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label))
    if (text !== '') await user.type(form.getByLabelText(label), text)
  }
  const update = () => user.click(form.getByRole('button', { name: 'Update' }))
  return { user, form, retype, update }
}

test('sends only changed fields', async () => {
  answer(getItem, () => ownItem)
  const { form, retype, update } = await openOwnItemForm()
  expect(form.queryByRole('group', { name: 'Categories' })).toBeNull()
  await retype('Price', '4300.5')
  await retype('Stock', '6')
  answer(updateItem, ({ body }) => ({ ...ownItem, price: body.price ?? 0, stock: body.stock ?? 0 }))
  await update()
  await notice('Your item has been updated.')
  expect(callsOf(updateItem)).toMatchObject([{ body: { price: 4300.5, stock: 6, expectedStock: 5 } }])
  expect(Object.keys(callsOf(updateItem)[0]?.body ?? {})).toHaveLength(3)
})

test('warns before saving a change that needs another approval', async () => {
  answer(getItem, () => ownItem)
  const { form, retype } = await openOwnItemForm()
  await retype('Price', '1')
  expect(form.queryByText(unapproves)).toBeNull()
  await retype('Name', 'Large drum')
  expect(await form.findByText(unapproves)).toBeVisible()
  await retype('Name', 'Drum ')
  expect(form.queryByText(unapproves)).toBeNull()
})

test('shows stock that changed during editing and lets the seller decide', async () => {
  answer(getItem, () => ownItem)
  const { user, form, retype, update } = await openOwnItemForm()
  await retype('Stock', '9')
  const moved = 'The stock has changed meanwhile: it is 3 now.'
  answer(updateItem, () => rejected(409, moved, { code: 'STOCK_CHANGED' }))
  answer(getItem, () => ({ ...ownItem, stock: 3 }))
  await update()
  expect(await form.findByText(moved)).toBeVisible()
  expect(form.getByLabelText('Stock')).toHaveFocus()
  await user.click(await form.findByRole('button', { name: 'Use 3' }))
  expect(form.getByLabelText('Stock')).toHaveValue('3')
  expect(form.getByLabelText('Stock')).toHaveFocus()
  await retype('Stock', '8')
  answer(updateItem, () => ({ ...ownItem, stock: 8 }))
  await update()
  await notice('Your item has been updated.')
  expect(lastOf(callsOf(updateItem))).toMatchObject({ body: { stock: 8, expectedStock: 3 } })
})

test('shows in the form why an item was disapproved', async () => {
  const reason = 'Ivory may not be sold here.'
  answer(getItem, () => ({ ...ownItem, isApproved: false, disapprovalReason: reason }))
  const { user, form, retype, update } = await openOwnItemForm()
  expect(form.getByText(reason)).toBeVisible()
  expect(form.getByText('Change it and save, and an admin will look at it again.')).toBeVisible()
  await retype('Price', '')
  await update()
  expect(await form.findByText('Required.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Delete item' }))
  answer(deleteItem, () => null)
  await user.click((await dialog('Delete Drum?')).getByRole('button', { name: 'Delete item' }))
  await notice('The item has been deleted.')
  await noDialog(/./)
  await waitFor(() => expect(currentUrl()).toBe('/marketplace'))
})

const inLagos = {
  methods: ['PICKUP' as const, 'DELIVERY' as const],
  feeSameState: 1500,
  feeOtherState: 3000,
  stateCode: 'NG-LA',
  lgaCode: null,
}

test('shows buyers where an item is and what its delivery costs', async () => {
  answer(getItem, () => itemWith({ delivery: inLagos }))
  await openApp('/marketplace?item=7')
  const item = await dialog('Drum')
  expect(await item.findByText('Pick-up in Lagos')).toBeVisible()
  expect(item.getByText('Delivery: ₦1,500.00 in Lagos, ₦3,000.00 elsewhere')).toBeVisible()
})

test('saves the delivery and opens its part of the form for a wrong fee', async () => {
  answer(getItem, () => ({ ...ownItem, delivery: inLagos }))
  answer(updateItem, () => ownItem)
  const { user, form, retype, update } = await openOwnItemForm()
  const fold = form.getByText('Delivery', { exact: true }).closest('details')
  expect(fold).not.toHaveAttribute('open')
  await retype('Fee to other states', '2000000')
  await update()
  expect(await form.findByText('Must be at most ₦50,000.00 for an item at this price.')).toBeVisible()
  expect(form.getByLabelText('Fee to other states')).toHaveFocus()
  expect(fold).toHaveAttribute('open')
  await user.click(form.getByLabelText('I deliver it'))
  await user.click(form.getByLabelText('Buyers can pick it up'))
  await update()
  expect(await form.findByText('Choose pick-up, delivery or both.')).toBeVisible()
  await user.click(form.getByLabelText('Buyers can pick it up'))
  await update()
  await noDialog('Update Item')
  const delivery = { ...inLagos, methods: ['PICKUP'], feeSameState: 0, feeOtherState: 0 }
  expect(callsOf(updateItem).map(({ body }) => body)).toEqual([{ delivery }])
})

test('warns before a raised delivery fee takes the item out of the marketplace', async () => {
  answer(getItem, () => ({ ...ownItem, delivery: inLagos }))
  const { form, retype } = await openOwnItemForm()
  await retype('Fee within the state', '2000')
  expect(form.queryByText(unapproves)).toBeNull()
  await retype('Fee within the state', '2000.01')
  expect(form.getByText(unapproves)).toBeVisible()
})

test('starts a new item with the delivery of the newest one', async () => {
  answer(listItems, () => pageWith([{ ...ownItem, delivery: inLagos }]))
  const user = await openApp('/marketplace')
  await user.click(await button('Publish ads'))
  const form = await dialog('Publish ads')
  await waitFor(() => expect(form.getByLabelText('State')).toHaveDisplayValue('Lagos'))
  expect(form.getByLabelText('Fee within the state')).toHaveValue('1,500.00')
})

test('disables Add until a new item has a picture', async () => {
  const user = await openApp('/marketplace')
  await user.click(await button('Publish ads'))
  expect((await dialog('Publish ads')).getByRole('button', { name: 'Add' })).toBeDisabled()
})
