import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notify } from '#api/domain/notify.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import type { ReviewRow } from './review-rows.ts'

/** Notifies the seller without the author's name, which the text would still show after a block. */
export async function notifyReviewed(deps: Deps, tx: Tx, review: ReviewRow): Promise<void> {
  const text = `“${review.item_name}” has a new review: ${review.rating} of 5 stars`
  await notifyFrom(deps, tx, review.author_id, { review, memberId: review.seller_id, text })
}

export async function notifyReplied(deps: Deps, tx: Tx, review: ReviewRow): Promise<void> {
  const text = `The seller has replied to your review of “${review.item_name}”`
  await notifyFrom(deps, tx, review.seller_id, { review, memberId: review.author_id, text })
}

type ReviewNotice = { review: ReviewRow; memberId: number; text: string }

/** Notifies the author, unless a block separates the two. */
async function notifyFrom(deps: Deps, tx: Tx, actorId: number, { review, memberId, text }: ReviewNotice) {
  const block = await tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', actorId)
    .where('id', 'in', blockedEitherWay({ id: memberId }))
    .executeTakeFirst()
  if (block) return
  const target = { type: 'review', id: review.id } as const
  await notify(deps, tx, [{ memberId, kind: 'REVIEW', target, text, actorId }])
}

/** Deletes the seller’s notification of a deleted review. */
export async function withdrawNotification(tx: Tx, review: ReviewRow): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('member_id', '=', review.seller_id)
    .where('member_id', '=', review.seller_id)
    .where('kind', '=', 'REVIEW')
    .where('target_type', '=', 'review')
    .where('target_id', '=', review.id)
    .execute()
}
