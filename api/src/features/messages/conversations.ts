import { sql } from 'kysely'
import { systemId, systemName } from '@rootsquare/contract/messages'
import type { Conversation, ConversationPage } from '@rootsquare/contract/messages'
import type { CursorQuery } from '@rootsquare/contract/lib/cursor-list'
import { pageOf, type PageQuery } from '@rootsquare/contract/lib/paged'
import { deletedUserName } from '@rootsquare/contract/profiles'
import { isStaff, type Role } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { noSuchMember } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isOtherSide } from './message-lists.ts'
import { readAtFor, selectMessages, shapeMessage, type MessageReader } from './message-rows.ts'

type ConversationRow = {
  side: number
  last_message_id: number
  unread_count: number
  body: string
  deleted_at: Date | null
  last_media: Conversation['lastMedia']
  sender_id: number | null
  read_at: Date | null
  created_at: Date
  username: string | null
  firstname: string | null
  lastname: string | null
  profile_image: string | null
}

export async function listConversations(db: Db, viewer: Viewer, query: PageQuery) {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from threads where owner_id = ${viewer.id}`.execute(db)
  const { rows } = await sql<ConversationRow>`
    select side, last_message_id, unread_count, body, deleted_at, sender_id, ${readAtFor(sql`owner_id`)} as read_at,
      messages.created_at, case when has_media then (
        select type from message_media where message_id = messages.id order by position limit 1) end as last_media,
      username, firstname, lastname, profile_image
    from (
      select * from threads where owner_id = ${viewer.id}
      order by last_message_id desc limit ${query.size} offset ${query.page * query.size}
    ) page
      join messages on messages.id = last_message_id
      left join members on members.id = other_id
    order by last_message_id desc`.execute(db)
  return pageOf(
    rows.map((row) => shapeConversation(row, viewer)),
    counted[0]?.total ?? 0,
    query,
  )
}

function shapeConversation(row: ConversationRow, viewer: Viewer): Conversation {
  return {
    userId: row.side,
    ...nameOf(row),
    profileImage: row.profile_image,
    lastChatId: row.last_message_id,
    lastMessage: row.body,
    lastMedia: row.last_media,
    isLastDeleted: row.deleted_at !== null,
    isLastOwn: row.sender_id === viewer.id,
    isLastRead: row.read_at !== null,
    unReadChatCount: row.unread_count,
    createdDate: row.created_at.toISOString(),
  }
}

type NameColumns = Pick<ConversationRow, 'side' | 'username' | 'firstname' | 'lastname'>

function nameOf({ side, username, firstname, lastname }: NameColumns) {
  if (side === systemId) return { username: systemName, firstname: '', lastname: '' }
  if (username === null || firstname === null || lastname === null) return deletedMember
  return { username, firstname, lastname }
}

/** The names of an erased member, of whom a conversation has only the id. */
const deletedMember = { username: deletedUserName, firstname: 'Deleted', lastname: 'user' }

export async function getConversation(
  reader: MessageReader,
  viewer: Viewer,
  userId: number,
  { cursor, size }: CursorQuery,
) {
  const otherSide = await requireOtherSide(reader.db, viewer, userId)
  const older = cursor === undefined ? sql`true` : sql`id < ${cursor}`
  // Each half uses its own index, because an `or` would read the whole conversation.
  const rows = await selectMessages(
    reader,
    viewer,
    sql`select id from (
      (select id from messages where receiver_id = ${viewer.id} and ${isOtherSide(sql.ref('sender_id'), userId)}
        and ${older} order by id desc limit ${size + 1})
      union all
      (select id from messages where sender_id = ${viewer.id} and receiver_id = ${userId}
        and ${older} order by id desc limit ${size + 1})
    ) both_ways order by id desc limit ${size + 1}`,
  )
  const content = rows.slice(0, size).map(shapeMessage)
  const isLast = rows.length <= size
  const counts = { last: isLast, totalPages: null, totalElements: null, number: 0 }
  return { content, ...counts, nextCursor: isLast ? null : (content.at(-1)?.chatId ?? null), ...otherSide }
}

type OtherSide = Pick<ConversationPage, 'member' | 'can'>
type OtherRow = Pick<ConversationRow, 'username' | 'firstname' | 'lastname' | 'profile_image'> & {
  /** Null if the member is erased. */
  role: Role | null
  is_open: boolean
  has_blocked: boolean
  is_blocked: boolean
  is_written: boolean
}

/** Returns the other side, which stays readable whatever happened to it and whoever has blocked whom. */
async function requireOtherSide(db: Db, viewer: Viewer, userId: number): Promise<OtherSide> {
  if (userId === systemId)
    return { member: null, can: { write: false, block: false, unblock: false, report: false } }
  const { rows } = await sql<OtherRow>`
    select username, firstname, lastname, profile_image, role,
      coalesce(verified_at is not null and banned_at is null, false) as is_open,
      exists (select from blocks where blocker_id = ${viewer.id} and blocked_id = wanted.id) as has_blocked,
      exists (select from blocks where blocker_id = wanted.id and blocked_id = ${viewer.id}) as is_blocked,
      exists (select from threads where owner_id = ${viewer.id} and side = wanted.id) as is_written
    from (values (${userId}::bigint)) wanted (id) left join members using (id)
    where wanted.id <> ${viewer.id}`.execute(db)
  const other = rows[0]
  if (!other || !(other.is_written || (other.is_open && !other.is_blocked))) throw noSuchMember()
  const can = {
    write: other.is_open && !other.has_blocked && !other.is_blocked,
    block: other.is_open && !other.has_blocked && other.role === 'USER',
    unblock: other.has_blocked,
    report: other.is_open || (other.role !== null && isStaff(viewer.role)),
  }
  return { member: { ...nameOf({ ...other, side: userId }), profileImage: other.profile_image }, can }
}
