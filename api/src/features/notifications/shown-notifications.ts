import { sql, type RawBuilder } from 'kysely'
import { blockedEitherWay } from '#api/domain/visibility.ts'

type MemberId = RawBuilder<number>

/** Selects the actors of a row of `notifications` that its member sees, without those behind a block. */
export const actorsOf = (memberId: MemberId) => sql`
  notification_actors where notification_id = notifications.id
    and actor_id <> all(${unseenBy(memberId)}) and not ${isOnUnseen(memberId)}`

const unseenBy = (memberId: MemberId) => sql`array(${blockedEitherWay({ id: memberId })})`

/**
 * Matches a notification about a comment that its member cannot see, because a block separates the member from the author
 * of the post or thread.
 */
const isOnUnseen = (memberId: MemberId) => sql`(notifications.target_type = 'comment' and exists (
  select from comments left join comments top on top.id = comments.parent_id
  where comments.id = notifications.target_id
    and (comments.post_author_id = any(${unseenBy(memberId)}) or top.author_id = any(${unseenBy(memberId)}))))`

// This is a lookup by an index instead of `exists`, for which PostgreSQL may build a table of all causes.
export const newestCauseAt = (memberId: MemberId) => sql<Date | null>`
  (select created_at from ${actorsOf(memberId)} order by created_at desc limit 1)`

/** Matches a notification that is shown. One that stores its text always is, and others as long as an actor is visible. */
export const isShown = (memberId: MemberId) =>
  sql<boolean>`(body is not null or ${newestCauseAt(memberId)} is not null)`
