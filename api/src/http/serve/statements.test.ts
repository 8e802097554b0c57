import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import { buildMember, type Member } from '#api/test/builders/members.ts'
import { sharedApp } from '#api/test/shared-app.ts'

// This runs before the first connection is made, because each connection keeps the function that it finds then.
const sent = vi.spyOn(pg.Client.prototype, 'query')

const few = 3
const many = 60
const maxStatements = 3

type Query = Record<string, string | number>

const app = await sharedApp()
const { db } = app.deps
const run = (text: TemplateStringsArray, ...values: unknown[]) => sql(text, ...values).execute(db)
const { member, superadmin, groupId, postId, itemId, otherId } = await fill()

/** Holds every list of the contract, with the request for the rows that `fill` makes. */
const lists: Record<string, { path?: string; query?: Query; by?: Member }> = {
  'GET /cart/orders': { query: { status: 'PENDING' } },
  'GET /cart/seller/orders': { query: { status: 'PENDING' } },
  'GET /disputes': {},
  'GET /groups': {},
  'GET /groups/:id/page/:name/history': { path: `/groups/${groupId}/page/Diet/history` },
  'GET /groups/members/:id': { path: `/groups/members/${groupId}` },
  'GET /groups/named': { by: superadmin },
  'GET /groups/posts/:id': { path: `/groups/posts/${groupId}` },
  'GET /groups/proposals': { query: { groupId, state: 'OPEN' } },
  'GET /items': { query: { name: 'Listed' } },
  'GET /items/:id/reviews': { path: `/items/${itemId}/reviews` },
  'GET /items/admin/items': { by: superadmin },
  'GET /messaging/inbox': {},
  'GET /messaging/received': { query: { read: 'false' } },
  'GET /messaging/reported/post': { by: superadmin },
  'GET /messaging/sent': {},
  'GET /messaging/with/:userId': { path: `/messaging/with/${otherId}` },
  'GET /notifications': {},
  'GET /orders/admin': { query: { q: 'RS-LISTED', state: 'PENDING' }, by: superadmin },
  'GET /payment/held': { by: superadmin },
  'GET /payouts': {},
  'GET /payouts/problems': { by: superadmin },
  'GET /payouts/statement/entries': {},
  'GET /post/bookmarks': {},
  'GET /post/comments/:id': { path: `/post/comments/${postId}` },
  'GET /post/tag/:tag': { path: '/post/tag/listed' },
  'GET /post/user/post/feed': {},
  'GET /search': { query: { type: 'people', q: 'Listed' } },
  'GET /user/:id/reviews': { path: `/user/${otherId}/reviews` },
  'GET /user/admin/app/users': { by: superadmin },
  'GET /user/admin/audit': { by: superadmin },
  'GET /user/admin/suspended-users': { by: superadmin },
  'GET /user/blocked': {},
  'GET /user/followers': {},
  'GET /user/following': {},
  'GET /user/group-list': {},
  'GET /user/posts': {},
  'GET /user/search': { query: { q: 'Listed' } },
}

/** Makes more than `many` rows of everything, all of them related to one member. */
async function fill() {
  const member = await buildMember(app)
  const groupId = member.group_id ?? 0
  const [now, count] = [app.clock.now(), many + 10]
  await run`insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
    select 'listed' || n, 'listed' || n || '@example.com', '', 'Listed', 'Member', ${now}, ${now}
    from generate_series(1, ${count}) n`
  await run`insert into follows select id, ${member.id}, ${now} from members where firstname = 'Listed'`
  await run`insert into follows select ${member.id}, id, ${now} from members where firstname = 'Listed'`
  await run`insert into memberships (group_id, member_id, joined_at)
    select id, ${member.id}, ${now} from groups on conflict do nothing`
  await run`update memberships set is_moderator = true where (group_id, member_id) = (${groupId}, ${member.id})`
  await fillSections(groupId)
  await run`insert into memberships (group_id, member_id, joined_at)
    select ${groupId}, id, ${now} from members where firstname = 'Listed'`
  await run`insert into posts (author_id, group_id, caption, created_at)
    select ${member.id}, ${groupId}, 'Listed', ${now} from generate_series(1, ${2 * count})`
  await run`insert into posts (author_id, caption, created_at)
    select id, 'Listed', ${now} from members where firstname = 'Listed'`
  await run`insert into post_media (post_id, position, url, type)
    select id, n, '/media/' || id || n, 'image' from posts cross join generate_series(0, 3) n`
  await run`update posts set tags = '{listed}'`
  await run`insert into bookmarks (post_id, member_id, created_at) select id, ${member.id}, ${now} from posts`
  await run`insert into likes (post_id, member_id, created_at) select id, ${member.id}, ${now} from posts`
  const writer = sql`(select min(id) from members where firstname = 'Listed')`
  await run`insert into comments (post_id, author_id, body, created_at)
    select id, ${writer}, 'Listed', ${now} from posts`
  await run`insert into comments (post_id, author_id, body, created_at)
    select (select min(id) from posts), id, 'Listed', ${now} from members where firstname = 'Listed'`
  await run`insert into items (seller_id, name, description, price_kobo, stock, is_approved, created_at)
    select id, 'Listed', 'Listed', 100, 1, true, ${now} from members where firstname = 'Listed'`
  const { id } = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const item = await db.selectFrom('items').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  await fillOrders(member)
  await fillPayouts(member)
  const otherId = await fillMessages(member)
  const superadmin = await fillModeration(member)
  return { member, superadmin, groupId, postId: id, itemId: item.id, otherId }
}

/** Makes orders that each contain all items on sale, with one line of each sold by the member. */
async function fillOrders({ id }: Member): Promise<void> {
  const now = app.clock.now()
  await run`insert into orders (transaction_ref, buyer_id, total_kobo, expires_at, moved_at, created_at)
    select 'RS-LISTED' || n, ${id}, 5000, ${now}, ${now}, ${now} from generate_series(1, ${many + 10}) n`
  await run`insert into parcels (order_id, seller_id)
    select orders.id, seller.id
    from orders cross join (select ${id}::bigint as id union all select min(id) from members where firstname = 'Listed') seller`
  await run`insert into order_lines (order_id, parcel_id, seller_id, name, unit_price_kobo, quantity)
    select order_id, id, seller_id, 'Listed', 2500, 1 from parcels`
  // All lines of the first seller are for the first item, and every order has one of them.
  await run`update order_lines set item_id = (select min(id) from items) where seller_id <> ${id}`
  await run`insert into reviews (item_id, seller_id, author_id, order_line_id, rating, body, created_at)
    select item_id, seller_id, ${id}, id, 5, 'Listed', ${now} from order_lines where item_id is not null`
  await run`insert into payment_attempts
    (reference, order_id, number, amount_kobo, state, held_reason, settled_at, created_at)
    select transaction_ref, id, 1, total_kobo, 'HELD', 'Listed', ${now}, ${now} from orders`
  await run`insert into disputes (order_id, order_line_id, buyer_id, seller_id, reason, created_at)
    select order_id, id, ${id}, seller_id, 'OTHER', ${now} from order_lines`
}

/** Makes many payouts of the member that arrived, and one failed payout of each other seller. */
async function fillPayouts({ id }: Member): Promise<void> {
  const now = app.clock.now()
  await run`insert into seller_accounts (member_id)
    select id from members where firstname = 'Listed' union all select ${id}`
  await run`insert into payouts
    (seller_account_id, member_id, state, amount_kobo, reference, recipient_code, lagos_day, created_at, changed_at)
    select id, member_id, case member_id when ${id} then 'PAID' else 'FAILED' end, 100000,
      'payout-listed-number-' || id || '-' || n, 'RCP_listed', ${now}::date, ${now}, ${now}
    from seller_accounts cross join generate_series(1, ${many + 10}) n where member_id = ${id} or n = 1`
}

/** Makes everybody report the member, and suspends some members, which the audit log records. */
async function fillModeration({ id }: Member): Promise<Member> {
  const superadmin = await buildMember(app, { role: 'SUPERADMIN' })
  const now = app.clock.now()
  await run`insert into reports (reporter_id, reported_id, target_type, target_id, reason, snapshot, created_at)
    select id, ${id}, 'user', ${id}, 'Listed', '{}', ${now} from members where firstname = 'Listed'`
  await run`update members set suspended_at = ${now}, suspended_by = ${superadmin.id}, suspension_reason = 'Listed',
    suspended_until = ${now}::timestamptz + interval '30 days' where firstname = 'Shunned'`
  await run`insert into audit_log (actor_id, member_id, action, created_at)
    select ${superadmin.id}, id, 'SUSPEND_USER', ${now} from members where firstname = 'Shunned'`
  await run`insert into proposed_groups (member_id, name, created_at)
    select id, username, ${now} from members where firstname = 'Listed'`
  return superadmin
}

/** Makes a conversation with everybody, and one that is longer than all others. */
async function fillMessages({ id }: Member): Promise<number> {
  const now = app.clock.now()
  await run`insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
    select 'shunned' || n, 'shunned' || n || '@example.com', '', 'Shunned', 'Member', ${now}, ${now}
    from generate_series(1, ${many + 10}) n`
  const listed = db.selectFrom('members').select('id').where('firstname', '=', 'Listed').orderBy('id')
  const { id: other } = await listed.limit(1).executeTakeFirstOrThrow()
  const people = sql`(select id from members where firstname in ('Listed', 'Shunned')
    union all select ${other}::bigint from generate_series(1, ${many}))`
  await run`insert into messages (sender_id, receiver_id, body, created_at)
    select people.id, ${id}, 'Listed', ${now} from ${people} people`
  await run`insert into messages (sender_id, receiver_id, body, created_at)
    select ${id}, people.id, 'Listed', ${now} from ${people} people`
  await run`insert into blocks select ${id}, id, ${now} from members where firstname = 'Shunned'`
  return other
}

async function fillSections(groupId: number): Promise<void> {
  const now = app.clock.now()
  await run`insert into section_versions (group_id, name, detail, description, author_id, created_at)
    select ${groupId}, 'Diet', '', 'Listed', id, ${now} from members where firstname = 'Listed'`
  await run`insert into proposals (group_id, name, member_id, detail, description, created_at)
    select ${groupId}, 'Diet', id, '', 'Listed', ${now} from members where firstname = 'Listed'`
}

const Listed = z.object({
  data: z.object({ content: z.array(z.unknown()), nextCursor: z.union([z.string(), z.number()]).nullish() }),
})

async function ask(path: string, query: Query, { token } = member) {
  const before = sent.mock.calls.length
  const answer = await app.call('GET', path, { token, query })
  const statements = sent.mock.calls.length - before
  const { content, nextCursor } = Listed.parse(answer.body).data
  return { rows: content.length, statements, cursor: nextCursor ?? '' }
}

const isList = ({ query }: Endpoint) => query instanceof z.ZodObject && 'size' in query.shape

describe('a list', () => {
  test('is covered here for every list endpoint', () => {
    const named = app.served.filter(isList).map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(lists)).toEqual(named.toSorted())
  })

  test.each(Object.keys(lists))('%s takes as many statements for many rows as for few', async (name) => {
    const { path = name.slice('GET '.length), query = {}, by } = lists[name] ?? {}
    // The first visit to the feed after hours takes one statement more, and so do posts that this node has not shown yet.
    await ask(path, { ...query, size: many }, by)
    const small = await ask(path, { ...query, size: few }, by)
    const large = await ask(path, { ...query, size: many }, by)
    expect([small.rows, large.rows]).toEqual([few, many])
    expect(large.statements).toBe(small.statements)
    expect(large.statements).toBeGreaterThan(1)
    expect(large.statements).toBeLessThanOrEqual(maxStatements)
  })
})

describe('the home feed takes no more statements than other lists', () => {
  const feed = (query: Query = {}) => ask('/post/user/post/feed', query)

  async function expectFew(): Promise<void> {
    const first = await feed({ size: few })
    expect(first).toMatchObject({ rows: few })
    for (const size of [few, many]) {
      const further = await feed({ size, cursor: first.cursor })
      expect(further.rows).toBe(size)
      expect(further.statements).toBeLessThanOrEqual(maxStatements)
    }
    expect(first.statements).toBeLessThanOrEqual(maxStatements)
  }

  test('before, while and after its timeline is filled', async () => {
    await app.deps.db.deleteFrom('timelines').execute()
    app.clock.move(7_200_000)
    await expectFew()
    await app.runJobs()
    await expectFew()
    app.clock.move(7_200_000)
    await expectFew()
  })

  test('for a reader who returns and reads on below the timeline', async () => {
    await feed()
    await app.runJobs()
    const { cursor } = await feed({ size: 100 })
    await raiseFloor(110)
    for (const hours of [0, 2]) {
      app.clock.move(hours * 3_600_000)
      const further = await feed({ size: many, cursor })
      expect(further.rows).toBe(many)
      expect(further.statements).toBeLessThanOrEqual(maxStatements)
    }
  })

  /** Deletes the older posts of the timeline, as if it could hold only this many. */
  async function raiseFloor(length: number): Promise<void> {
    const { id } = member
    await run`update timelines set floor_id = (
        select post_id from timeline_posts where member_id = ${id} order by post_id desc offset ${length} limit 1
      ) where member_id = ${id}`
    await run`delete from timeline_posts using timelines
      where timelines.member_id = timeline_posts.member_id and post_id <= floor_id`
  }
})
