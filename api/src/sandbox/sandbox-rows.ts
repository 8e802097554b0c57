import type { Selectable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Refund, Transaction } from './paystack-api.ts'
import type { Transfer } from './transfers-api.ts'

export type TransactionRow = Selectable<Tables['sandbox_transactions']>

const freeKobo = 250_000
const flatKobo = 10_000
const highestKobo = 200_000

/** Returns the fee: 1.5 %, plus ₦100 from ₦2,500 on, at most ₦2,000. */
function feeOf(amountKobo: number): number {
  const flat = amountKobo < freeKobo ? 0 : flatKobo
  return Math.min(Math.ceil((amountKobo * 15) / 1000) + flat, highestKobo)
}

/** Returns a payment in the provider's wire format. */
export function toTransaction(row: TransactionRow): Transaction & Record<string, unknown> {
  return {
    id: row.id,
    domain: 'test',
    status: row.status,
    reference: row.reference,
    amount: row.amount_kobo,
    requested_amount: row.amount_kobo,
    currency: row.currency,
    gateway_response: row.gateway_response ?? 'The transaction was not completed',
    paid_at: row.paid_at,
    created_at: row.created_at,
    channel: row.channel,
    fees: row.paid_at === null ? null : feeOf(row.amount_kobo),
    // The provider's metadata is often empty like this.
    metadata: row.cancel_url === null ? '' : { cancel_action: row.cancel_url },
    authorization: { last4: row.card, channel: row.channel },
  }
}

export function toRefund(row: Selectable<Tables['sandbox_refunds']>): Refund & Record<string, unknown> {
  return {
    id: row.id,
    domain: 'test',
    status: row.status,
    transaction: row.transaction_id,
    amount: row.amount_kobo,
    currency: 'NGN',
    merchant_note: row.merchant_note,
    createdAt: row.created_at,
  }
}

type TransferRow = Selectable<Tables['sandbox_transfers']> & { recipient_code: string }

export const toTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  status: row.status,
  reference: row.reference,
  amount: row.amount_kobo,
  reason: row.reason,
  recipient: { id: row.recipient_id, recipient_code: row.recipient_code },
})

/** Selects transfers with their recipients. */
export const selectTransfers = (db: Db) =>
  db
    .selectFrom('sandbox_transfers')
    .innerJoin('sandbox_recipients', 'sandbox_recipients.id', 'recipient_id')
    .selectAll('sandbox_transfers')
    .select(['recipient_code', 'behaviour'])
