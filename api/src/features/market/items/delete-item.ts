import type { RemovalQuery } from '@rootsquare/contract/removals'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { recordRemoval } from '#api/domain/record-removal.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockItem, picturesOf } from './lock-item.ts'
import { putRest, releasePictures } from './item-pictures.ts'
import { requireItem } from './item-rows.ts'

const nothing = { first: null, rest: [] }

/**
 * Deletes an item. The row and its text stay for messages, reports and orders that refer to it. Its pictures are deleted, unless
 * something else shows them, such as an open report.
 */
export async function deleteItem(deps: Deps, viewer: Viewer, id: number, { reason }: RemovalQuery) {
  return transact(deps.db, async (tx) => {
    const item = await requireItem({ ...deps, db: tx }, viewer, id)
    if (!item.can.delete) throw forbidden()
    const owner = await lockBothMembers(deps, tx, viewer, item.userId)
    const shown = await picturesOf(tx, id, await lockItem(tx, id))
    await tx.deleteFrom('favorites').where('item_id', '=', id).execute()
    await tx.deleteFrom('cart_lines').where('item_id', '=', id).execute()
    await tx
      .updateTable('items')
      .set({ deleted_at: deps.clock.now(), is_approved: false, image_url: null, thumbnail_url: null })
      .where('id', '=', id)
      .execute()
    await putRest(tx, id, [])
    await releasePictures(tx, shown, nothing)
    if (owner && owner.id !== viewer.id) {
      const target = { type: 'item', id } as const
      await recordRemoval(deps, tx, viewer, {
        target,
        linkTo: target,
        owner,
        name: `item “${item.name}”`,
        reason,
      })
    }
    return null
  })
}
