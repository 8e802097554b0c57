import { sql } from 'kysely'
import { cursorListOf, type CursorQuery } from '@rootsquare/contract/lib/cursor-list'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { listStatementEntries as endpoint, StatementType } from '@rootsquare/contract/trade/payouts'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Movement = {
  day: string
  kind: string
  reference: string | null
  order_id: number | null
  kobo: number
  balance: number
}

/**
 * Lists the changes of what is owed to the seller, held and available together, with the sum after each. Both days are inclusive
 * and in Lagos time. The opening sum is the current sum less the changes since, so that a statement of last month does not read
 * the years before it.
 */
export async function getStatement(
  db: Db,
  { id }: Viewer,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { rows } = await sql<Movement>`
    with account as (
      select id, held_kobo + available_kobo - (
        select coalesce(sum(held_kobo + available_kobo), 0) from ledger
        where seller_account_id = seller_accounts.id and created_at >= ${startOf(from)}) as opening_kobo
      from seller_accounts where member_id = ${id}
    )
    select to_char(moved.created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day, kind,
      coalesce(reference, transaction_ref) as reference, order_id, kobo, balance::bigint
    from (
      select ledger.*, held_kobo + available_kobo as kobo,
        opening_kobo + sum(held_kobo + available_kobo) over (order by created_at, ledger.id) as balance
      from ledger join account on account.id = seller_account_id
      where created_at >= ${startOf(from)} and created_at < ${startOf(to)} + interval '1 day'
    ) moved left join orders on orders.id = order_id
    where kobo <> 0
    order by moved.created_at, moved.id`.execute(db)
  return [columns, ...rows.map(lineOf)].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** Lagos has no daylight saving time: each of its days has 24 hours. */
const startOf = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Africa/Lagos')`

const columns = ['date', 'type', 'reference', 'orderId', 'amount', 'balance']

const lineOf = ({ day, kind, reference, order_id, kobo, balance }: Movement) => [
  day,
  kind,
  textCell(reference ?? ''),
  String(order_id ?? ''),
  nairaOf(kobo).toFixed(2),
  nairaOf(balance).toFixed(2),
]

/** Quotes a cell. A text that begins like a formula gets an apostrophe, because a spreadsheet would run it. */
export function textCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

type EntryRow = {
  id: number
  kind: StatementType
  transaction_ref: string | null
  sold_id: number | null
  kobo: number
  created_at: Date
}

/** The line that the seller sees as an order: the entry's own, or the first of the parcel. Needs a ledger row `moved`. */
const soldId = sql<number | null>`coalesce(moved.order_line_id, (
  select min(order_lines.id) from order_lines join parcels on parcels.id = parcel_id
  where order_lines.order_id = moved.order_id and parcels.seller_account_id = moved.seller_account_id))`

/** Lists the same changes as the statement, without the sum after each. */
export async function listStatementEntries(
  db: Db,
  { id }: Viewer,
  { cursor = Number.MAX_SAFE_INTEGER, size }: CursorQuery,
): Promise<ReplyOf<typeof endpoint>> {
  const { rows } = await sql<EntryRow>`
    select moved.id, kind, transaction_ref, ${soldId} as sold_id, moved.held_kobo + available_kobo as kobo, moved.created_at
    from ledger moved left join orders on orders.id = moved.order_id
    where moved.seller_account_id = (select id from seller_accounts where member_id = ${id}) and moved.id < ${cursor}
      and moved.held_kobo + available_kobo <> 0
    order by moved.id desc limit ${size + 1}`.execute(db)
  const entries = rows.map((row) => ({
    id: row.id,
    type: row.kind,
    transactionRef: row.transaction_ref,
    orderId: row.sold_id,
    amount: nairaOf(row.kobo),
    createdDate: row.created_at.toISOString(),
  }))
  return cursorListOf(entries, size, (entry) => entry.id)
}
