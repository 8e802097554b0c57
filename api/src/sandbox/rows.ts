import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'
import type { Refund, Transaction } from './paystack-api.ts'

export type TransactionRow = Selectable<Tables['sandbox_transactions']>

/** In the provider's wire format. */
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
    channel: 'card',
    // As empty as the provider's own often is.
    metadata: row.cancel_url === null ? '' : { cancel_action: row.cancel_url },
    authorization: { last4: row.card, channel: 'card' },
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
