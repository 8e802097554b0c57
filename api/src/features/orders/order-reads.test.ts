import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hasOpenOrders } from '#api/features/accounts/closure/open-orders.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildFollow, buildMember } from '#api/test/builders/members.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'

// Replaced before the first connection, because each connection keeps the function that it finds here.
const sent = vi.spyOn(pg.Client.prototype, 'query')

/** The number of old sales to members whom nobody follows, and the number of rows that may be read of them. */
const sales = 3000
const maxRowsRead = 100

type Member = Awaited<ReturnType<typeof buildMember>>
const app = await sharedApp()
const [seller, buyer] = [await buildMember(app), await buildMember(app)]
const item = await buildItem(app, seller, { stock: 10 })
await insertOldSales()
await buildOrder(app, buyer, [{ item }], { status: 'COMPLETED' })
await buildFollow(app, seller, buyer)
await sql`analyze orders, order_lines, follows, members`.execute(app.deps.db)

/** Inserts old sales in the state in which the triggers would leave them. */
async function insertOldSales(): Promise<void> {
  const { db } = app.deps
  const at = inDays(app.clock.now(), -200)
  await sql`insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
    select 'reads' || n, 'reads' || n || '@example.com', '', 'Often', 'Buyer', ${at}, ${at}
    from generate_series(1, ${sales / 10}::integer) n`.execute(db)
  await sql`insert into orders (transaction_ref, buyer_id, status, total_kobo, expires_at, paid_at, moved_at, created_at)
    select 'READ-' || id || '-' || n, id, 'COMPLETED', 10000, ${at}, ${at}, ${at}, ${at}
    from members cross join generate_series(1, 10) n where firstname = 'Often'`.execute(db)
  await sql`insert into parcels (order_id, seller_id, shipped_at, received_at)
    select id, ${seller.id}, ${at}, ${at} from orders`.execute(db)
  await sql`insert into order_lines
      (order_id, parcel_id, item_id, seller_id, name, unit_price_kobo, quantity, shipped_at, sold_at, finished_at)
    select order_id, id, ${item.id}, ${seller.id}, 'Drum', 10000, 1, ${at}, ${at}, ${at} from parcels`.execute(
    db,
  )
  await db.insertInto('finished_sales').values({ seller_id: seller.id, n: sales }).execute()
}

type Plan = { 'Relation Name'?: string; read: number; Plans: Plan[] }
const Plan: z.ZodType<Plan> = z
  .looseObject({
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().default(0),
    'Rows Removed by Index Recheck': z.number().default(0),
    get Plans() {
      return z.array(Plan).default([])
    },
  })
  .transform((node) => {
    const removed = node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']
    return { ...node, read: (node['Actual Rows'] + removed) * node['Actual Loops'] }
  })
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan })]) })])
const Statement = z.object({ text: z.string(), values: z.array(z.unknown()) })

const readIn = (plan: Plan): number =>
  ['orders', 'order_lines'].includes(plan['Relation Name'] ?? '') ? plan.read : 0
const sumOf = (plan: Plan): number => plan.Plans.reduce((sum, part) => sum + sumOf(part), readIn(plan))

/** Counts the rows of orders and lines that PostgreSQL reads during a call. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const before = sent.mock.calls.length
  await work()
  const statements = sent.mock.calls.slice(before).flatMap(([first]) => Statement.safeParse(first).data ?? [])
  let read = 0
  for (const { text, values } of statements.filter(({ text }) => /order/.test(text))) {
    const { rows } = await app.deps.pool.query(`explain (analyze, timing off, format json) ${text}`, values)
    read += sumOf(Explained.parse(rows)[0]['QUERY PLAN'][0].Plan)
  }
  return read
}

const asks = ({ token }: Member, path: string, query = {}) =>
  rowsRead(() => app.call('GET', path, { token, query }))

test('reads no more rows when a seller has sold more', async () => {
  const reads = {
    seller: await asks(seller, `/user/${seller.id}/seller`),
    figures: await asks(seller, '/cart/seller/figures'),
    list: await asks(seller, '/cart/seller/orders', { size: 10 }),
    open: await asks(seller, '/cart/seller/orders', {
      size: 10,
      status: 'COMPLETED,PENDING,PROCESSING,SHIPPED',
    }),
    over: await asks(seller, '/cart/seller/orders', { size: 10, status: 'CANCELED,FAILED' }),
  }
  for (const [name, read] of Object.entries(reads))
    expect([name, read <= maxRowsRead, read]).toEqual([name, true, read])
  expect(reads.list).toBeGreaterThan(0)
})

test('reads no more rows when other members have bought more', async () => {
  const isOpen = () => hasOpenOrders(app.deps.db, buyer.id)
  const read = await rowsRead(isOpen)
  expect([await isOpen(), read > 0, read <= maxRowsRead]).toEqual([false, true, true])
  await app.deps.db.updateTable('items').set({ is_approved: false }).where('id', '=', item.id).execute()
  const path = `/items/${item.id}`
  expect((await app.call('GET', path, { token: buyer.token })).status).toBe(200)
  const looked = await asks(buyer, path)
  expect([looked > 0, looked <= maxRowsRead]).toEqual([true, true])
})
