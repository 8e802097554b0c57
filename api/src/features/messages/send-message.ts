import { sql } from 'kysely'
import { systemId } from '@rootsquare/contract/messages'
import type { Message, NewMessage } from '@rootsquare/contract/messages'
import type { NewReport, Report } from '@rootsquare/contract/reports'
import { afterCommit, transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isListed, noSuchMember } from '#api/features/accounts/visible-members.ts'
import { createReport } from '#api/features/reports/create-report.ts'
import { limitOf } from '#api/http/limits.ts'
import { forbidden, invalid, notFound, tooMany, unauthenticated } from '#api/http/refusal.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { refuseLockedOut } from '#api/http/viewer.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { shapeMessage } from './message-rows.ts'
import type { ItemRow } from './message-rows.ts'

/** The spec sends messages and reports to the same address. */
export async function createMessage(
  deps: Deps,
  viewer: Viewer,
  body: NewMessage | NewReport,
): Promise<Message | Report> {
  return body.eventType === 'REPORT' ? createReport(deps, viewer, body) : sendMessage(deps, viewer, body)
}

async function sendMessage(deps: Deps, viewer: Viewer, given: NewMessage): Promise<Message> {
  if (given.userId === systemId) throw invalid({ userId: 'Automated messages cannot be answered.' })
  if (given.userId === viewer.id) throw invalid({ userId: 'You cannot write to yourself.' })
  return transact(deps.db, async (tx) => {
    const { own, isNew } = await requireReachable(deps, tx, viewer, given.userId)
    if (isNew) await refuseManyNew(deps, tx, viewer)
    const item = given.itemId === undefined ? noItem : await requireItem(deps, tx, viewer, given.itemId)
    const message = await tx
      .insertInto('messages')
      .values({
        sender_id: viewer.id,
        receiver_id: given.userId,
        body: given.message,
        item_id: item.item_id,
        created_at: deps.clock.now(),
      })
      .returning(['id', 'sender_id', 'receiver_id', 'body', 'read_at', 'created_at'])
      .executeTakeFirstOrThrow()
    afterCommit(tx, () => deps.bus.wake([viewer.id, given.userId]))
    return shapeMessage({ ...message, ...own, ...item, unread: 0 })
  })
}

type Side = {
  id: number
  username: string
  profile_image: string | null
  is_verified: boolean
  banned_at: Date | null
  ban_reason: string | null
  suspended_until: Date | null
  suspension_reason: string | null
}

/**
 * Both are held until the message is written, the lower id first: a ban or a block that came before is seen, and one that
 * comes now waits. They are only shared, so that a busy member's messages do not stand in line behind each other here.
 */
async function requireReachable(
  { clock }: Deps,
  tx: Tx,
  viewer: Viewer,
  memberId: number,
): Promise<{ own: Pick<Side, 'username' | 'profile_image'>; isNew: boolean }> {
  const { rows: sides } = await sql<Side>`
    select id, username, profile_image, verified_at is not null as is_verified,
      banned_at, ban_reason, suspended_until, suspension_reason
    from members where id in (${viewer.id}, ${memberId}) order by id for share`.execute(tx)
  const own = sides.find(({ id }) => id === viewer.id)
  const other = sides.find(({ id }) => id === memberId)
  if (!own) throw unauthenticated()
  refuseLockedOut(own, clock.now())
  if (!other?.is_verified || other.banned_at !== null) throw noSuchMember()
  const { rows } = await sql<{ has_blocked: boolean; is_blocked: boolean; is_new: boolean }>`
    select
      exists (select from blocks where blocker_id = ${viewer.id} and blocked_id = ${memberId}) as has_blocked,
      exists (select from blocks where blocker_id = ${memberId} and blocked_id = ${viewer.id}) as is_blocked,
      not exists (select from threads where owner_id = ${viewer.id} and side = ${memberId}) as is_new
  `.execute(tx)
  if (rows[0]?.is_blocked) throw noSuchMember()
  if (rows[0]?.has_blocked) throw forbidden('You have blocked this member. Unblock them to write.', 'BLOCKED')
  const { username, profile_image } = own
  return { own: { username, profile_image }, isNew: rows[0]?.is_new ?? false }
}

/** Any number will do, as long as nothing else locks pairs of numbers that begin with it. */
const newThreadLock = 11

/** How many strangers one writes to in a day. Counted by the conversations themselves, the same on every node. */
async function refuseManyNew({ clock, settings }: Deps, tx: Tx, { id }: Viewer): Promise<void> {
  const { max, seconds } = limitOf('newThread')
  if (settings.rateLimitScale === 0) return
  // Of many begun at once each counts those before it.
  await sql`select pg_advisory_xact_lock(${newThreadLock}, hashint8(${id}))`.execute(tx)
  const now = clock.now()
  const oldest = await tx
    .selectFrom('threads')
    .select('begun_at')
    .where('owner_id', '=', id)
    .where('begun_at', '>', inMinutes(now, -seconds / 60))
    .orderBy('begun_at', 'desc')
    .offset(Math.ceil(max * settings.rateLimitScale) - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest?.begun_at) return
  throw tooMany(Math.ceil((inMinutes(oldest.begun_at, seconds / 60).getTime() - now.getTime()) / 1000))
}

const noItem: ItemRow = { item_id: null, item_name: null, price_kobo: null, image_url: null }

/** One that the viewer finds in the market. */
async function requireItem({ clock }: Deps, tx: Tx, viewer: Viewer, id: number): Promise<ItemRow> {
  const item = await tx
    .selectFrom('items')
    .innerJoin('members', 'members.id', 'items.seller_id')
    .select(['items.id as item_id', 'items.name as item_name', 'price_kobo', 'image_url'])
    .where('items.id', '=', id)
    .where('is_approved', '=', true)
    .where(isListed(viewer))
    .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '<=', clock.now())]))
    .executeTakeFirst()
  if (!item) throw notFound('No such item.')
  return item
}
