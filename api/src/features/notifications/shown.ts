import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { blockedEitherWay } from '#api/domain/visibility.ts'

type MemberId = RawBuilder<number>

/** Who acted, of a row `notifications`, as its member sees it: without anybody on the other side of a block. */
export const actorsOf = (memberId: MemberId) => sql`
  notification_actors where notification_id = notifications.id
    and actor_id <> all(array(${blockedEitherWay({ id: memberId })}))`

// A value looked up by an index, not `exists`: of that PostgreSQL may make a table of all causes.
export const newestCauseAt = (memberId: MemberId) => sql<Date | null>`
  (select created_at from ${actorsOf(memberId)} order by created_at desc limit 1)`

/** What has a sentence of its own is shown as it is; everything else as long as somebody is left who acted. */
export const isShown = (memberId: MemberId) =>
  sql<boolean>`(body is not null or ${newestCauseAt(memberId)} is not null)`
