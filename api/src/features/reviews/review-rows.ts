import { sql, type RawBuilder } from 'kysely'
import { reviewEditDays, type Review } from '@rootsquare/contract/trade/reviews'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { canSeeReview } from '#api/domain/visibility.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'

export type ReviewRow = {
  id: number
  item_id: number
  item_name: string
  order_line_id: number
  seller_id: number
  rating: number
  body: string
  images: string[] | null
  author_id: number
  username: string
  firstname: string
  lastname: string
  profile_image: string | null
  is_followed: boolean
  helpful_count: number
  is_helpful: boolean
  reply: string | null
  replied_at: Date | null
  created_at: Date
  edited_at: Date | null
}

/** Selects the reviews that match `which` and that the viewer may see, unordered. */
export const selectReviews = (viewer: Viewer, which: RawBuilder<unknown>) => sql<ReviewRow>`
  select reviews.id, reviews.item_id, order_lines.name as item_name, order_line_id, reviews.seller_id, rating, body,
    (select json_agg(url order by position) from review_images where review_id = reviews.id) as images,
    author_id, username, firstname, lastname, profile_image,
    exists (select from follows where follower_id = ${viewer.id} and followed_id = author_id) as is_followed,
    helpful_count, exists (
      select from helpful_votes where review_id = reviews.id and member_id = ${viewer.id}) as is_helpful,
    reply, replied_at, reviews.created_at, edited_at
  from reviews
    join members on members.id = author_id
    join order_lines on order_lines.id = order_line_id
  where ${canSeeReview(viewer)} and ${which}`

export function shapeReview({ clock }: Pick<Deps, 'clock'>, row: ReviewRow, viewer: Viewer): Review {
  const isOwn = row.author_id === viewer.id
  return {
    id: row.id,
    itemId: row.item_id,
    itemName: row.item_name,
    orderLineId: row.order_line_id,
    rating: row.rating,
    text: row.body,
    images: row.images ?? [],
    author: {
      id: row.author_id,
      username: row.username,
      firstname: row.firstname,
      lastname: row.lastname,
      profileImage: row.profile_image,
      isFollowedByUser: row.is_followed,
    },
    createdDate: row.created_at.toISOString(),
    editedDate: row.edited_at?.toISOString() ?? null,
    helpful: row.helpful_count,
    isHelpful: row.is_helpful,
    reply:
      row.reply === null || row.replied_at === null
        ? null
        : { text: row.reply, createdDate: row.replied_at.toISOString() },
    can: {
      update: isOwn && clock.now() <= inDays(row.created_at, reviewEditDays),
      delete: isOwn || isStaff(viewer.role),
      reply: row.seller_id === viewer.id && row.reply === null,
      vote: !isOwn,
      report: !isOwn,
    },
  }
}

export async function requireReview(db: Db, viewer: Viewer, id: number): Promise<ReviewRow> {
  const { rows } = await selectReviews(viewer, sql`reviews.id = ${id}`).execute(db)
  if (!rows[0]) throw noSuchReview()
  return rows[0]
}

export const noSuchReview = () => notFound('This review is no longer available.')
