import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import { buildMember, type Member } from '#api/test/builders/members.ts'
import { sharedApp } from '#api/test/shared-app.ts'

// Before the first connection is made: each keeps the function that it finds here.
const sent = vi.spyOn(pg.Client.prototype, 'query')

const few = 3
const many = 60
const maxStatements = 3

type Ground = {
  member: Member
  superadmin: Member
  groupId: number
  postId: number
  itemId: number
  otherId: number
}
type Query = Record<string, string | number>

const app = await sharedApp()
const ground = await fill()

/** Every list of the contract, asked for what `fill` has built. */
const lists: Record<string, (ground: Ground) => { path: string; query?: Query; by?: Member }> = {
  'GET /cart/orders': () => ({ path: '/cart/orders', query: { status: 'PENDING' } }),
  'GET /cart/seller/orders': () => ({ path: '/cart/seller/orders', query: { status: 'PENDING' } }),
  'GET /disputes': () => ({ path: '/disputes' }),
  'GET /groups': () => ({ path: '/groups' }),
  'GET /groups/:id/page/:name/history': ({ groupId }) => ({ path: `/groups/${groupId}/page/Diet/history` }),
  'GET /groups/members/:id': ({ groupId }) => ({ path: `/groups/members/${groupId}` }),
  'GET /groups/posts/:id': ({ groupId }) => ({ path: `/groups/posts/${groupId}` }),
  'GET /groups/proposals': ({ groupId }) => ({
    path: '/groups/proposals',
    query: { groupId, state: 'OPEN' },
  }),
  'GET /items': () => ({ path: '/items', query: { name: 'Listed' } }),
  'GET /items/:id/reviews': ({ itemId }) => ({ path: `/items/${itemId}/reviews` }),
  'GET /items/admin/items': ({ superadmin }) => ({ path: '/items/admin/items', by: superadmin }),
  'GET /messaging/inbox': () => ({ path: '/messaging/inbox' }),
  'GET /messaging/received': () => ({ path: '/messaging/received', query: { read: 'false' } }),
  'GET /messaging/reported/post': ({ superadmin }) => ({ path: '/messaging/reported/post', by: superadmin }),
  'GET /messaging/sent': () => ({ path: '/messaging/sent' }),
  'GET /messaging/with/:userId': ({ otherId }) => ({ path: `/messaging/with/${otherId}` }),
  'GET /notifications': () => ({ path: '/notifications' }),
  'GET /orders/admin': ({ superadmin }) => ({
    path: '/orders/admin',
    query: { q: 'RS-LISTED', state: 'PENDING' },
    by: superadmin,
  }),
  'GET /payment/held': ({ superadmin }) => ({ path: '/payment/held', by: superadmin }),
  'GET /payouts': () => ({ path: '/payouts' }),
  'GET /payouts/problems': ({ superadmin }) => ({ path: '/payouts/problems', by: superadmin }),
  'GET /post/bookmarks': () => ({ path: '/post/bookmarks' }),
  'GET /post/comments/:id': ({ postId }) => ({ path: `/post/comments/${postId}` }),
  'GET /post/tag/:tag': () => ({ path: '/post/tag/listed' }),
  'GET /post/user/post/feed': () => ({ path: '/post/user/post/feed' }),
  'GET /search': () => ({ path: '/search', query: { type: 'people', q: 'Listed' } }),
  'GET /user/:id/reviews': ({ otherId }) => ({ path: `/user/${otherId}/reviews` }),
  'GET /user/admin/app/users': ({ superadmin }) => ({ path: '/user/admin/app/users', by: superadmin }),
  'GET /user/admin/audit': ({ superadmin }) => ({ path: '/user/admin/audit', by: superadmin }),
  'GET /user/admin/suspended-users': ({ superadmin }) => ({
    path: '/user/admin/suspended-users',
    by: superadmin,
  }),
  'GET /user/blocked': () => ({ path: '/user/blocked' }),
  'GET /user/followers': () => ({ path: '/user/followers' }),
  'GET /user/following': () => ({ path: '/user/following' }),
  'GET /user/group-list': () => ({ path: '/user/group-list' }),
  'GET /user/posts': () => ({ path: '/user/posts' }),
  'GET /user/search': () => ({ path: '/user/search', query: { q: 'Listed' } }),
}

/** More than `many` of everything, and all of it has to do with one member. */
async function fill(): Promise<Ground> {
  const member = await buildMember(app)
  const groupId = member.group_id ?? 0
  const { db } = app.deps
  const [now, count] = [app.clock.now(), many + 10]
  await sql`insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
    select 'listed' || n, 'listed' || n || '@example.com', '', 'Listed', 'Member', ${now}, ${now}
    from generate_series(1, ${count}) n`.execute(db)
  await sql`insert into follows select id, ${member.id}, ${now} from members where firstname = 'Listed'`.execute(
    db,
  )
  await sql`insert into follows select ${member.id}, id, ${now} from members where firstname = 'Listed'`.execute(
    db,
  )
  await sql`insert into memberships (group_id, member_id, joined_at)
    select id, ${member.id}, ${now} from groups on conflict do nothing`.execute(db)
  await sql`update memberships set is_moderator = true where (group_id, member_id) = (${groupId}, ${member.id})`.execute(
    db,
  )
  await fillSections(groupId)
  await sql`insert into memberships (group_id, member_id, joined_at)
    select ${groupId}, id, ${now} from members where firstname = 'Listed'`.execute(db)
  await sql`insert into posts (author_id, group_id, caption, created_at)
    select ${member.id}, ${groupId}, 'Listed', ${now} from generate_series(1, ${2 * count})`.execute(db)
  await sql`insert into posts (author_id, caption, created_at)
    select id, 'Listed', ${now} from members where firstname = 'Listed'`.execute(db)
  await sql`insert into post_media (post_id, position, url, type)
    select id, n, '/media/' || id || n, 'image' from posts cross join generate_series(0, 3) n`.execute(db)
  await sql`update posts set tags = '{listed}'`.execute(db)
  await sql`insert into bookmarks (post_id, member_id, created_at) select id, ${member.id}, ${now} from posts`.execute(
    db,
  )
  await sql`insert into likes (post_id, member_id, created_at) select id, ${member.id}, ${now} from posts`.execute(
    db,
  )
  const writer = sql`(select min(id) from members where firstname = 'Listed')`
  await sql`insert into comments (post_id, author_id, body, created_at)
    select id, ${writer}, 'Listed', ${now} from posts`.execute(db)
  await sql`insert into comments (post_id, author_id, body, created_at)
    select (select min(id) from posts), id, 'Listed', ${now} from members where firstname = 'Listed'`.execute(
    db,
  )
  await sql`insert into items (seller_id, name, description, price_kobo, stock, is_approved, created_at)
    select id, 'Listed', 'Listed', 100, 1, true, ${now} from members where firstname = 'Listed'`.execute(db)
  const { id } = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const item = await db.selectFrom('items').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  await fillOrders(member)
  await fillPayouts(member)
  const otherId = await fillMessages(member)
  const superadmin = await fillModeration(member)
  return { member, superadmin, groupId, postId: id, itemId: item.id, otherId }
}

/** Each with all that is sold; and a line of each is one's own. */
async function fillOrders({ id }: Member): Promise<void> {
  const [{ db }, now] = [app.deps, app.clock.now()]
  await sql`insert into orders (transaction_ref, buyer_id, total_kobo, expires_at, moved_at, created_at)
    select 'RS-LISTED' || n, ${id}, 5000, ${now}, ${now}, ${now} from generate_series(1, ${many + 10}) n`.execute(
    db,
  )
  await sql`insert into parcels (order_id, seller_id)
    select orders.id, seller.id
    from orders cross join (select ${id}::bigint as id union all select min(id) from members where firstname = 'Listed') seller`.execute(
    db,
  )
  await sql`insert into order_lines (order_id, parcel_id, seller_id, name, unit_price_kobo, quantity)
    select order_id, id, seller_id, 'Listed', 2500, 1 from parcels`.execute(db)
  // All lines of the first seller are of the first item, and every order has one of them.
  await sql`update order_lines set item_id = (select min(id) from items) where seller_id <> ${id}`.execute(db)
  await sql`insert into reviews (item_id, seller_id, author_id, order_line_id, rating, body, created_at)
    select item_id, seller_id, ${id}, id, 5, 'Listed', ${now} from order_lines where item_id is not null`.execute(
    db,
  )
  await sql`insert into payment_attempts
    (reference, order_id, number, amount_kobo, state, held_reason, settled_at, created_at)
    select transaction_ref, id, 1, total_kobo, 'HELD', 'Listed', ${now}, ${now} from orders`.execute(db)
  await sql`insert into disputes (order_id, order_line_id, buyer_id, seller_id, reason, created_at)
    select order_id, id, ${id}, seller_id, 'OTHER', ${now} from order_lines`.execute(db)
}

/** Many of one's own that arrived, and one of each other that failed. */
async function fillPayouts({ id }: Member): Promise<void> {
  const [{ db }, now] = [app.deps, app.clock.now()]
  await sql`insert into seller_accounts (member_id)
    select id from members where firstname = 'Listed' union all select ${id}`.execute(db)
  await sql`insert into payouts
    (seller_account_id, member_id, state, amount_kobo, reference, recipient_code, lagos_day, created_at, changed_at)
    select id, member_id, case member_id when ${id} then 'PAID' else 'FAILED' end, 100000,
      'payout-listed-number-' || id || '-' || n, 'RCP_listed', ${now}::date, ${now}, ${now}
    from seller_accounts cross join generate_series(1, ${many + 10}) n where member_id = ${id} or n = 1`.execute(
    db,
  )
}

/** Everybody has reported the member; those who were shunned are suspended, and the log tells of it. */
async function fillModeration({ id }: Member): Promise<Member> {
  const superadmin = await buildMember(app, { role: 'SUPERADMIN' })
  const [{ db }, now] = [app.deps, app.clock.now()]
  await sql`insert into reports (reporter_id, reported_id, target_type, target_id, reason, snapshot, created_at)
    select id, ${id}, 'user', ${id}, 'Listed', '{}', ${now} from members where firstname = 'Listed'`.execute(
    db,
  )
  await sql`update members set suspended_at = ${now}, suspended_by = ${superadmin.id}, suspension_reason = 'Listed',
    suspended_until = ${now}::timestamptz + interval '30 days' where firstname = 'Shunned'`.execute(db)
  await sql`insert into audit_log (actor_id, member_id, action, created_at)
    select ${superadmin.id}, id, 'SUSPEND_USER', ${now} from members where firstname = 'Shunned'`.execute(db)
  return superadmin
}

/** With everybody, and with one of them more than with all others. */
async function fillMessages({ id }: Member): Promise<number> {
  const [{ db }, now] = [app.deps, app.clock.now()]
  await sql`insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
    select 'shunned' || n, 'shunned' || n || '@example.com', '', 'Shunned', 'Member', ${now}, ${now}
    from generate_series(1, ${many + 10}) n`.execute(db)
  const { other } = await db
    .selectFrom('members')
    .select((row) => row.fn.min('id').as('other'))
    .where('firstname', '=', 'Listed')
    .executeTakeFirstOrThrow()
  const people = sql`(select id from members where firstname in ('Listed', 'Shunned')
    union all select ${other}::bigint from generate_series(1, ${many}))`
  await sql`insert into messages (sender_id, receiver_id, body, created_at)
    select people.id, ${id}, 'Listed', ${now} from ${people} people`.execute(db)
  await sql`insert into messages (sender_id, receiver_id, body, created_at)
    select ${id}, people.id, 'Listed', ${now} from ${people} people`.execute(db)
  await sql`insert into blocks select ${id}, id, ${now} from members where firstname = 'Shunned'`.execute(db)
  return other
}

async function fillSections(groupId: number): Promise<void> {
  const [{ db }, now] = [app.deps, app.clock.now()]
  await sql`insert into section_versions (group_id, name, detail, description, author_id, created_at)
    select ${groupId}, 'Diet', '', 'Listed', id, ${now} from members where firstname = 'Listed'`.execute(db)
  await sql`insert into proposals (group_id, name, member_id, detail, description, created_at)
    select ${groupId}, 'Diet', id, '', 'Listed', ${now} from members where firstname = 'Listed'`.execute(db)
}

const Listed = z.object({
  data: z.object({ content: z.array(z.unknown()), nextCursor: z.union([z.string(), z.number()]).nullish() }),
})

async function ask(path: string, query: Query, { token } = ground.member) {
  const before = sent.mock.calls.length
  const answer = await app.call('GET', path, { token, query })
  const statements = sent.mock.calls.length - before
  const { content, nextCursor } = Listed.parse(answer.body).data
  return { rows: content.length, statements, cursor: nextCursor ?? '' }
}

const isList = ({ query }: Endpoint) => query instanceof z.ZodObject && 'size' in query.shape

describe('every list takes a fixed number of statements', () => {
  test('every list endpoint is covered here', () => {
    const named = app.served.filter(isList).map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(lists)).toEqual(named.toSorted())
  })

  test.each(Object.keys(lists))('%s', async (name) => {
    const { path, query = {}, by } = lists[name]?.(ground) ?? { path: '' }
    // The first visit to the feed for hours takes a statement more, and so do posts that this node has not shown yet.
    await ask(path, { ...query, size: many }, by)
    const small = await ask(path, { ...query, size: few }, by)
    const large = await ask(path, { ...query, size: many }, by)
    expect([small.rows, large.rows]).toEqual([few, many])
    expect(large.statements).toBe(small.statements)
    expect(large.statements).toBeGreaterThan(1)
    expect(large.statements).toBeLessThanOrEqual(maxStatements)
  })

  test.each(['GET /user/followers', 'GET /user/following', 'GET /user/group-list', 'GET /user/posts'])(
    '%s of another member',
    async (name) => {
      const other = await buildMember(app)
      const { path } = lists[name]?.(ground) ?? { path: '' }
      expect((await ask(path, { userId: other.id })).statements).toBe(maxStatements)
    },
  )
})

describe('the home feed takes no more statements', () => {
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

  test('beside the session one where all texts are stored, else one more', async () => {
    await feed()
    await app.runJobs()
    await feed()
    expect((await feed()).statements).toBe(2)
    await sql`update posts set caption = 'Edited'`.execute(app.deps.db)
    expect((await feed()).statements).toBe(3)
    expect((await feed()).statements).toBe(2)
  })

  /** As if only so many fitted into the timeline. */
  async function raiseFloor(length: number): Promise<void> {
    const { id } = ground.member
    const { db } = app.deps
    await sql`update timelines set floor_id = (
        select post_id from timeline_posts where member_id = ${id} order by post_id desc offset ${length} limit 1
      ) where member_id = ${id}`.execute(db)
    await sql`delete from timeline_posts using timelines
      where timelines.member_id = timeline_posts.member_id and post_id <= floor_id`.execute(db)
  }
})

describe('the market takes two statements, one of them for the session', () => {
  const most = 2
  const request: Query[] = [
    {},
    { page: 1, size: 20 },
    { page: 1000 },
    { name: 'listed' },
    { name: 'lsited' },
    { name: 'listed listed', sort: '-price' },
    { name: 'nowhere' },
    { minPrice: 1, maxPrice: 2, sort: 'price' },
    { genreId: 1, name: 'listed' },
    { favorite: 'true' },
    { userId: 1 },
  ]
  test.each(request)('GET /items %j', async (query) => {
    expect((await ask('/items', query)).statements).toBe(most)
  })

  test('for admins and for a single item', async () => {
    const { superadmin, itemId } = ground
    const asAdmin: Query[] = [{}, { approved: 'false' }, { name: 'listed', approved: 'true' }]
    for (const query of asAdmin)
      expect((await ask('/items/admin/items', query, superadmin)).statements).toBe(most)
    const before = sent.mock.calls.length
    expect((await app.call('GET', `/items/${itemId}`, { token: ground.member.token })).status).toBe(200)
    expect(sent.mock.calls.length - before).toBe(most)
  })
})
