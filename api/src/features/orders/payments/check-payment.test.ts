import { expect, test } from 'vitest'
import { checkPayment } from './check-payment.ts'

const expected = { reference: 'RS-1', amount_kobo: 5000 }
const paid = {
  status: 'success',
  reference: 'RS-1',
  amountKobo: 5000,
  requestedKobo: 5000,
  currency: 'NGN',
  domain: 'test',
  gatewayResponse: null,
  feesKobo: 0,
} as const

const modes = [
  ['test', 'test', true],
  ['live', 'live', true],
  ['test', 'live', false],
  ['live', 'test', false],
  ['test', null, true],
  [null, 'live', true],
] as const
const currencies = [
  ['NGN', true],
  ['USD', false],
] as const
/** What was asked for, what was paid, and whether that is enough. */
const amounts = [
  [5000, 5000, true],
  [5000, 5001, true],
  [5000, 4999, false],
  [4999, 5000, false],
  [5001, 5001, false],
] as const
const references = [
  ['RS-1', true],
  ['RS-2', false],
] as const

const answers = modes.flatMap(([mode, domain, isMode]) =>
  currencies.flatMap(([currency, isCurrency]) =>
    amounts.flatMap(([requestedKobo, amountKobo, isAmount]) =>
      references.map(([reference, isReference]) => ({
        mode,
        found: { ...paid, domain, currency, requestedKobo, amountKobo, reference },
        isRight: isMode && isCurrency && isAmount && isReference,
      })),
    ),
  ),
)

test('follows the table of modes, currencies, amounts and references', () => {
  for (const { mode, found, isRight } of answers) {
    const why = isRight ? null : expect.any(String)
    expect([mode, checkPayment(expected, found, mode)]).toEqual([mode, { paid: found, why }])
  }
})

test.each(['abandoned', 'failed', 'ongoing', 'pending', 'queued', 'reversed', 'a-new-word'])(
  'finds no payment while it is %s',
  (status) => {
    for (const { mode, found } of answers)
      expect(checkPayment(expected, { ...found, status }, mode)).toBeNull()
  },
)

test('finds none that the provider does not know, and holds one that cannot be read', () => {
  expect(checkPayment(expected, 'absent', 'test')).toBeNull()
  expect(checkPayment(expected, 'unreadable', 'test')).toEqual({ paid: null, why: expect.any(String) })
})
