import { expect, test } from 'vitest'
import { hasRefund } from './dispute-facts.ts'

test.each([
  ['what is left of the payment', { buyer_kobo: 100, fee_kobo: 0, refund_kobo: 50 }, true],
  ['a fee alone', { buyer_kobo: 0, fee_kobo: 10, refund_kobo: 10 }, true],
  ['nothing, because nothing is left', { buyer_kobo: 100, fee_kobo: 0, refund_kobo: 0 }, false],
  ['a payment in another currency', { buyer_kobo: 100, fee_kobo: 0, refund_kobo: null }, true],
  ['a fee of one in another currency', { buyer_kobo: 0, fee_kobo: 10, refund_kobo: null }, true],
  ['nothing of one in another currency', { buyer_kobo: 0, fee_kobo: 0, refund_kobo: null }, false],
])('the buyer gets back %s', (_, dispute, expected) => expect(hasRefund(dispute)).toBe(expected))
