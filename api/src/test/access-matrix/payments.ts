import { hidden, members, staff, type Row, type Stage } from './row.ts'

/** Only the buyer: neither the seller nor staff. */
const buyers = { own: members, foreign: hidden, banned: hidden }
const nothingFailed = '401 401 403 403 403 409:NOTHING_FAILED 409:NOTHING_FAILED sus ban 403'

const ordered = async ({ owner, order, somebody }: Stage) => order(owner, await somebody())
const held = async ({ owner, heldPayment }: Stage, action: string) => ({
  at: { transactionRef: await heldPayment(owner) },
  body: { action },
})

export const paymentRows: Row[] = [
  {
    call: 'PATCH /cart/cancel/order/:id',
    answers: buyers,
    request: async (stage) => ({ at: { id: (await ordered(stage)).orderId } }),
  },
  {
    call: 'POST /payment/initiate',
    answers: buyers,
    request: async (stage) => ({
      body: {
        transactionRef: (await ordered(stage)).transactionRef,
        callbackUrl: `${stage.origin}/my-order`,
      },
    }),
  },
  {
    call: 'POST /payment/verify/:transactionRef',
    answers: buyers,
    request: async (stage) => ({ at: { transactionRef: (await ordered(stage)).transactionRef } }),
  },
  {
    // Only the provider's signature grants access.
    call: 'POST /payment/webhook',
    answers: { any: Array.from({ length: 10 }, () => '401:WRONG_SIGNATURE').join(' ') },
    request: () => ({ body: { event: 'charge.success', data: { reference: 'RS-1' } } }),
  },
  { call: 'GET /orders/admin', answers: { any: staff } },
  {
    call: 'GET /orders/admin/:id',
    answers: { own: staff, foreign: staff, banned: staff },
    request: async (stage) => ({ at: { id: (await ordered(stage)).orderId } }),
  },
  {
    call: 'POST /orders/admin/:id/retry',
    answers: { own: nothingFailed, foreign: nothingFailed },
    request: async (stage) => ({ at: { id: (await ordered(stage)).orderId } }),
  },
  { call: 'GET /payment/held', answers: { any: staff } },
  {
    call: 'POST /payment/held/:transactionRef',
    what: 'sent back',
    answers: {
      own: '401 401 403 403 403 403:OWN_PAYMENT 403:OWN_PAYMENT sus ban 403',
      foreign: staff,
      banned: staff,
    },
    request: (stage) => held(stage, 'refund'),
  },
  {
    // Nobody decides on their own payment. For others, the provider must confirm it.
    call: 'POST /payment/held/:transactionRef',
    what: 'accepted',
    answers: {
      own: '401 401 403 403 403 403:OWN_PAYMENT 403:OWN_PAYMENT sus ban 403',
      foreign: '401 401 403 403 403 409:NOT_PAID 409:NOT_PAID sus ban 403',
    },
    request: (stage) => held(stage, 'accept'),
  },
]
