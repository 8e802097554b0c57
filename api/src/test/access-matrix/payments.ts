import { hidden, members, staff } from './row.ts'
import type { Row, Stage } from './row.ts'

/** Its buyer alone: not its seller, and not staff. */
const buyers = { own: members, foreign: hidden, banned: hidden }

const ordered = async ({ owner, order, somebody }: Stage) => order(owner, await somebody())
const held = async ({ owner, heldPayment }: Stage, action: string) => ({
  at: { transactionRef: await heldPayment(owner) },
  body: { action },
})

export const paymentRows: Row[] = [
  {
    call: 'PATCH /cart/cancel/order/:id',
    answers: buyers,
    ask: async (stage) => ({ at: { id: (await ordered(stage)).orderId } }),
  },
  {
    call: 'POST /payment/initiate',
    answers: buyers,
    ask: async (stage) => ({
      body: {
        transactionRef: (await ordered(stage)).transactionRef,
        callbackUrl: `${stage.origin}/my-order`,
      },
    }),
  },
  {
    call: 'POST /payment/verify/:transactionRef',
    answers: buyers,
    ask: async (stage) => ({ at: { transactionRef: (await ordered(stage)).transactionRef } }),
  },
  {
    // The provider's signature opens it, and nothing else does.
    call: 'POST /payment/webhook',
    answers: { any: Array.from({ length: 10 }, () => '401:WRONG_SIGNATURE').join(' ') },
    ask: () => ({ body: { event: 'charge.success', data: { reference: 'RS-1' } } }),
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
    ask: (stage) => held(stage, 'refund'),
  },
  {
    // One's own is for another to decide; of others' the provider has to say that it came.
    call: 'POST /payment/held/:transactionRef',
    what: 'accepted',
    answers: {
      own: '401 401 403 403 403 403:OWN_PAYMENT 403:OWN_PAYMENT sus ban 403',
      foreign: '401 401 403 403 403 409:NOT_PAID 409:NOT_PAID sus ban 403',
    },
    ask: (stage) => held(stage, 'accept'),
  },
]
