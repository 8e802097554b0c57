import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
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
