import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type {
  AdminDispute,
  AdminOrder,
  AdminPayment,
  AdminRefund,
  LedgerRow,
} from '@rootsquare/contract/trade/admin-orders'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { PayoutProblem } from '@rootsquare/contract/trade/payouts'
import type { Db } from '#api/db/db.ts'

type Records = Pick<AdminOrder, 'payments' | 'refunds' | 'disputes' | 'payouts' | 'ledger'>

/** Returns everything that has happened with the money of an order, oldest first. */
export async function recordsOf(db: Db, orderId: number, isOwn: boolean): Promise<Records> {
  return {
    payments: await paymentsOf(db, orderId),
    refunds: await refundsOf(db, orderId, isOwn),
    disputes: await disputesOf(db, orderId),
    payouts: await payoutsOf(db, orderId),
    ledger: await ledgerOf(db, orderId),
  }
}

async function paymentsOf(db: Db, orderId: number): Promise<AdminPayment[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['reference', 'state', 'provider_status', 'amount_kobo', 'paid_kobo', 'currency'])
    .select(['held_reason', 'created_at', 'settled_at'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    state: row.state,
    providerStatus: row.provider_status,
    expected: nairaOf(row.amount_kobo),
    paid: row.paid_kobo === null ? null : nairaOf(row.paid_kobo),
    currency: row.currency,
    heldReason: row.held_reason,
    createdDate: row.created_at.toISOString(),
    settledDate: row.settled_at?.toISOString() ?? null,
  }))
}

async function refundsOf(db: Db, orderId: number, isOwn: boolean): Promise<AdminRefund[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.reference', 'refunds.reference')
    .select(['refunds.id', 'order_line_id', 'refunds.reference', 'refunds.amount_kobo', 'refunds.state'])
    .select(['refunds.created_at', 'changed_at', 'settled_outside_at', 'reversed_at'])
    .where('refunds.order_id', '=', orderId)
    .orderBy('refunds.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    orderLineId: row.order_line_id,
    reference: row.reference,
    amount: nairaOf(row.amount_kobo),
    state: row.state,
    createdDate: row.created_at.toISOString(),
    changedDate: row.changed_at.toISOString(),
    settledDate: row.settled_outside_at?.toISOString() ?? null,
    can: { settle: !isOwn && row.state === 'FAILED' && row.reversed_at === null },
  }))
}

async function disputesOf(db: Db, orderId: number): Promise<AdminDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select(['disputes.id', 'order_line_id', 'name', 'disputes.reason', 'state', 'decision', 'created_at'])
    .where('disputes.order_id', '=', orderId)
    .orderBy('disputes.id')
    .execute()
  return rows.map(({ order_line_id, created_at, ...row }) => ({
    ...row,
    orderLineId: order_line_id,
    createdDate: created_at.toISOString(),
  }))
}

async function payoutsOf(db: Db, orderId: number): Promise<PayoutProblem[]> {
  const rows = await db
    .selectFrom('payouts')
    .leftJoin('members', 'members.id', 'member_id')
    .select(['payouts.id', 'amount_kobo', 'state', 'reference', 'why', 'payouts.created_at'])
    .select(['member_id', 'username'])
    .where('payouts.id', 'in', sql<number>`(select payout_id from order_lines where order_id = ${orderId})`)
    .orderBy('payouts.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amount: nairaOf(row.amount_kobo),
    state: row.state,
    reference: row.reference,
    why: row.why,
    sellerId: row.member_id,
    sellerUsername: row.username ?? deletedUserName,
    createdDate: row.created_at.toISOString(),
  }))
}

type EntryRow = {
  id: number
  kind: LedgerRow['kind']
  entries: { account: string; kobo: number }[]
  at: Date
}

async function ledgerOf(db: Db, orderId: number): Promise<LedgerRow[]> {
  const { rows } = await sql<EntryRow>`
    select ledger_id as id, kind, created_at as at,
      json_agg(json_build_object('account', account, 'kobo', amount_kobo) order by account) as entries
    from ledger_entries where order_id = ${orderId}
    group by ledger_id, kind, created_at order by ledger_id`.execute(db)
  return rows.map(({ id, kind, entries, at }) => ({
    id,
    kind,
    entries: entries.map(({ account, kobo }) => ({ account, amount: nairaOf(kobo) })),
    createdDate: at.toISOString(),
  }))
}
