import { sql, type RawBuilder } from 'kysely'
import type { MemberEntry } from '@rootsquare/contract/profiles'
import type {
  Notification,
  NotificationKind,
  NotificationPage,
  NotificationQuery,
} from '@rootsquare/contract/notifications'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { actorsOf, isShown, newestCauseAt } from './shown-notifications.ts'
import { selectExcerpt, shapeExcerpt, shapeTarget, targetOf, type TargetRow } from './notification-targets.ts'

type Row = TargetRow & {
  id: number
  kind: Notification['kind']
  body: string | null
  is_read: boolean
  latest: Date
  place: number
  actor_count: number
  actors: MemberEntry[] | null
}

/** Lists notifications, newest first. An unread row has the time of its newest cause. A read row stays where it was. */
export async function listNotifications(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  query: NotificationQuery,
): Promise<NotificationPage> {
  const reader = sql<number>`${viewer.id}::bigint`
  const { rows } = await sql<Row>`
    with page as materialized (${pageOf(reader, query)})
    select notifications.id, kind, body, read_at is not null as is_read, latest,
      (extract(epoch from latest) * 1000000)::bigint as place, actor_count, ${entriesOf(reader)} as actors,
      target_type, target_id, title, thumbnail, parent_id, ${selectExcerpt(reader)} as excerpt
    from page join notifications using (id)
      cross join lateral (${newestActors(reader)}) acted
      left join lateral (${targetOf(reader)}) target on true
    order by latest desc, id desc`.execute(db)
  const shown = rows.slice(0, query.size)
  const last = rows.length > query.size ? shown.at(-1) : undefined
  return {
    content: shown.map(shapeNotification),
    nextCursor: last ? `${last.place}.${last.id}` : null,
  }
}

/** Selects one row more than requested, to know whether another page follows. */
function pageOf(reader: RawBuilder<number>, { unread, kinds, cursor, size }: NotificationQuery) {
  const isWanted = kinds ? sql`kind = any(${kinds}::notification_kind[])` : sql`true`
  const [micros, id] = cursor === undefined ? [] : cursor.split('.').map(Number)
  const before =
    micros === undefined
      ? sql`(timestamptz 'infinity', 0)`
      : sql`(timestamptz 'epoch' + ${micros} * interval '1 microsecond', ${id}::bigint)`
  const newestFirst = sql`order by latest desc, id desc limit ${size + 1}`
  const readRows = sql`
    select id, latest_at as latest from notifications
    where member_id = ${reader} and read_at is not null and (latest_at, id) < ${before} and ${isWanted}
      and ${isShown(reader)}
    ${newestFirst}`
  return sql`
    select id, latest from (
      (${unreadRows(reader, isWanted)})
      ${unread ? sql`` : sql`union all (${readRows})`}
    ) own where (latest, id) < ${before} ${newestFirst}`
}

/**
 * Selects all unread rows, because new causes join an unread row without updating its time. Rows that are not shown have no
 * time.
 */
const unreadRows = (reader: RawBuilder<number>, isWanted: RawBuilder<unknown>) => sql`
  select id, case when body is null then ${newestCauseAt(reader)} else latest_at end as latest
  from notifications where member_id = ${reader} and read_at is null and ${isWanted}`

const maxActors = 3

const newestActors = (reader: RawBuilder<number>) => sql`
  select count(*) as actor_count,
    (array_agg(actor_id order by acted_at desc, actor_id))[:${sql.lit(maxActors)}] as actor_ids
  from (select actor_id, max(created_at) as acted_at from ${actorsOf(reader)} group by actor_id) each`

const entriesOf = (reader: RawBuilder<number>) => sql<MemberEntry[] | null>`(
  select json_agg(json_build_object('id', members.id, 'username', username, 'firstname', firstname,
      'lastname', lastname, 'profileImage', profile_image, 'isFollowedByUser', exists (
        select from follows where follower_id = ${reader} and followed_id = members.id)) order by position)
  from unnest(actor_ids) with ordinality as actor (id, position) join members on members.id = actor.id)`

function shapeNotification(row: Row): Notification {
  const actors = row.actors ?? []
  return {
    id: row.id,
    kind: row.kind,
    actors,
    actorCount: row.actor_count,
    target: shapeTarget(row),
    excerpt: shapeExcerpt(row),
    text: row.body ?? textOf(row.kind, { actors, count: row.actor_count, targetType: row.target_type }),
    read: row.is_read,
    createdDate: row.latest.toISOString(),
  }
}

type ActorSummary = {
  /** The newest actors come first. */
  actors: Pick<MemberEntry, 'firstname' | 'lastname'>[]
  count: number
  targetType: string | null
}

const actionTexts: Partial<Record<NotificationKind, string>> = {
  LIKE: 'liked your post',
  COMMENT: 'commented on your post',
  REPLY: 'replied to your comment',
  COMMENT_LIKE: 'liked your comment',
  FOLLOW: 'started following you',
}

/** Builds the text of a kind that stores none, such as `Ada Obi and 12 others liked your post`. */
function textOf(kind: NotificationKind, { actors, count, targetType }: ActorSummary): string {
  const [newest] = actors
  const name = newest ? `${newest.firstname} ${newest.lastname}` : 'Somebody'
  const actionText = actionTexts[kind] ?? `mentioned you in a ${targetType ?? 'post'}`
  return `${name}${others(count - 1)} ${actionText}`
}

function others(count: number): string {
  if (count < 1) return ''
  return count === 1 ? ' and 1 other' : ` and ${count.toLocaleString('en')} others`
}
