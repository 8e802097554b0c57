import type { Tx } from '#api/db/db.ts'
import { restOf, type Picture, type Pictures } from './item-pictures.ts'
import { noSuchItem } from './item-rows.ts'

/**
 * Locks an item. Members must be locked before: see domain/lock-member.ts. Favourites and cart lines share a lock on the row
 * while they are written, so that none refers to an item that is deleted at that moment.
 */
export async function lockItem(tx: Tx, id: number) {
  const item = await tx
    .selectFrom('items')
    .select(['id', 'name', 'description', 'price_kobo', 'stock', 'image_url', 'thumbnail_url', 'is_approved'])
    .select(['disapproval_reason', 'offers_pickup', 'offers_delivery', 'state_code', 'lga_code'])
    .select(['fee_same_state_kobo', 'fee_other_state_kobo'])
    .select(['approved_fee_same_state_kobo', 'approved_fee_other_state_kobo'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) throw noSuchItem()
  return item
}

export type LockedItem = Awaited<ReturnType<typeof lockItem>>

export async function picturesOf(
  tx: Tx,
  id: number,
  { image_url, thumbnail_url }: LockedItem,
): Promise<Pictures> {
  const first: Picture | null = image_url === null ? null : { url: image_url, thumbnail_url }
  return { first, rest: await restOf(tx, id) }
}
