import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { Db, Tx } from '#api/db/db.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import type { InsertedItem } from './items.ts'
import { demoHomes, demoMothersHome, demoOrders, type DemoLine, type DemoOrder } from './order-list.ts'
import type { DemoMembers } from './people.ts'

type DemoMarket = DemoMembers & { items: InsertedItem[] }
type Home = typeof demoMothersHome
type InsertedOrder = DemoOrder & { id: number; reference: string }

const buyerWithAddresses = 'adaeze.n'
/** Sandbox orders are paid within this many hours. */
const payHours = 1

/** Inserts the orders. The stock in the file is what is left after them, so they do not reduce it. */
export async function insertOrders(tx: Tx, world: DemoMarket): Promise<void> {
  await insertAddresses(tx, world)
  const orders = await insertOrderRows(tx, world)
  await insertLines(tx, world, orders)
  await insertPayments(tx, world, orders)
  for (const order of orders) await applyMoves(tx, order, world)
  await insertRefunds(tx, world, orders)
}

async function insertAddresses(tx: Tx, { find, now }: DemoMarket): Promise<void> {
  const { id, joinedAt } = find(buyerWithAddresses)
  const saved = [demoMothersHome, demoHomes[buyerWithAddresses]].flatMap((home) => home ?? [])
  const rows = saved.map(({ streetNumber, addressLine1, cityCode, lgaCode, phone }, nth) => ({
    member_id: id,
    street_number: streetNumber,
    address_line1: addressLine1,
    state_code: cityCode,
    lga_code: lgaCode,
    phone_number: phone,
    created_at: inHours(nth === 0 ? joinedAt : now, nth === 0 ? 24 : -390),
  }))
  await tx.insertInto('addresses').values(rows).execute()
}

async function insertOrderRows(tx: Tx, { find, items, now }: DemoMarket): Promise<InsertedOrder[]> {
  const names = await placeNames(tx)
  const orders: InsertedOrder[] = []
  for (const [nth, order] of demoOrders.entries()) {
    const { id: buyerId } = find(order.buyer)
    const home = demoHomes[order.buyer] ?? demoMothersHome
    const address = JSON.stringify(orderAddress(home, names))
    const made = inHours(now, -order.made)
    const reference = `RS-${createHash('sha256').update(`demo ${nth}`).digest('hex').slice(0, 20).toUpperCase()}`
    const totalKobo = order.lines.reduce((sum, line) => sum + totalOf(line, items), 0)
    const { id } = await tx
      .insertInto('orders')
      .values({
        transaction_ref: reference,
        buyer_id: buyerId,
        total_kobo: totalKobo,
        phone_number: home.phone,
        billing_address: address,
        shipping_address: address,
        expires_at: inHours(made, payHours),
        moved_at: made,
        created_at: made,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    orders.push({ ...order, id, reference })
  }
  return orders
}

async function placeNames(tx: Tx): Promise<Map<string, string>> {
  const states = await tx.selectFrom('states').select(['code', 'name']).execute()
  const lgas = await tx.selectFrom('lgas').select(['code', 'name']).execute()
  return new Map([...states, ...lgas].map(({ code, name }) => [code, name]))
}

function orderAddress(home: Home, names: Map<string, string>): OrderAddress {
  const { streetNumber, addressLine1, cityCode, lgaCode } = home
  const [city, lga] = [names.get(cityCode) ?? '', names.get(lgaCode) ?? '']
  const none = { addressLine2: null, postalCode: null, unitNumber: null, phoneNumber: null }
  return { streetNumber, addressLine1, city, cityCode, lga, lgaCode, ...none }
}

function itemOf({ item }: DemoLine, items: InsertedItem[]): InsertedItem {
  const found = items.find(({ name }) => name === item)
  if (!found) throw new Error(`The demo data offers no ${item}.`)
  return found
}

const totalOf = (line: DemoLine, items: InsertedItem[]) => itemOf(line, items).priceKobo * (line.count ?? 1)

/** Inserts a parcel for each order and seller. A parcel is shipped with the last of its lines. */
async function insertParcels(tx: Tx, { items, now }: DemoMarket, orders: InsertedOrder[]) {
  const rows = orders.flatMap((order) => {
    const sellers = new Set(order.lines.map((line) => itemOf(line, items).sellerId))
    return [...sellers].map((sellerId) => {
      const sent = order.lines
        .filter((line) => itemOf(line, items).sellerId === sellerId && !line.declined)
        .map(({ shipped }) => shipped)
      const isShipped = sent.length > 0 && sent.every((hours) => hours !== undefined)
      return {
        order_id: order.id,
        seller_id: sellerId,
        shipped_at: isShipped ? inHours(now, -Math.min(...sent.map((hours) => hours ?? 0))) : null,
        received_at: order.completed === undefined ? null : inHours(now, -order.completed),
      }
    })
  })
  const made = await tx
    .insertInto('parcels')
    .values(rows)
    .returning(['id', 'order_id', 'seller_id'])
    .execute()
  return new Map(made.map((parcel) => [`${parcel.order_id} ${parcel.seller_id}`, parcel.id]))
}

async function insertLines(tx: Tx, world: DemoMarket, orders: InsertedOrder[]): Promise<void> {
  const { items, now } = world
  const parcels = await insertParcels(tx, world, orders)
  const rows = orders.flatMap((order) =>
    order.lines.map((line) => {
      const { id, sellerId, name, priceKobo } = itemOf(line, items)
      return {
        order_id: order.id,
        parcel_id: parcels.get(`${order.id} ${sellerId}`) ?? 0,
        item_id: id,
        seller_id: sellerId,
        name,
        unit_price_kobo: priceKobo,
        quantity: line.count ?? 1,
        holds_stock: order.canceled === undefined && order.failed === undefined,
        shipped_at: line.shipped === undefined ? null : inHours(now, -line.shipped),
        note: line.note ?? null,
      }
    }),
  )
  await tx.insertInto('order_lines').values(rows).execute()
}

/** Inserts the payments into the sandbox too, so that a refund in the demo data finds its payment. */
async function insertPayments(tx: Tx, { now }: DemoMarket, orders: InsertedOrder[]): Promise<void> {
  for (const { id, reference, paid } of orders) {
    if (paid === undefined) continue
    const at = inHours(now, -paid)
    const accessCode = createHash('sha256').update(`access ${reference}`).digest('hex').slice(0, 22)
    await sql`
      insert into payment_attempts (reference, order_id, number, amount_kobo, state, provider_status, paid_kobo,
        currency, settled_at, created_at)
      select transaction_ref, id, 1, total_kobo, 'PAID', 'success', total_kobo, 'NGN', ${at}::timestamptz, created_at
      from orders where id = ${id}`.execute(tx)
    await sql`
      insert into sandbox_transactions (reference, access_code, amount_kobo, currency, status, gateway_response, card,
        paid_at, created_at)
      select transaction_ref, ${accessCode}, total_kobo, 'NGN', 'success', 'Successful', '4081', ${at}::timestamptz,
        created_at
      from orders where id = ${id}`.execute(tx)
  }
}

/** Makes one update per status change, because the database writes the history of an order from its updates. */
async function applyMoves(tx: Tx, order: InsertedOrder, world: DemoMarket): Promise<void> {
  for (const [status, hours] of movesOf(order)) {
    const at = inHours(world.now, -hours)
    await tx
      .updateTable('orders')
      .set({
        status,
        moved_at: at,
        ...(status === 'PROCESSING' && { paid_at: at }),
        ...(status === 'SHIPPED' && { shipped_at: at }),
      })
      .where('id', '=', order.id)
      .execute()
    if (status === 'PROCESSING') await declineLines(tx, order, world)
  }
}

/** Declines lines after the payment, as in the product, because the ledger follows the changes. */
async function declineLines(tx: Tx, order: InsertedOrder, { items, now }: DemoMarket): Promise<void> {
  for (const line of order.lines.filter(({ declined }) => declined)) {
    await tx
      .updateTable('order_lines')
      .set({ canceled_at: inHours(now, -(line.declined?.hoursAgo ?? 0)), reason: line.declined?.reason })
      .where('order_id', '=', order.id)
      .where('item_id', '=', itemOf(line, items).id)
      .execute()
  }
}

function movesOf({ lines, paid, completed, canceled, failed }: DemoOrder): [OrderState, number][] {
  const sent = lines.flatMap(({ shipped }) => shipped ?? [])
  const shipped = sent.length === lines.length ? Math.min(...sent) : undefined
  const moves: [OrderState, number | undefined][] = [
    ['PROCESSING', paid],
    ['SHIPPED', shipped],
    ['COMPLETED', completed],
    ['CANCELED', canceled],
    ['FAILED', failed],
  ]
  return moves.flatMap(([status, hours]) => (hours === undefined ? [] : [[status, hours]]))
}

async function insertRefunds(tx: Tx, { now }: DemoMarket, orders: InsertedOrder[]): Promise<void> {
  for (const { id, reference, lines } of orders) {
    const declined = lines.find((line) => line.declined)?.declined
    if (!declined) continue
    const [createdAt, changedAt] = [inHours(now, -declined.hoursAgo), inHours(now, -declined.hoursAgo / 2)]
    await sql`
      insert into refunds (order_id, reference, order_line_id, amount_kobo, state, created_at, changed_at)
      select order_id, ${reference}, id, total_kobo, 'PROCESSED', ${createdAt}::timestamptz, ${changedAt}::timestamptz
      from order_lines where order_id = ${id} and canceled_at is not null`.execute(tx)
  }
}

/** Copies the pictures of items, which are stored after the orders were inserted. */
export async function copyPicturesToOrders(db: Db): Promise<void> {
  await sql`
    update order_lines set image_url = items.image_url, thumbnail_url = items.thumbnail_url
    from items where items.id = item_id and order_lines.image_url is null`.execute(db)
}
