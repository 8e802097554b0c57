import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import type { approveItem as endpoint } from '@rootsquare/contract/trade/market'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { notifySearches } from '#api/features/market/searches/notify-searches.ts'
import { enqueue } from '#api/jobs/job.ts'
import { feesToApprove } from './item-delivery.ts'
import { lockItem, type LockedItem } from './lock-item.ts'
import { noSuchItem, requireItem } from './item-rows.ts'

type Decision = { isApproved: boolean; reason: string }

/** Approves or disapproves an item. The same decision again does nothing, so that nobody is notified twice. */
export async function approveItem(
  deps: Deps,
  viewer: Viewer,
  { itemId, state, reason = '' }: BodyOf<typeof endpoint>,
) {
  return transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const { userId } = await requireItem(inside, viewer, itemId)
    if (userId === viewer.id) throw forbidden('Another admin must decide on your own item.', 'OWN_ITEM')
    const seller = await lockBothMembers(deps, tx, viewer, userId)
    if (!seller) throw noSuchItem()
    const item = await lockItem(tx, itemId)
    const decision = { isApproved: state, reason }
    if (!isDecided(item, decision)) {
      await decide(tx, item, decision)
      if (state) await enqueue(tx, notifySearches, { itemId })
      // A banned member can no longer read messages.
      if (seller.banned_at === null) await sendSystemMessage(deps, tx, userId, textFor(item.name, decision))
      await recordAudit(deps, tx, viewer, {
        action: state ? 'APPROVE_ITEM' : 'DISAPPROVE_ITEM',
        memberId: userId,
        reason: state ? null : reason || null,
        target: { type: 'item', id: itemId },
      })
    }
    return requireItem(inside, viewer, itemId)
  })
}

type DecisionRow = { is_approved: boolean; disapproval_reason: string | null }

/** Returns whether the item is already decided so. Another reason is another decision; an empty one leaves the given reason. */
function isDecided(
  { is_approved, disapproval_reason: known }: DecisionRow,
  { isApproved, reason }: Decision,
) {
  if (isApproved || is_approved) return isApproved === is_approved
  return known !== null && (reason === '' || reason === known)
}

/** Stores the decision. An empty reason distinguishes an item that was disapproved without a reason from one that still waits. */
async function decide(tx: Tx, item: LockedItem, { isApproved, reason }: Decision): Promise<void> {
  await tx
    .updateTable('items')
    .set({ is_approved: isApproved, disapproval_reason: isApproved ? null : reason })
    .$if(isApproved, (approved) => approved.set(feesToApprove(item)))
    .where('id', '=', item.id)
    .execute()
}

function textFor(name: string, { isApproved, reason }: Decision): string {
  if (isApproved) return `Your item “${name}” has been approved. It is in the marketplace now.`
  const why = reason === '' ? '' : ` The reason: ${reason}`
  return `Your item “${name}” has been disapproved and is not in the marketplace.${why}\nChange it, and it will be looked at again.`
}
