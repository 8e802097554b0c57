import { randomBytes } from 'node:crypto'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import { koboOf, nairaOf } from '@rootsquare/contract/lib/money'
import type { checkout as endpoint, NewOrder } from '@rootsquare/contract/trade/checkout'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { activeWriter } from '#api/domain/write-as.ts'
import { ownAddress, withStateNames } from '#api/features/addresses/address-rows.ts'
import { saveAddress } from '#api/features/addresses/addresses.ts'
import { markOffersUsed } from '#api/features/offers/mark-offers-used.ts'
import { invalid } from '#api/http/api-error.ts'
import { requireSession, type Viewer } from '#api/http/auth/viewer.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import type { SellerDelivery } from '#api/features/cart/delivery-fees.ts'
import {
  lockCart,
  parcelsOf,
  rejectHoarding,
  rejectTotal,
  rejectUnbuyable,
  totalOf,
} from './cart-to-order.ts'
import type { LockedLine } from './cart-to-order.ts'

/**
 * Orders the whole cart or nothing. Prices and stock come from the database, only
 * addresses, delivery and expected total from the buyer.
 */
export async function checkout(
  deps: Deps,
  viewer: Viewer,
  body: NewOrder,
): Promise<ReplyOf<typeof endpoint>> {
  return transact(deps.db, async (tx) => {
    // Checkouts of one buyer run one by one: a line that another tab adds waits, and a second checkout finds the cart empty.
    await lockBuyer(deps, tx, viewer)
    const addresses = await addressesOf(tx, viewer, body)
    for (const address of addresses.fresh) await saveAddress(deps, tx, viewer, address)
    // From here on every other buyer of these items waits, so everything that can be checked earlier is checked above.
    const lines = await lockCart(deps, tx, viewer)
    rejectUnbuyable(viewer, lines)
    const parcels = parcelsOf(lines, body.delivery ?? [], addresses.shipping.cityCode)
    const totalKobo = totalOf(lines, parcels)
    rejectTotal(totalKobo, body.expectedTotal === undefined ? undefined : koboOf(body.expectedTotal))
    rejectHoarding(deps, lines)
    const order = await writeOrder(deps, tx, viewer, {
      ...addresses,
      phone: body.phoneNumber,
      totalKobo,
      lines,
      parcels,
    })
    await markOffersUsed(deps, tx, viewer, { orderId: order.orderId, lines })
    return { ...order, totalAmount: nairaOf(totalKobo) }
  })
}

/** Locks the buyer and checks the session in one statement. If that fails, the session is read to find the reason. */
async function lockBuyer(deps: Deps, tx: Tx, viewer: Viewer): Promise<void> {
  const { rows } = await activeWriter(viewer, deps.clock.now()).execute(tx)
  if (rows.length === 0) await lockActiveMember(deps, tx, await requireSession({ ...deps, db: tx }, viewer))
}

type Addresses = { billing: OrderAddress; shipping: OrderAddress; fresh: OrderAddress[] }

async function addressesOf(tx: Tx, viewer: Viewer, body: NewOrder): Promise<Addresses> {
  const billing = await addressOf(tx, viewer, body, 'billing')
  const shipping = body.useBillingAddressForShipping ? billing : await addressOf(tx, viewer, body, 'shipping')
  const all = shipping === billing ? [billing] : [billing, shipping]
  return {
    billing: billing.address,
    shipping: shipping.address,
    fresh: all.filter(({ isSaved }) => !isSaved).map(({ address }) => address),
  }
}

/** Returns the saved address or the new one. The contract has checked that one of them is given. */
async function addressOf(tx: Tx, viewer: Viewer, body: NewOrder, side: 'billing' | 'shipping') {
  const [savedId, fresh] = [body[`${side}AddressId`], body[`${side}Address`]]
  const noSuch = () => invalid({ [`${side}AddressId`]: 'This is not one of your addresses.' })
  if (savedId == null) {
    if (!fresh) throw noSuch()
    return { address: await withStateNames(tx, fresh, `${side}Address.`), isSaved: false }
  }
  const saved = await ownAddress(tx, viewer, savedId)
  if (!saved) throw noSuch()
  const { id: _, ...address } = saved
  return { address, isSaved: true }
}

type OrderInput = Pick<Addresses, 'billing' | 'shipping'> & {
  phone: string
  totalKobo: number
  lines: LockedLine[]
  parcels: SellerDelivery[]
}

/**
 * Inserts the order, its parcels and lines, takes their units from the stock and empties the cart. The rows are already locked
 * and checked. One statement does it all, because others wait for the items.
 */
async function writeOrder(deps: Deps, tx: Tx, viewer: Viewer, fixed: OrderInput) {
  const row = rowOf(deps, viewer, fixed)
  const cartIds = fixed.lines.map(({ id }) => id)
  const order = await tx
    .with('made', (db) => db.insertInto('orders').values(row).returning('id'))
    .with('packed', (db) => {
      const order_id = db.selectFrom('made').select('id')
      const rows = fixed.parcels.map(({ sellerId: seller_id, method, feeKobo: fee_kobo }) => ({
        order_id,
        seller_id,
        method,
        fee_kobo,
      }))
      return db.insertInto('parcels').values(rows).returning(['id', 'seller_id'])
    })
    .with('written', (db) => {
      const order_id = db.selectFrom('made').select('id')
      const parcelOf = (sellerId: number) =>
        db.selectFrom('packed').select('id').where('seller_id', '=', sellerId)
      const rows = rowsOf(fixed.lines).map((line) => ({
        ...line,
        order_id,
        parcel_id: parcelOf(line.seller_id),
      }))
      return db.insertInto('order_lines').values(rows).returning(['item_id', 'quantity'])
    })
    .with('taken', (db) =>
      db
        .updateTable('items')
        .from('written')
        .set((item) => ({ stock: item('stock', '-', item.ref('quantity')) }))
        .whereRef('items.id', '=', 'written.item_id'),
    )
    .with('gone', (db) => db.deleteFrom('cart_lines').where('id', 'in', cartIds))
    .selectFrom('made')
    .select('id')
    .executeTakeFirstOrThrow()
  return { orderId: order.id, transactionRef: row.transaction_ref }
}

function rowOf(
  { clock, settings }: Deps,
  { id }: Viewer,
  { billing, shipping, phone, totalKobo }: OrderInput,
) {
  const now = clock.now()
  return {
    transaction_ref: newReference(),
    buyer_id: id,
    total_kobo: totalKobo,
    commission_percent: settings.payouts.commissionPercent,
    phone_number: phone,
    billing_address: JSON.stringify(billing),
    shipping_address: JSON.stringify(shipping),
    expires_at: inMinutes(now, settings.orderMinutes),
    moved_at: now,
    created_at: now,
  }
}

const rowsOf = (lines: LockedLine[]) =>
  lines
    .toSorted((one, other) => one.id - other.id)
    .map(({ item_id, seller_id, name, image_url, thumbnail_url, price_kobo, count }) => ({
      item_id,
      seller_id,
      name,
      image_url,
      thumbnail_url,
      unit_price_kobo: price_kobo,
      quantity: count,
    }))

/** References consist of letters and digits that can be read aloud. A hundred random bits cannot be guessed. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const newReference = () => `RS-${Array.from(randomBytes(20), (byte) => letters[byte % 32]).join('')}`
