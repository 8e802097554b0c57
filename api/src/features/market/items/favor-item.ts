import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchItem, requireItem } from './item-rows.ts'

/** Toggles the favourite, or sets it to `wanted`, which makes a repeated request safe. */
export async function favorItem(deps: Deps, viewer: Viewer, itemId: number, wanted?: boolean) {
  return transact(deps.db, async (tx) => {
    // Calls of one member run one by one, because each toggles what the one before left.
    await lockActiveMember(deps, tx, viewer)
    const item = await requireItem({ ...deps, db: tx }, viewer, itemId)
    if (item.userId === viewer.id) throw forbidden('This is your own item.', 'OWN_ITEM')
    await shareItem(tx, itemId)
    const { numDeletedRows } = await tx
      .deleteFrom('favorites')
      .where('member_id', '=', viewer.id)
      .where('item_id', '=', itemId)
      .executeTakeFirst()
    const favorite = wanted ?? numDeletedRows === 0n
    const row = { member_id: viewer.id, item_id: itemId, created_at: deps.clock.now() }
    if (favorite) await tx.insertInto('favorites').values(row).execute()
    return { favorite }
  })
}

/** Locks the item: an earlier deletion is waited for, and a later one deletes the favourite too. */
async function shareItem(tx: Tx, id: number): Promise<void> {
  const item = tx.selectFrom('items').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  if (!(await item.forShare().executeTakeFirst())) throw noSuchItem()
}
