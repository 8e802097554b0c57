import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { recountItems } from '#api/features/market/recount.ts'
import { recountConversations } from '#api/features/messages/recount.ts'
import { recountPosts } from '#api/features/posts/recount.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { readDemo } from '../seed-files.ts'
import { demoLogins, demoPassword, insertDemo, seedDemo } from './demo.ts'

/** The tests that only read share one app. */
const app = await sharedApp()
await insertDemo(app.deps)

async function countRows({ deps: { db } }: TestApp) {
  const tables = [
    'members',
    'posts',
    'comments',
    'items',
    'orders',
    'messages',
    'proposals',
    'reports',
  ] as const
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
    return [table, rows[0]?.count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('inserts what the files describe, with counters that equal a recount', async () => {
  const { members, posts, comments, items } = await readDemo()
  expect(await countRows(app)).toMatchObject({
    members: members.length,
    posts: posts.length,
    comments: comments.length,
    items: items.length,
  })
  const { db } = app.deps
  const checks = [recountPosts, recountItems, recountConversations, checkLedger]
  expect((await Promise.all(checks.map((check) => check(db)))).flat()).toEqual([])
})

test('nothing happens in the future, or before its members joined', async () => {
  const now = app.clock.now()
  const { rows: odd } = await sql`
    select 'member' as what, id from members where created_at >= ${now}
    union all
    select 'post', posts.id from posts join members on members.id = author_id
      where posts.created_at < members.created_at or posts.created_at >= ${now}
    union all
    select 'comment', comments.id from comments join posts on posts.id = post_id
      where comments.created_at <= posts.created_at or comments.created_at >= ${now}
    union all
    select 'item', items.id from items join members on members.id = seller_id
      where items.created_at < members.created_at or items.created_at >= ${now}
    union all
    select 'order', orders.id from orders join members on members.id = buyer_id
      where orders.created_at < members.created_at or orders.created_at >= ${now}
    union all
    select 'message', id from messages where created_at >= ${now}
    union all
    select 'report', reports.id from reports join members on members.id = reporter_id
      where reports.created_at < members.created_at or reports.created_at >= ${now}`.execute(app.deps.db)
  expect(odd).toEqual([])
})

test('the printed log-ins work with the shared password and have their roles', async () => {
  for (const { username, role } of demoLogins) {
    const { status, body } = await app.call('POST', '/login', {
      body: { username, userSecret: demoPassword },
    })
    expect({ username, status, roles: body.data?.roles }).toEqual({ username, status: 200, roles: [role] })
  }
})

test('a second start changes nothing', async () => {
  const before = await countRows(app)
  await seedDemo(app.deps)
  expect(await countRows(app)).toEqual(before)
})

test('five simultaneous starts on two nodes insert the demo data once', async () => {
  const own = await temporaryApp()
  const other = await temporaryApp({ sameDatabaseAs: { url: own.databaseUrl } })
  await Promise.all([own, other, own, other, own].map(({ deps }) => insertDemo(deps)))
  expect(await countRows(own)).toEqual(await countRows(app))
})

test('a database with one member stays as it is', async () => {
  const own = await temporaryApp()
  await buildMember(own)
  const before = await countRows(own)
  await seedDemo(own.deps)
  expect(await countRows(own)).toEqual(before)
})

test('an interrupted seed leaves nothing and can run again', async () => {
  const own = await temporaryApp()
  const before = await countRows(own)
  await sql`alter table item_genres add constraint cut check (false) not valid`.execute(own.deps.db)
  await expect(seedDemo(own.deps)).rejects.toThrow('cut')
  expect(await countRows(own)).toEqual(before)
  await sql`alter table item_genres drop constraint cut`.execute(own.deps.db)
  await insertDemo(own.deps)
  expect(await countRows(own)).toEqual(await countRows(app))
})
