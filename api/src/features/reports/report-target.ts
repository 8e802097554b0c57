import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { NewReport, Report } from '@rootsquare/contract/reports'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { blockedEitherWay, maySell, noSuchMember, seesReview } from '#api/domain/visibility.ts'
import { requirePost, requireReportableComment } from '#api/features/posts/post-rows.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** What is reported: whose it is, and a copy of what it says now. `media` are the addresses of files that are evidence. */
export type Target = {
  type: Report['targetType']
  id: number
  reportedId: number
  username: string
  groupId: number | null
  media: string[]
  snapshot: Record<string, unknown>
}

/**
 * Only what the viewer may see can be reported; but a block shields no member, message, comment or review (decision 15). The snapshot holds
 * nothing of anybody but the one reported.
 */
export function findTarget(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  report: NewReport,
): Promise<Target> {
  if (report.postId != null) return postTarget(db, viewer, report.postId)
  if (report.commentId != null) return commentTarget(db, viewer, report.commentId)
  if (report.chatId != null) return messageTarget(db, viewer, report.chatId)
  if (report.itemId != null) return itemTarget(db, viewer, report.itemId, clock.now())
  if (report.reviewId != null) return reviewTarget(db, viewer, report.reviewId)
  return memberTarget(db, viewer, report.reportedUserId ?? 0)
}

async function postTarget(db: Db, viewer: Viewer, id: number): Promise<Target> {
  const post = await requirePost(db, viewer, id)
  const media = post.postImageDTO.map(({ postImage, alt }) => ({ url: postImage, alt }))
  const { userId: reportedId, userName: username, caption, location, postGroupId: groupId } = post
  const snapshot = { username, caption, location, media }
  const urls = media.map(({ url }) => url)
  return { type: 'post', id, reportedId, username, groupId, media: urls, snapshot }
}

async function commentTarget(db: Db, viewer: Viewer, id: number): Promise<Target> {
  const comment = await requireReportableComment(db, viewer, id)
  const post = await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['posts.id', 'posts.group_id'])
    .where('comments.id', '=', id)
    .executeTakeFirst()
  const { userId: reportedId, userName: username, comments } = comment
  const snapshot = { username, text: comments, postId: post?.id ?? null }
  const groupId = post?.group_id ?? null
  return { type: 'comment', id, reportedId, username, groupId, media: [], snapshot }
}

/** Whoever got it may report it, and nobody else knows of it. What the product wrote itself is nobody's to report. */
async function messageTarget(db: Db, viewer: Viewer, id: number): Promise<Target> {
  const message = await db
    .selectFrom('messages')
    .innerJoin('members', 'members.id', 'messages.sender_id')
    .select(['members.id', 'username', 'body', 'messages.created_at'])
    .select(
      sql<string[]>`array(
      select url from message_media where message_id = messages.id order by position)`.as('media'),
    )
    .where('messages.id', '=', id)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('receiver_id', '=', viewer.id), eb('sender_id', '=', viewer.id)]))
    .executeTakeFirst()
  if (!message) throw notFound('No such message.')
  const { id: reportedId, username, body, created_at, media } = message
  const files = media.map((url) => ({ url, alt: null }))
  const snapshot = { username, text: body, createdDate: created_at.toISOString(), media: files }
  return { type: 'chat', id, reportedId, username, groupId: null, media, snapshot }
}

/** One that the viewer finds in the market. What is not approved yet only its seller sees, and admins. */
async function itemTarget(db: Db, viewer: Viewer, id: number, now: Date): Promise<Target> {
  const item = await db
    .selectFrom('items')
    .innerJoin('members', 'members.id', 'items.seller_id')
    .select(['members.id', 'username', 'name', 'description', 'price_kobo', 'image_url'])
    .where('items.id', '=', id)
    .where(maySell(viewer, now))
    .where('deleted_at', 'is', null)
    .$if(!isStaff(viewer.role), (rows) =>
      rows.where(({ or, eb }) => or([eb('is_approved', '=', true), eb('seller_id', '=', viewer.id)])),
    )
    .executeTakeFirst()
  if (!item) throw notFound('No such item.')
  const { id: reportedId, username, name, description, price_kobo, image_url } = item
  const snapshot = { username, name, description, price: nairaOf(price_kobo), imageUrl: image_url }
  const media = image_url === null ? [] : [image_url]
  return { type: 'item', id, reportedId, username, groupId: null, media, snapshot }
}

async function reviewTarget(db: Db, viewer: Viewer, id: number): Promise<Target> {
  const isAcrossBlock = sql<boolean>`(not is_hidden and author_id in ${blockedEitherWay(viewer)})`
  const review = await db
    .selectFrom('reviews')
    .innerJoin('members', 'members.id', 'author_id')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select(['members.id', 'username', 'rating', 'body', 'order_lines.name', 'reviews.item_id'])
    .select(
      sql<string[]>`array(select url from review_images where review_id = reviews.id order by position)`.as(
        'media',
      ),
    )
    .where('reviews.id', '=', id)
    .where(({ or }) => or([seesReview(viewer), isAcrossBlock]))
    .executeTakeFirst()
  if (!review) throw notFound('No such review.')
  const { id: reportedId, username, rating, body, name, item_id, media } = review
  const files = media.map((url) => ({ url, alt: null }))
  const snapshot = { username, rating, text: body, name, itemId: item_id, media: files }
  return { type: 'review', id, reportedId, username, groupId: null, media, snapshot }
}

async function memberTarget(db: Db, viewer: Viewer, id: number): Promise<Target> {
  const member = await db
    .selectFrom('members')
    .select(['username', 'firstname', 'lastname', 'bio'])
    .where('members.id', '=', id)
    .$if(!isStaff(viewer.role), (rows) =>
      rows.where('verified_at', 'is not', null).where('banned_at', 'is', null),
    )
    .executeTakeFirst()
  if (!member) throw noSuchMember()
  const { username } = member
  return { type: 'user', id, reportedId: id, username, groupId: null, media: [], snapshot: member }
}
