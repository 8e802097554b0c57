import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
import { isStaff } from '@rootsquare/contract/lib/roles'
import {
  reportIdFields,
  reportTargets,
  type NewReport,
  type ReportTarget,
} from '@rootsquare/contract/reports'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { blockedEitherWay, canShowItems, noSuchMember, canSeeReview } from '#api/domain/visibility.ts'
import { requirePost, requireReportableComment } from '#api/features/posts/post-rows.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** A reported thing, its owner and a copy of its content. `media` are the URLs of files that are evidence. */
export type Target = {
  type: ReportTarget
  id: number
  reportedId: number
  username: string
  groupId: number | null
  media: string[]
  snapshot: Record<string, unknown>
}

type FindTarget = (db: Db, viewer: Viewer, id: number, now: Date) => Promise<Target>

const findByType: Record<ReportTarget, FindTarget> = {
  post: findPost,
  comment: findComment,
  chat: findMessage,
  item: findItem,
  user: findMember,
  review: findReview,
}

/**
 * Finds only what the viewer may see; but a block shields no member, message, comment or review from a report (decision 15).
 * The snapshot contains nothing about anybody but the reported member.
 */
export async function findTarget(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  report: NewReport,
): Promise<Target> {
  for (const type of reportTargets) {
    const id = report[reportIdFields[type]]
    if (id != null) return findByType[type](db, viewer, id, clock.now())
  }
  throw new Error('NewReport accepts no report without a target.')
}

async function findPost(db: Db, viewer: Viewer, id: number): Promise<Target> {
  const post = await requirePost(db, viewer, id)
  const media = post.postImageDTO.map(({ postImage, alt }) => ({ url: postImage, alt }))
  const { userId: reportedId, userName: username, caption, location, postGroupId: groupId } = post
  const snapshot = { username, caption, location, media }
  const urls = media.map(({ url }) => url)
  return { type: 'post', id, reportedId, username, groupId, media: urls, snapshot }
}

async function findComment(db: Db, viewer: Viewer, id: number): Promise<Target> {
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

/** Finds messages between the viewer and another member. System messages have no sender and cannot be reported. */
async function findMessage(db: Db, viewer: Viewer, id: number): Promise<Target> {
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

/** Finds items that the viewer sees in the market. Before approval only the seller and admins see an item. */
async function findItem(db: Db, viewer: Viewer, id: number, now: Date): Promise<Target> {
  const item = await db
    .selectFrom('items')
    .innerJoin('members', 'members.id', 'items.seller_id')
    .select(['members.id', 'username', 'name', 'description', 'price_kobo', 'image_url'])
    .where('items.id', '=', id)
    .where(canShowItems(viewer, now))
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

async function findReview(db: Db, viewer: Viewer, id: number): Promise<Target> {
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
    .where(({ or }) => or([canSeeReview(viewer), isAcrossBlock]))
    .executeTakeFirst()
  if (!review) throw notFound('No such review.')
  const { id: reportedId, username, rating, body, name, item_id, media } = review
  const files = media.map((url) => ({ url, alt: null }))
  const snapshot = { username, rating, text: body, name, itemId: item_id, media: files }
  return { type: 'review', id, reportedId, username, groupId: null, media, snapshot }
}

async function findMember(db: Db, viewer: Viewer, id: number): Promise<Target> {
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
