import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { record } from '#api/features/accounts/audit.ts'
import { holdBoth } from '#api/features/accounts/hold-member.ts'
import { forbidden } from '#api/http/refusal.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { holdItem, picturesOf } from './hold-item.ts'
import { letGo, putRest } from './item-pictures.ts'
import { requireItem } from './item-rows.ts'

const nothing = { first: null, rest: [] }

/**
 * The row stays with its words, for messages, reports and orders that speak of it. Its pictures go, but for those that
 * something else shows: an open report does.
 */
export async function deleteItem(deps: Deps, viewer: Viewer, id: number): Promise<null> {
  return transact(deps.db, async (tx) => {
    const item = await requireItem({ ...deps, db: tx }, viewer, id)
    if (!item.can.delete) throw forbidden()
    await holdBoth(deps, tx, viewer, item.userId)
    const shown = await picturesOf(tx, id, await holdItem(tx, id))
    await tx.deleteFrom('favorites').where('item_id', '=', id).execute()
    await tx.deleteFrom('cart_lines').where('item_id', '=', id).execute()
    await tx
      .updateTable('items')
      .set({ deleted_at: deps.clock.now(), is_approved: false, image_url: null, thumbnail_url: null })
      .where('id', '=', id)
      .execute()
    await putRest(tx, id, [])
    await letGo(tx, shown, nothing)
    if (item.userId !== viewer.id) {
      const target = { type: 'item', id } as const
      await record(deps, tx, viewer, { action: 'DELETE_ITEM', memberId: item.userId, target })
    }
    return null
  })
}
