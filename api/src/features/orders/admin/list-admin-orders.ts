import { sql, type RawBuilder } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type {
  AdminOrderEntry,
  AdminOrderList,
  AdminOrdersQuery,
  OrderProblem,
} from '@rootsquare/contract/trade/admin-orders'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { hasProblem, problemsOf } from './order-problems.ts'

type EntryRow = {
  id: number
  transaction_ref: string
  status: OrderState
  total_kobo: number
  buyer_id: number | null
  username: string | null
  problems: OrderProblem[]
  created_at: Date
}

/**
 * Each condition of the search selects its newest orders by an index of its own, and the newest of all are returned. A single
 * condition with `or` would read orders from the newest on until enough match.
 */
export async function listAdminOrders({ db, clock }: Deps, query: AdminOrdersQuery): Promise<AdminOrderList> {
  const { size } = query
  const where = filterOf(query, clock.now())
  const newest = (await searchedBy(db, query.q)).map(
    (found) => sql`(select orders.id from orders where ${found} and ${where}
      order by orders.id desc limit ${size + 1})`,
  )
  const { rows } = await sql<EntryRow>`
    select orders.id, transaction_ref, status, total_kobo, buyer_id, username, orders.created_at,
      ${problemsOf(clock.now())} as problems
    from (${sql.join(newest, sql` union `)}) as found
      join orders on orders.id = found.id left join members on members.id = buyer_id
    order by orders.id desc limit ${size + 1}`.execute(db)
  const content = rows.slice(0, size).map(shapeEntry)
  return { content, nextCursor: rows.length > size ? (content.at(-1)?.orderId ?? null) : null }
}

function filterOf({ state, buyerId, sellerId, problem, cursor }: AdminOrdersQuery, now: Date) {
  const conditions = [
    sql`true`,
    ...(state === undefined ? [] : [sql`orders.status = ${state}`]),
    ...(buyerId === undefined ? [] : [sql`orders.buyer_id = ${buyerId}`]),
    ...(sellerId === undefined ? [] : [isSoldBy([sellerId])]),
    ...(problem === undefined ? [] : [hasProblem(problem, now)]),
    ...(cursor === undefined ? [] : [sql`orders.id < ${cursor}`]),
  ]
  return sql.join(conditions, sql` and `)
}

const isSoldBy = (sellers: number[]) =>
  sql`orders.id in (select order_id from order_lines where seller_id = any(${sellers}::bigint[]))`

/**
 * Returns the conditions of the search. Staff may also search by the provider's
 * reference, which ends with the number of the payment.
 */
async function searchedBy(db: Db, q = ''): Promise<RawBuilder<unknown>[]> {
  if (q === '') return [sql`true`]
  const reference = q.toUpperCase().startsWith('RS-') ? q.toUpperCase() : `RS-${q.toUpperCase()}`
  const people = await findByUsername(db, q)
  return [
    sql`orders.transaction_ref like ${reference.replaceAll(/[\\%_]/g, String.raw`\$&`)} || '%'`,
    sql`orders.id = (select order_id from payment_attempts where reference = ${reference})`,
    ...(people.length === 0 ? [] : [sql`orders.buyer_id = any(${people}::bigint[])`, isSoldBy(people)]),
  ]
}

const maxPeople = 20

/** Finds members whose username begins with `q`, the shortest first. The search text of a member begins with the username. */
async function findByUsername(db: Db, q: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from members where search_text like fold_like(${q.replace(/^@\s*/, '')}) || '%'
    order by length(username), id limit ${maxPeople}`.execute(db)
  return rows.map(({ id }) => id)
}

const shapeEntry = (row: EntryRow): AdminOrderEntry => ({
  orderId: row.id,
  transactionRef: row.transaction_ref,
  orderStatus: row.status,
  totalAmount: nairaOf(row.total_kobo),
  buyerId: row.buyer_id,
  buyerUsername: row.username ?? deletedUserName,
  problems: row.problems,
  createdDate: row.created_at.toISOString(),
})
