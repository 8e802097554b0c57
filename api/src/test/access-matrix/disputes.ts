import { hidden, hiddenButFromStaff, members, row, withBody, type Row, type Fixture } from './row.ts'

/** Somebody has a dispute with the owner, who sold the line. */
const asSeller = async ({ owner, order, somebody, dispute }: Fixture) => {
  const { orderId, lineId } = await order(await somebody(), owner, 'SHIPPED')
  return { at: { id: await dispute(orderId, lineId) } }
}

const asBuyer = async ({ owner, order, somebody, dispute }: Fixture) => {
  const { orderId, lineId } = await order(owner, await somebody(), 'SHIPPED')
  return { at: { id: await dispute(orderId, lineId) } }
}

const bySides = { own: members, foreign: hiddenButFromStaff, banned: hiddenButFromStaff }
/** Whoever of the staff is a side has no say in it. */
const sideMayNot = '401 401 403 403 403 403:OWN_DISPUTE 403:OWN_DISPUTE sus ban 403'

export const disputeRows: Row[] = [
  row(
    'POST /cart/order/:id/dispute',
    { own: members, foreign: hidden, banned: hidden },
    async ({ owner, order, somebody }) => {
      const { orderId, lineId } = await order(owner, await somebody(), 'SHIPPED')
      return { at: { id: orderId }, body: { orderLineId: lineId, reason: 'DAMAGED', text: 'It is broken' } }
    },
  ),
  row('GET /disputes', { any: members }),
  row('GET /disputes/:id', bySides, asSeller),
  row('POST /disputes/:id/messages', bySides, withBody(asBuyer, { text: 'It was whole' })),
  row(
    'PATCH /disputes/:id, the refund, as seller',
    bySides,
    withBody(asSeller, { decision: 'REFUND_BUYER', reason: 'It broke on the way' }),
  ),
  row(
    'PATCH /disputes/:id, for the seller, as seller',
    { own: sideMayNot, foreign: hiddenButFromStaff },
    withBody(asSeller, { decision: 'PAY_SELLER', reason: 'It was whole' }),
  ),
  row(
    'PATCH /disputes/:id, the refund, as buyer',
    { own: sideMayNot, foreign: hiddenButFromStaff },
    withBody(asBuyer, { decision: 'REFUND_BUYER', reason: 'It broke' }),
  ),
  row(
    'POST /disputes/:id/withdraw, as buyer',
    { own: members, foreign: hiddenButFromStaff.replaceAll('200', '403') },
    asBuyer,
  ),
]
