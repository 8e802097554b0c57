import { hidden, hiddenButFromStaff, members, type Row, type Stage } from './row.ts'

/** Somebody has a dispute with the owner, who sold the line. */
const asSeller = async ({ owner, order, somebody, dispute }: Stage) => {
  const { orderId, lineId } = await order(await somebody(), owner, 'SHIPPED')
  return { at: { id: await dispute(orderId, lineId) } }
}

const asBuyer = async ({ owner, order, somebody, dispute }: Stage) => {
  const { orderId, lineId } = await order(owner, await somebody(), 'SHIPPED')
  return { at: { id: await dispute(orderId, lineId) } }
}

const bySides = { own: members, foreign: hiddenButFromStaff, banned: hiddenButFromStaff }
/** Whoever of the staff is a side has no say in it. */
const sideMayNot = '401 401 403 403 403 403:OWN_DISPUTE 403:OWN_DISPUTE sus ban 403'

export const disputeRows: Row[] = [
  {
    call: 'POST /cart/order/:id/dispute',
    answers: { own: members, foreign: hidden, banned: hidden },
    request: async ({ owner, order, somebody }) => {
      const { orderId, lineId } = await order(owner, await somebody(), 'SHIPPED')
      return { at: { id: orderId }, body: { orderLineId: lineId, reason: 'DAMAGED', text: 'It is broken' } }
    },
  },
  { call: 'GET /disputes', answers: { any: members } },
  { call: 'GET /disputes/:id', answers: bySides, request: asSeller },
  {
    call: 'POST /disputes/:id/messages',
    answers: bySides,
    request: async (stage) => ({ ...(await asBuyer(stage)), body: { text: 'It was whole' } }),
  },
  {
    call: 'PATCH /disputes/:id',
    what: 'the refund, as seller',
    answers: bySides,
    request: async (stage) => ({
      ...(await asSeller(stage)),
      body: { decision: 'REFUND_BUYER', reason: 'It broke on the way' },
    }),
  },
  {
    call: 'PATCH /disputes/:id',
    what: 'for the seller, as seller',
    answers: { own: sideMayNot, foreign: hiddenButFromStaff },
    request: async (stage) => ({
      ...(await asSeller(stage)),
      body: { decision: 'PAY_SELLER', reason: 'It was whole' },
    }),
  },
  {
    call: 'PATCH /disputes/:id',
    what: 'the refund, as buyer',
    answers: { own: sideMayNot, foreign: hiddenButFromStaff },
    request: async (stage) => ({
      ...(await asBuyer(stage)),
      body: { decision: 'REFUND_BUYER', reason: 'It broke' },
    }),
  },
  {
    call: 'POST /disputes/:id/withdraw',
    what: 'as buyer',
    answers: { own: members, foreign: hiddenButFromStaff.replaceAll('200', '403') },
    request: asBuyer,
  },
]
