import type { Insertable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { insertRow } from '#api/test/rows.ts'

type One = { id: number }

/** Inserted into the tables, with the message that shows it. */
export async function buildOffer(
  { deps, clock }: TestApp,
  buyer: One,
  seller: One,
  { item_id, ...columns }: Partial<Insertable<Tables['offers']>> & { item_id: number },
): Promise<number> {
  const created_at = clock.now()
  const message = await insertRow(deps.db, 'messages', {
    sender_id: buyer.id,
    receiver_id: seller.id,
    body: 'I offer less.',
    item_id,
    created_at,
  })
  const offer = await insertRow(deps.db, 'offers', {
    item_id,
    buyer_id: buyer.id,
    message_id: message.id,
    item_name: 'Adire wrapper',
    price_kobo: 1_000_000,
    created_at,
    valid_until: inDays(created_at, 7),
    ...columns,
  })
  return offer.id
}
