import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'

type Transaction = Selectable<Tables['sandbox_transactions']>
type Refund = Selectable<Tables['sandbox_refunds']>

export function toWireTransaction(found: Transaction) {
  return {
    id: found.id,
    domain: 'test',
    status: found.status,
    reference: found.reference,
    amount: found.amount_kobo,
    requested_amount: found.amount_kobo,
    currency: found.currency,
    gateway_response: found.gateway_response ?? 'The transaction was not completed',
    paid_at: found.paid_at,
    created_at: found.created_at,
    channel: 'card',
    // As empty as the provider's own often is.
    metadata: found.cancel_url === null ? '' : { cancel_action: found.cancel_url },
    authorization: { last4: found.card, channel: 'card' },
  }
}

export function toWireRefund(refund: Refund) {
  return {
    id: refund.id,
    domain: 'test',
    status: refund.status,
    transaction: refund.transaction_id,
    amount: refund.amount_kobo,
    currency: 'NGN',
    merchant_note: refund.merchant_note,
    createdAt: refund.created_at,
  }
}
