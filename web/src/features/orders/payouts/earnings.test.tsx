import {
  getPayoutAccount,
  getPayoutBalance,
  getStatement,
  getTrialBalance,
  listBanks,
  listPayoutProblems,
  listPayouts,
  listStatementEntries,
} from '@rootsquare/contract/trade/payouts'
import type { Payout, StatementEntry } from '@rootsquare/contract/trade/payouts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { openLiveApp } from '#web/test/live-streams.ts'
import { openApp } from '#web/test/open-app.tsx'
import { reference } from '#web/test/orders.ts'
import { button, notice, rejected } from '#web/test/trade-screen.ts'

const payout: Payout = {
  id: 2,
  amount: 1234.5,
  fee: 10,
  state: 'SENT',
  reference: 'payout-2',
  bankName: 'Guaranty Trust Bank',
  last4: '1234',
  createdDate: '2026-11-17T10:00:00.000Z',
}

const failed: Payout = { ...payout, id: 1, state: 'FAILED', bankName: null, last4: null }

const payoutEntry: StatementEntry = {
  id: 6,
  type: 'PAYOUT',
  transactionRef: null,
  orderId: null,
  amount: -1234.5,
  createdDate: '2026-11-17T10:00:00.000Z',
}
const saleEntry: StatementEntry = {
  ...payoutEntry,
  id: 5,
  type: 'SALE',
  transactionRef: reference,
  orderId: 31,
  amount: 1734.5,
}

beforeEach(() => {
  answer(listStatementEntries, () => ({ content: [payoutEntry, saleEntry], nextCursor: null }))
  answer(getPayoutAccount, () => null)
  answer(listBanks, () => [])
  answer(getPayoutBalance, () => ({ held: 500, available: -20, onTheWay: 1234.5, paid: 99 }))
  answer(listPayouts, () => ({
    content: [payout, failed],
    nextCursor: null,
  }))
})

test('shows a payout as soon as its notification comes', async () => {
  answer(listPayouts, () => ({ content: [], nextCursor: null }))
  const { push } = await openLiveApp('/payouts')
  expect(await screen.findByText('Nothing has been paid out to you yet.')).toBeVisible()
  answer(listPayouts, () => ({ content: [payout], nextCursor: null }))
  answer(getPayoutBalance, () => ({ held: 500, available: 0, onTheWay: 0, paid: 1333.5 }))
  push(undefined, 'notification', { unread: 1 })
  expect(await screen.findByRole('list', { name: 'Payouts' })).toHaveTextContent('₦1,234.50')
  expect(await screen.findByText('₦1,333.50')).toBeVisible()
})

test('shows the four figures and the payouts', async () => {
  await openApp('/payouts')
  const earnings = within(await screen.findByRole('region', { name: 'Your earnings' }))
  for (const text of ['₦500.00', '−₦20.00', '₦1,234.50', '₦99.00'])
    expect(await earnings.findByText(text, { selector: 'dd' })).toBeVisible()
  expect(earnings.getByText(/your next sales make up for it$/)).toBeVisible()
  const rows = within(await earnings.findByRole('list', { name: 'Payouts' })).getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('₦1,234.50 to Guaranty Trust Bank ••••1234On its way')
  expect(rows[1]).toHaveTextContent('Did not go through. The money is available again.')
})

test('says that nothing was sold yet', async () => {
  answer(getPayoutBalance, () => ({ held: 0, available: 0, onTheWay: 0, paid: 0 }))
  await openApp('/payouts')
  expect(await screen.findByText('You have not sold anything yet.')).toBeVisible()
})

test('loads failed earnings again with Retry', async () => {
  answer(getPayoutBalance, () => rejected(404, 'No figures now'))
  const user = await openApp('/payouts')
  expect(await screen.findByText('No figures now')).toBeVisible()
  answer(getPayoutBalance, () => ({ held: 500, available: 0, onTheWay: 0, paid: 0 }))
  answer(listPayouts, () => rejected(404, 'No payouts now'))
  await user.click(await button('Retry'))
  expect(await screen.findByText('No payouts now')).toBeVisible()
  expect(screen.getByText(/^Add your bank account below/)).toBeVisible()
  answer(listPayouts, () => ({ content: [], nextCursor: null }))
  await user.click(await button('Retry'))
  expect(await screen.findByText('Nothing has been paid out to you yet.')).toBeVisible()
})

test('links each entry of the statement to its order', async () => {
  await openApp('/payouts')
  const statement = within(await screen.findByRole('list', { name: 'Statement' }))
  const [newest, sale] = statement.getAllByRole('listitem')
  expect(newest).toHaveTextContent(/^Payout−₦1,234\.50/)
  expect(sale).toHaveTextContent(/^Sale₦1,734\.50/)
  const orders = statement.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(orders).toEqual(['/received-order/31'])
  expect(statement.getByRole('link')).toHaveTextContent(reference)
})

test('downloads the statement of a month as one file', async () => {
  const [made, pressed] = [
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data'),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(),
  ]
  answer(getStatement, () => 'date,type\r\n')
  const user = await openApp('/payouts')
  const month = await screen.findByLabelText('Month')
  const [, before] = within(month).getAllByRole('option')
  if (!(before instanceof HTMLOptionElement)) throw new Error('There is one month only.')
  await user.selectOptions(month, before)
  await user.click(await button('Download statement'))
  await waitFor(() => expect(pressed).toHaveBeenCalled())
  const [{ query } = { query: undefined }] = callsOf(getStatement)
  expect(query?.from).toBe(before.value)
  expect(query?.to).toMatch(new RegExp(`^${before.value.slice(0, 7)}-(28|29|30|31)$`))
  const [file] = made.mock.calls[0] ?? []
  expect(file instanceof Blob && (await file.text())).toBe('date,type\r\n')
  answer(getStatement, () => Promise.reject(noConnection))
  await user.click(await button('Download statement'))
  expect(await notice(/connection|reach|response/i)).toBeVisible()
})

test('shows staff failed payouts and the trial balance', async () => {
  const problem = { ...failed, sellerId: 2, sellerUsername: 'sade', why: 'No such account' }
  answer(listPayoutProblems, () => ({ content: [problem], nextCursor: null }))
  const accounts = [
    { account: 'PROVIDER', amount: -500 },
    { account: 'HELD', amount: 500 },
  ]
  answer(getTrialBalance, () => ({ accounts, sum: 0 }))
  await openApp('/admin-payouts', { roles: ['ADMIN'] })
  const problems = within(await screen.findByRole('list', { name: 'Payouts with problems' }))
  expect(problems.getByRole('listitem')).toHaveTextContent('₦1,234.50 to sadeFailed. No such account')
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'AccountOwed',
    'At the payment provider−₦500.00',
    'Held for sellers₦500.00',
    'Sum₦0.00',
  ])
})

test('reloads failed earnings when the connection is back', async () => {
  answer(getPayoutBalance, () => rejected(404, 'No figures now'))
  await openApp('/payouts')
  expect(await screen.findByText('No figures now')).toBeVisible()
  answer(getPayoutBalance, () => ({ held: 500, available: 0, onTheWay: 0, paid: 0 }))
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  expect(await screen.findByText('₦500.00', { selector: 'dd' })).toBeVisible()
  expect(screen.queryByText('No figures now')).toBeNull()
})
