import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { insertRow, insertRows, updateRows } from '#api/test/rows.ts'

type One = { id: number }
type Signed = { token: string }

/** A valid body of a checkout. */
export const newAddress = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  addressLine2: null,
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
  postalCode: '101241',
  unitNumber: null,
  phoneNumber: null,
}

/** The same on an order. */
export const orderAddress = { ...newAddress, city: 'Lagos', lga: 'Surulere' }

/** Inserted into the table. */
export async function buildAddress(
  { deps, clock }: TestApp,
  { id }: One,
  overrides: Partial<Insertable<Tables['addresses']>> = {},
): Promise<number> {
  const saved = await insertRow(deps.db, 'addresses', {
    member_id: id,
    street_number: newAddress.streetNumber,
    address_line1: newAddress.addressLine1,
    state_code: newAddress.cityCode,
    lga_code: newAddress.lgaCode,
    postal_code: newAddress.postalCode,
    created_at: clock.now(),
    ...overrides,
  })
  return saved.id
}

type OrderLine = { item: One; count?: number }

/** Inserted into the table, with the current name and price. */
export async function fillCart(
  { deps, clock }: TestApp,
  { id }: One,
  orderLines: OrderLine[],
): Promise<void> {
  const items = await itemsOf(deps.db, orderLines)
  const rows = orderLines.map(({ item, count = 1 }) => {
    const { name, price_kobo } = rowOf(items, item)
    return { member_id: id, item_id: item.id, name, price_kobo, count, created_at: clock.now() }
  })
  await deps.db.insertInto('cart_lines').values(rows).execute()
}

export const checkOut = (
  app: TestApp,
  { token }: Signed,
  overrides: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  app.call('POST', '/cart/checkout', {
    token,
    headers,
    body: {
      phoneNumber: '08031234567',
      useBillingAddressForShipping: true,
      billingAddress: newAddress,
      ...overrides,
    },
  })

type OrderOptions = {
  status?: OrderState
  /** Whether it was paid before it ended. By default as its status requires. */
  isPaid?: boolean
  /** The time of all its events. */
  at?: Date
  isHeld?: boolean
  /** The delivery fee of each parcel. */
  feeKobo?: number
}

const pathTo: Record<OrderState, OrderState[]> = {
  PENDING: [],
  PROCESSING: ['PROCESSING'],
  SHIPPED: ['PROCESSING', 'SHIPPED'],
  COMPLETED: ['PROCESSING', 'SHIPPED', 'COMPLETED'],
  CANCELED: ['CANCELED'],
  FAILED: ['FAILED'],
}

/**
 * Inserted into the tables through all earlier states. It takes the stock unless it has ended, and if it is paid it has the
 * attempt `<transactionRef>-1`.
 */
export async function buildOrder(
  app: TestApp,
  buyer: One,
  orderLines: OrderLine[],
  options: OrderOptions = {},
) {
  const { status = 'PENDING', at = app.clock.now() } = options
  const isPaid = options.isPaid ?? pathTo[status].includes('PROCESSING')
  const path: OrderState[] = isPaid && status === 'CANCELED' ? ['PROCESSING', 'CANCELED'] : pathTo[status]
  const { isHeld = false, feeKobo = 0 } = options
  const order = await insertOrder(app, buyer, orderLines, { at, isHeld, feeKobo })
  if (isPaid) await pay(app, order, at)
  for (const step of path) await move(app, order.orderId, step, at)
  const isOver = status === 'CANCELED' || status === 'FAILED'
  if (isOver)
    await updateRows(app.deps.db, 'order_lines', { order_id: order.orderId }, { holds_stock: false })
  else await takeStock(app, orderLines)
  return order
}

export type BuiltOrder = Awaited<ReturnType<typeof buildOrder>>

async function insertOrder(
  { deps }: TestApp,
  { id }: One,
  orderLines: OrderLine[],
  { at, isHeld, feeKobo }: { at: Date; isHeld: boolean; feeKobo: number },
) {
  const items = await itemsOf(deps.db, orderLines)
  const lines = orderLines.map(({ item, count = 1 }) => {
    const { seller_id, name, image_url, thumbnail_url, price_kobo } = rowOf(items, item)
    const fixed = { seller_id, name, image_url, thumbnail_url, unit_price_kobo: price_kobo, quantity: count }
    return { item_id: item.id, ...fixed }
  })
  const sellers = [...new Set(lines.map(({ seller_id }) => seller_id))]
  const goodsKobo = lines.reduce((sum, line) => sum + line.unit_price_kobo * line.quantity, 0)
  const totalKobo = goodsKobo + sellers.length * feeKobo
  const transactionRef = `RS-${randomBytes(10).toString('hex').toUpperCase()}`
  const order = await insertRow(deps.db, 'orders', {
    transaction_ref: transactionRef,
    buyer_id: id,
    total_kobo: totalKobo,
    phone_number: '08031234567',
    billing_address: JSON.stringify(orderAddress),
    shipping_address: JSON.stringify(orderAddress),
    held_at: isHeld ? at : null,
    expires_at: inMinutes(at, deps.settings.orderMinutes),
    moved_at: at,
    created_at: at,
  })
  const ofOrder = { order_id: order.id, fee_kobo: feeKobo }
  const parcels = sellers.map((seller_id) => ({ seller_id, ...ofOrder }))
  const rows = await inParcels(deps.db, parcels, lines)
  const written = await deps.db.insertInto('order_lines').values(rows).returning('id').execute()
  const lineIds = written.map((line) => line.id)
  return { orderId: order.id, transactionRef, totalKobo, lineIds, reference: `${transactionRef}-1` }
}

/** One parcel for each seller. */
async function inParcels<L extends { seller_id: number }>(
  db: Db,
  parcels: { seller_id: number; order_id: number; fee_kobo: number }[],
  lines: L[],
) {
  const written = await db
    .insertInto('parcels')
    .values(parcels)
    .returning(['id', 'order_id', 'seller_id'])
    .execute()
  return lines.map((line) => {
    const parcel = written.find(({ seller_id }) => seller_id === line.seller_id)
    return { ...line, order_id: parcel?.order_id ?? 0, parcel_id: parcel?.id ?? 0 }
  })
}

type Built = Awaited<ReturnType<typeof insertOrder>>

async function pay({ deps }: TestApp, { orderId, reference, totalKobo }: Built, at: Date): Promise<void> {
  const request = { reference, order_id: orderId, number: 1, amount_kobo: totalKobo, created_at: at }
  const paid = { provider_status: 'success', paid_kobo: totalKobo, currency: 'NGN', settled_at: at }
  await insertRows(deps.db, 'payment_attempts', { ...request, state: 'PAID', ...paid })
  await deps.db.updateTable('orders').set({ paid_at: at }).where('id', '=', orderId).execute()
}

/** An admin has accepted a payment of another amount. */
export const paidInstead = (
  { deps }: TestApp,
  { reference }: { reference: string },
  paid_kobo: number,
  currency = 'NGN',
) => updateRows(deps.db, 'payment_attempts', { reference }, { paid_kobo, currency })

async function move({ deps }: TestApp, orderId: number, status: OrderState, at: Date): Promise<void> {
  const shipped = status === 'SHIPPED' ? { shipped_at: at } : {}
  await updateRows(deps.db, 'orders', { id: orderId }, { status, moved_at: at, held_at: null, ...shipped })
  if (status === 'SHIPPED') {
    await deps.db.updateTable('order_lines').set(shipped).where('order_id', '=', orderId).execute()
    await deps.db.updateTable('parcels').set(shipped).where('order_id', '=', orderId).execute()
  }
  if (status === 'COMPLETED')
    await deps.db.updateTable('parcels').set({ received_at: at }).where('order_id', '=', orderId).execute()
}

/** Inserted into the table: an open one of the buyer of the order. */
export async function buildDispute({ deps, clock }: TestApp, orderId: number, lineId: number) {
  const { db } = deps
  const line = db.updateTable('order_lines').set({ is_disputed: true }).where('id', '=', lineId)
  const { seller_id } = await line.returning('seller_id').executeTakeFirstOrThrow()
  const order = db.selectFrom('orders').select('buyer_id').where('id', '=', orderId)
  const { buyer_id } = await order.executeTakeFirstOrThrow()
  const sides = { order_id: orderId, order_line_id: lineId, buyer_id, seller_id }
  const dispute = await insertRow(db, 'disputes', { ...sides, reason: 'DAMAGED', created_at: clock.now() })
  return dispute.id
}

async function takeStock({ deps }: TestApp, orderLines: OrderLine[]): Promise<void> {
  for (const { item, count = 1 } of orderLines)
    await deps.db
      .updateTable('items')
      .set((row) => ({ stock: row('stock', '-', count) }))
      .where('id', '=', item.id)
      .execute()
}

async function itemsOf(db: TestApp['deps']['db'], orderLines: OrderLine[]) {
  const ids = orderLines.map(({ item }) => item.id)
  return db.selectFrom('items').selectAll().where('id', 'in', ids).execute()
}

function rowOf(items: Awaited<ReturnType<typeof itemsOf>>, { id }: One) {
  const row = items.find((item) => item.id === id)
  if (!row) throw new Error(`There is no item ${id}.`)
  return row
}

export async function stockOf({ deps }: TestApp, { id }: One): Promise<number> {
  const item = deps.db.selectFrom('items').select('stock').where('id', '=', id)
  return (await item.executeTakeFirstOrThrow()).stock
}

/** The rows, oldest first. */
export const ordersOf = ({ deps }: TestApp, buyer: One) =>
  deps.db.selectFrom('orders').selectAll().where('buyer_id', '=', buyer.id).orderBy('id').execute()
