import {
  asProfiles,
  atOwner,
  hidden,
  hiddenButFromStaff,
  hiddenFromTheBlocked,
  members,
  row,
  withBody,
  type Row,
  type Fixture,
} from './row.ts'

const sold = async ({ owner, order, somebody }: Fixture) => {
  const { lineId } = await order(await somebody(), owner, 'PROCESSING')
  return { at: { id: lineId } }
}

/** What the owner has bought of somebody; `isLate`: who cannot ship it any more. */
const bought =
  (isLate: boolean) =>
  async ({ owner, order, somebody, suspend }: Fixture) => {
    const seller = await somebody()
    const { orderId, lineId } = await order(owner, seller, 'PROCESSING')
    if (isLate) await suspend(seller)
    return { at: { id: orderId }, body: { orderLineId: lineId, reason: 'It never came' } }
  }

const received = async ({ owner, order, somebody }: Fixture) => {
  const { orderId } = await order(owner, await somebody(), 'SHIPPED')
  return { at: { id: orderId } }
}

const buyers = { own: members, foreign: hidden, banned: hidden }
/** The seller of the line alone: not its buyer, and not staff. */
const sellers = { own: members, foreign: hidden, blocker: hiddenFromTheBlocked, banned: hidden }

export const sellingRows: Row[] = [
  row(
    'PATCH /cart/seller/order/:id, shipped',
    sellers,
    withBody(sold, { state: 'SHIPPED', note: 'By the morning bus' }),
  ),
  row(
    'PATCH /cart/seller/order/:id, declined',
    sellers,
    withBody(sold, { state: 'CANCELED', reason: 'It broke' }),
  ),
  row(
    'PATCH /cart/seller/order/:id, one that was bought',
    { own: hidden, foreign: hidden },
    async ({ owner, order, somebody }) => {
      const { lineId } = await order(owner, await somebody(), 'PROCESSING')
      return { at: { id: lineId }, body: { state: 'SHIPPED' } }
    },
  ),
  row('PATCH /cart/order/:id/received', buyers, received),
  row(
    'POST /cart/order/:id/refund, of a seller who is locked out',
    { own: members, foreign: hiddenButFromStaff, banned: hiddenButFromStaff },
    bought(true),
  ),
  // Staff wait for their own purchases like everybody else.
  row(
    'POST /cart/order/:id/refund, of a seller who has time',
    { own: '401 401 409 409 409 409 409 sus ban 409', foreign: hiddenButFromStaff },
    bought(false),
  ),
  row('POST /cart/order/:id/again', buyers, received),
  row('GET /cart/order/:id/receipt', buyers, received),
  row('GET /cart/seller/order/:id/slip', sellers, sold),
  row('GET /cart/seller/figures', { any: members }),
  row('GET /user/:id/seller', { ...asProfiles, admin: members }, atOwner),
]
