import { sql, type RawBuilder } from 'kysely'
import { blockedEitherWay } from '#api/domain/visibility.ts'

type MemberId = RawBuilder<number>

/** Who acted, of a row `notifications`, as its member sees it: without anybody on the other side of a block. */
export const actorsOf = (memberId: MemberId) => sql`
  notification_actors where notification_id = notifications.id
    and actor_id <> all(${unseenBy(memberId)}) and not ${isOnUnseen(memberId)}`

const unseenBy = (memberId: MemberId) => sql`array(${blockedEitherWay({ id: memberId })})`

/** About a comment on a post, or in a thread, of somebody on the other side of a block: its member finds neither. */
const isOnUnseen = (memberId: MemberId) => sql`(notifications.target_type = 'comment' and exists (
  select from comments left join comments top on top.id = comments.parent_id
  where comments.id = notifications.target_id
    and (comments.post_author_id = any(${unseenBy(memberId)}) or top.author_id = any(${unseenBy(memberId)}))))`

// A value looked up by an index, not `exists`: of that PostgreSQL may make a table of all causes.
export const newestCauseAt = (memberId: MemberId) => sql<Date | null>`
  (select created_at from ${actorsOf(memberId)} order by created_at desc limit 1)`

/** What has a sentence of its own is shown as it is; everything else as long as somebody is left who acted. */
export const isShown = (memberId: MemberId) =>
  sql<boolean>`(body is not null or ${newestCauseAt(memberId)} is not null)`
