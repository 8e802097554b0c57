import { sql } from 'kysely'
import type { NewReport } from '@rootsquare/contract/reports'
import type { Db, Tx } from '#api/db/db.ts'
import { findTarget } from '#api/features/reports/report-target.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import type { InsertedItem } from './items.ts'
import type { Person, DemoMembers } from './people.ts'
import type { InsertedPost } from './posts.ts'

/** Identifies a post by its index in the file, and a comment or message by its text. */
type ReportTarget =
  | { post: number }
  | { comment: string }
  | { message: string }
  | { item: string }
  | { user: string }

type DemoReport = {
  by: string
  on: ReportTarget
  reason: string
  hoursAgo: number
  addressed?: { by: string; hoursAgo: number }
}

const [host, moderator] = ['ene.ochigbo', 'bose.akande']

/** The only suspension in the demo data. It marks every report on the member as addressed. */
export const demoSuspension = {
  username: 'pwaveno',
  by: host,
  reason: 'Offers fish in messages to strangers, day after day, though several have asked for it to end.',
  days: 14,
  hoursAgo: 1,
}

const reports: DemoReport[] = [
  {
    by: 'danjuma.g',
    on: { post: 36 },
    reason: 'It says Friday, but not where. I stood in front of a closed door.',
    hoursAgo: 110,
    addressed: { by: host, hoursAgo: 95 },
  },
  {
    by: 'aissatu.b',
    on: { post: 38 },
    reason: 'No day is given. We drove three hours for nothing.',
    hoursAgo: 100,
    addressed: { by: host, hoursAgo: 90 },
  },
  {
    by: 'danjuma.g',
    on: { user: demoSuspension.username },
    reason: 'Writes to strangers every day to sell them fish.',
    hoursAgo: 75,
  },
  {
    by: 'rimamnde',
    on: { message: 'Last chance for the catfish. Tell ten friends, and the eleventh kilo is yours.' },
    reason: 'The third message like this. I have asked twice for it to end.',
    hoursAgo: 60,
  },
  {
    by: 'preye.eb',
    on: { post: 27 },
    reason: 'I am the one who asked, and I do not want to be laughed at.',
    hoursAgo: 50,
  },
  {
    by: 'ndagi.yisa',
    on: { post: 22 },
    reason: 'With this advice two of my cloths lost their colour. Cold water is wrong for the starch.',
    hoursAgo: 31,
  },
  {
    by: 'osaze.e',
    on: { item: 'Coral-look bridal set' },
    reason: 'It should say more clearly that the beads are not coral.',
    hoursAgo: 27,
  },
  {
    by: 'preye.eb',
    on: { post: 30 },
    reason: 'We did not cheat. Please ask people before you write that about them.',
    hoursAgo: 20,
  },
  {
    by: 'ibinabo.b',
    on: { user: 'karo.efe' },
    reason: 'Writes against the soup of every other group. Once is a joke, ten times is not.',
    hoursAgo: 8,
  },
  {
    by: 'aissatu.b',
    on: { post: 2 },
    reason: 'The joke about the talking drum is old, and it hurts those who play it.',
    hoursAgo: 4,
  },
  {
    by: 'arit.effiom',
    on: { post: 13 },
    reason: 'This starts the same quarrel about soup every week, and newcomers stay away.',
    hoursAgo: 3,
  },
  {
    by: 'oyiza.s',
    on: { comment: "Next week it will say 'jollof', be patient." },
    reason: 'Not funny to those of us who are learning.',
    hoursAgo: 2,
    addressed: { by: moderator, hoursAgo: 1.6 },
  },
  {
    by: 'falmata.k',
    on: { comment: 'Please keep two yards of this one for my mother.' },
    reason: 'Buying and selling belongs into the marketplace.',
    hoursAgo: 1.5,
  },
]

type Content = DemoMembers & { posts: InsertedPost[]; items: InsertedItem[] }

export type InsertedReport = DemoReport & { id: number; reportedId: number }

/** Inserts the oldest first, so that ids follow time. The snapshot of a report is what its reporter sees. */
export async function insertReports(tx: Tx, world: Content): Promise<InsertedReport[]> {
  const at = { clock: { now: () => world.now } }
  const inserted: InsertedReport[] = []
  for (const report of reports) {
    const reporter = viewerOf(world.find(report.by))
    const target = await findTarget(at, tx, reporter, await reportOf(tx, world, report))
    const { id } = await tx
      .insertInto('reports')
      .values({
        reporter_id: reporter.id,
        reported_id: target.reportedId,
        target_type: target.type,
        target_id: target.id,
        group_id: target.groupId,
        reason: report.reason,
        snapshot: JSON.stringify(target.snapshot),
        created_at: inHours(world.now, -report.hoursAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    inserted.push({ ...report, id, reportedId: target.reportedId })
  }
  return inserted
}

/** Copies the pictures into open reports, because they are stored after the reports were inserted. */
export async function copyPicturesToReports(db: Db): Promise<void> {
  await sql`
    update reports set snapshot = snapshot || case target_type
      when 'item' then (select jsonb_build_object('imageUrl', image_url) from items where id = target_id)
      else jsonb_build_object('media', (
        select coalesce(jsonb_agg(jsonb_build_object('url', url, 'alt', alt) order by position), '[]'::jsonb)
        from post_media where post_id = target_id)) end
    where target_type in ('post', 'item') and closed_at is null`.execute(db)
  await sql`
    insert into report_media (report_id, url)
    select reports.id, url from reports join post_media on post_id = target_id
      where target_type = 'post' and closed_at is null
    union
    select reports.id, image_url from reports join items on items.id = target_id
      where target_type = 'item' and closed_at is null and image_url is not null
    on conflict do nothing`.execute(db)
}

export const viewerOf = ({ id, role }: Person) => ({ id, role, sessionId: '' })

async function reportOf(tx: Tx, world: Content, { on, reason }: DemoReport): Promise<NewReport> {
  const report = { eventType: 'REPORT', reason } as const
  if ('post' in on) return { ...report, postId: world.posts.find(({ index }) => index === on.post)?.id }
  if ('item' in on) return { ...report, itemId: world.items.find(({ name }) => name === on.item)?.id }
  if ('user' in on) return { ...report, reportedUserId: world.find(on.user).id }
  if ('comment' in on) return { ...report, commentId: await idOf(tx, 'comments', on.comment) }
  return { ...report, chatId: await idOf(tx, 'messages', on.message) }
}

async function idOf(tx: Tx, table: 'comments' | 'messages', text: string): Promise<number> {
  const row = await tx.selectFrom(table).select('id').where('body', '=', text).executeTakeFirstOrThrow()
  return row.id
}
