import type { RemovalQuery } from '@rootsquare/contract/removals'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { ReviewChange } from '@rootsquare/contract/trade/reviews'
import { afterCommit, transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { shareBothMembers } from '#api/domain/lock-member.ts'
import { recordRemoval } from '#api/domain/record-removal.ts'
import { removeUnusedMedia } from '#api/features/uploads/unused-media.ts'
import { conflict, forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { putImages } from './review-images.ts'
import { notifyReplied, withdrawNotification } from './review-notifications.ts'
import { noSuchReview, requireReview, shapeReview } from './review-rows.ts'

export async function updateReview(
  deps: Deps,
  viewer: Viewer,
  reviewId: number,
  { rating, text, images }: ReviewChange,
) {
  return transact(deps.db, async (tx) => {
    const review = await lockReview(deps, tx, viewer, reviewId)
    if (review.author_id !== viewer.id) throw forbidden()
    if (!shapeReview(deps, review, viewer).can.update)
      throw conflict('A review can be changed for 30 days. This one is older.', 'TOO_LATE')
    await tx
      .updateTable('reviews')
      .set({ rating: rating ?? review.rating, body: text ?? review.body, edited_at: deps.clock.now() })
      .where('id', '=', reviewId)
      .execute()
    if (images !== undefined)
      await putImages(deps, tx, viewer, { reviewId, urls: images ?? [], before: review.images ?? [] })
    return shapeReview(deps, await requireReview(tx, viewer, reviewId), viewer)
  })
}

export async function replyToReview(deps: Deps, viewer: Viewer, reviewId: number, text: string) {
  return transact(deps.db, async (tx) => {
    const review = await lockReview(deps, tx, viewer, reviewId)
    if (review.seller_id !== viewer.id) throw forbidden()
    if (review.reply !== null) throw conflict('You have replied to this review already.', 'ALREADY_REPLIED')
    await tx
      .updateTable('reviews')
      .set({ reply: text, replied_at: deps.clock.now() })
      .where('id', '=', reviewId)
      .execute()
    await notifyReplied(deps, tx, review)
    return shapeReview(deps, await requireReview(tx, viewer, reviewId), viewer)
  })
}

export async function voteHelpful(deps: Deps, viewer: Viewer, reviewId: number, helpful: boolean) {
  return transact(deps.db, async (tx) => {
    const review = await lockReview(deps, tx, viewer, reviewId)
    if (review.author_id === viewer.id) throw forbidden('You cannot call your own review helpful.')
    if (helpful) await addVote(deps, tx, reviewId, viewer.id)
    else
      await tx
        .deleteFrom('helpful_votes')
        .where('review_id', '=', reviewId)
        .where('member_id', '=', viewer.id)
        .execute()
    const voted = await requireReview(tx, viewer, reviewId)
    return { helpful: voted.is_helpful, count: voted.helpful_count }
  })
}

async function addVote({ clock }: Deps, tx: Tx, review_id: number, member_id: number): Promise<void> {
  await tx
    .insertInto('helpful_votes')
    .values({ review_id, member_id, created_at: clock.now() })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Deletes a review of the viewer or, for staff, of any member. */
export async function deleteReview(deps: Deps, viewer: Viewer, reviewId: number, { reason }: RemovalQuery) {
  return transact(deps.db, async (tx) => {
    const review = await lockReview(deps, tx, viewer, reviewId)
    const isOwn = review.author_id === viewer.id
    if (!isOwn && !isStaff(viewer.role)) throw forbidden()
    await tx.deleteFrom('reviews').where('id', '=', reviewId).execute()
    await removeUnusedMedia(tx, review.images ?? [])
    await withdrawNotification(tx, review)
    afterCommit(tx, () => deps.bus.notificationsChanged([review.seller_id]))
    if (!isOwn) {
      await recordRemoval(deps, tx, viewer, {
        target: { type: 'review', id: reviewId },
        linkTo: { type: 'item', id: review.item_id },
        // Reviews of banned members are not found.
        owner: { id: review.author_id, banned_at: null },
        name: `review of “${review.item_name}”`,
        reason,
      })
    }
    return null
  })
}

/**
 * Locks the members and then the review: see domain/lock-member.ts. Reads it again, because it may have changed during a wait.
 */
async function lockReview(deps: Deps, tx: Tx, viewer: Viewer, id: number) {
  const { author_id } = await requireReview(tx, viewer, id)
  await shareBothMembers(deps, tx, viewer, author_id)
  const locked = await tx
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) throw noSuchReview()
  return requireReview(tx, viewer, id)
}
