import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { OrderState } from '@rootsquare/contract/orders'

type Id = GeneratedAlways<number>
type MaybeTime = Date | null
/** Written as text, read as what it says. */
type AddressCopy = ColumnType<OrderAddress | null, string, string | null>

export type OrderTables = {
  addresses: {
    id: Id
    member_id: number
    street_number: string
    address_line1: string
    address_line2: string | null
    state_code: string
    lga_code: string
    postal_code: string | null
    unit_number: string | null
    phone_number: string | null
    created_at: Date
  }
  orders: {
    id: Id
    transaction_ref: string
    buyer_id: number | null
    status: Generated<OrderState>
    total_kobo: number
    phone_number: string | null
    billing_address: AddressCopy
    shipping_address: AddressCopy
    held_at: MaybeTime
    expires_at: Date
    end_look_at: MaybeTime
    paid_at: MaybeTime
    shipped_at: MaybeTime
    moved_at: Date
    created_at: Date
  }
  order_lines: {
    id: Id
    order_id: number
    item_id: number | null
    seller_id: number | null
    name: string
    image_url: string | null
    thumbnail_url: string | null
    unit_price_kobo: number
    quantity: number
    total_kobo: GeneratedAlways<number>
    holds_stock: Generated<boolean>
    shipped_at: MaybeTime
    note: string | null
    canceled_at: MaybeTime
    reason: string | null
    sold_at: MaybeTime
    finished_at: MaybeTime
  }
  finished_sales: { seller_id: number; n: number }
  order_moves: { id: Id; order_id: number; status: OrderState; created_at: Date }
  payment_attempts: {
    reference: string
    order_id: number
    number: number
    amount_kobo: number
    authorization_url: string | null
    opening_until: MaybeTime
    state: Generated<'OPEN' | 'PAID' | 'HELD' | 'REFUNDED'>
    provider_status: string | null
    paid_kobo: number | null
    currency: string | null
    held_why: string | null
    settled_at: MaybeTime
    next_look_at: MaybeTime
    looks: Generated<number>
    created_at: Date
  }
  payment_events: {
    id: Id
    digest: string
    event: string
    reference: string | null
    body: string
    received_at: Date
    handled_at: MaybeTime
    next_look_at: MaybeTime
  }
  refunds: {
    id: Id
    order_id: number
    reference: string
    order_line_id: number | null
    amount_kobo: number
    state: Generated<'ASKED' | 'PENDING' | 'PROCESSED' | 'FAILED' | 'NEEDS_ATTENTION'>
    provider_id: string | null
    asks: Generated<number>
    next_look_at: MaybeTime
    created_at: Date
    changed_at: Date
  }
  sandbox_transactions: {
    id: Id
    reference: string
    access_code: string
    amount_kobo: number
    currency: string
    callback_url: string | null
    cancel_url: string | null
    status: Generated<string>
    gateway_response: string | null
    card: string | null
    paid_at: MaybeTime
    created_at: Date
  }
  sandbox_refunds: {
    id: Id
    transaction_id: number
    amount_kobo: number
    status: string
    merchant_note: string | null
    created_at: Date
  }
}
