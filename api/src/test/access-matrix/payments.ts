import { hidden, members, row, staff, withBody, type Row, type Fixture } from './row.ts'

/** Only the buyer: neither the seller nor staff. */
const buyers = { own: members, foreign: hidden, banned: hidden }
const ownPayment = '401 401 403 403 403 403:OWN_PAYMENT 403:OWN_PAYMENT sus ban 403'
const nothingFailed = '401 401 403 403 403 409:NOTHING_FAILED 409:NOTHING_FAILED sus ban 403'

const ordered = async ({ owner, order, somebody }: Fixture) => order(owner, await somebody())
const orderOf = async (fixture: Fixture) => ({ at: { id: (await ordered(fixture)).orderId } })
const held = async ({ owner, heldPayment }: Fixture) => ({ at: { transactionRef: await heldPayment(owner) } })

export const paymentRows: Row[] = [
  row('PATCH /cart/cancel/order/:id', buyers, orderOf),
  row('POST /payment/initiate', buyers, async (fixture) => ({
    body: {
      transactionRef: (await ordered(fixture)).transactionRef,
      callbackUrl: `${fixture.origin}/my-order`,
    },
  })),
  row('POST /payment/verify/:transactionRef', buyers, async (fixture) => ({
    at: { transactionRef: (await ordered(fixture)).transactionRef },
  })),
  // Only the provider's signature grants access.
  row(
    'POST /payment/webhook',
    { any: Array.from({ length: 10 }, () => '401:WRONG_SIGNATURE').join(' ') },
    () => ({ body: { event: 'charge.success', data: { reference: 'RS-1' } } }),
  ),
  row('GET /orders/admin', { any: staff }),
  row('GET /orders/admin/:id', { own: staff, foreign: staff, banned: staff }, orderOf),
  row('POST /orders/admin/:id/retry', { own: nothingFailed, foreign: nothingFailed }, orderOf),
  // Nobody decides on a refund of their own.
  row(
    'POST /orders/admin/:id/settle',
    { own: ownPayment, foreign: staff, banned: staff },
    async ({ owner, failedRefund }) => {
      const { orderId, refundId } = await failedRefund(owner)
      return { at: { id: orderId }, body: { refundId, note: 'Sent to the bank account of the buyer' } }
    },
  ),
  row('GET /payment/held', { any: staff }),
  row(
    'POST /payment/held/:transactionRef, sent back',
    { own: ownPayment, foreign: staff, banned: staff },
    withBody(held, { action: 'refund' }),
  ),
  // Nobody decides on their own payment. For others, the provider must confirm it.
  row(
    'POST /payment/held/:transactionRef, accepted',
    {
      own: ownPayment,
      foreign: '401 401 403 403 403 409:NOT_PAID 409:NOT_PAID sus ban 403',
    },
    withBody(held, { action: 'accept' }),
  ),
]
