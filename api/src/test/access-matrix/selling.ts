import { asProfiles, atOwner, hidden, hiddenButFromStaff, hiddenFromTheBlocked, members } from './row.ts'
import type { Row, Stage } from './row.ts'

const sold = async ({ owner, order, somebody }: Stage) => {
  const { lineId } = await order(await somebody(), owner, 'PROCESSING')
  return { at: { id: lineId } }
}

/** What the owner has bought of somebody; `isLate`: who cannot ship it any more. */
const bought = async ({ owner, order, somebody, suspend }: Stage, isLate: boolean) => {
  const seller = await somebody()
  const { orderId, lineId } = await order(owner, seller, 'PROCESSING')
  if (isLate) await suspend(seller)
  return { at: { id: orderId }, body: { orderLineId: lineId, reason: 'It never came' } }
}

/** The seller of the line alone: not its buyer, and not staff. */
const sellers = { own: members, foreign: hidden, blocker: hiddenFromTheBlocked, banned: hidden }

export const sellingRows: Row[] = [
  {
    call: 'PATCH /cart/seller/order/:id',
    what: 'shipped',
    answers: sellers,
    request: async (stage) => ({
      ...(await sold(stage)),
      body: { state: 'SHIPPED', note: 'By the morning bus' },
    }),
  },
  {
    call: 'PATCH /cart/seller/order/:id',
    what: 'declined',
    answers: sellers,
    request: async (stage) => ({ ...(await sold(stage)), body: { state: 'CANCELED', reason: 'It broke' } }),
  },
  {
    call: 'PATCH /cart/seller/order/:id',
    what: 'one that was bought',
    answers: { own: hidden, foreign: hidden },
    request: async ({ owner, order, somebody }) => {
      const { lineId } = await order(owner, await somebody(), 'PROCESSING')
      return { at: { id: lineId }, body: { state: 'SHIPPED' } }
    },
  },
  {
    call: 'PATCH /cart/order/:id/received',
    answers: { own: members, foreign: hidden, banned: hidden },
    request: async ({ owner, order, somebody }) => {
      const { orderId } = await order(owner, await somebody(), 'SHIPPED')
      return { at: { id: orderId } }
    },
  },
  {
    call: 'POST /cart/order/:id/refund',
    what: 'of a seller who is locked out',
    answers: { own: members, foreign: hiddenButFromStaff, banned: hiddenButFromStaff },
    request: (stage) => bought(stage, true),
  },
  {
    // Of what they bought themselves staff waits like everybody.
    call: 'POST /cart/order/:id/refund',
    what: 'of a seller who has time',
    answers: {
      own: '401 401 409 409 409 409 409 sus ban 409',
      foreign: hiddenButFromStaff,
    },
    request: (stage) => bought(stage, false),
  },
  {
    call: 'POST /cart/order/:id/again',
    answers: { own: members, foreign: hidden, banned: hidden },
    request: async ({ owner, order, somebody }) => {
      const { orderId } = await order(owner, await somebody(), 'SHIPPED')
      return { at: { id: orderId } }
    },
  },
  {
    call: 'GET /cart/order/:id/receipt',
    answers: { own: members, foreign: hidden, banned: hidden },
    request: async ({ owner, order, somebody }) => {
      const { orderId } = await order(owner, await somebody(), 'SHIPPED')
      return { at: { id: orderId } }
    },
  },
  { call: 'GET /cart/seller/order/:id/slip', answers: sellers, request: sold },
  { call: 'GET /cart/seller/figures', answers: { any: members } },
  { call: 'GET /user/:id/seller', answers: { ...asProfiles, admin: members }, request: atOwner },
]
