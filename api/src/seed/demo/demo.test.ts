import { sql } from 'kysely'
import { groupConsentWording } from '@rootsquare/contract/accounts'
import { feedSize } from '@rootsquare/contract/posts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listOrders, listSellerOrders, orderStates } from '@rootsquare/contract/trade/orders'
import { listProposals } from '@rootsquare/contract/sections'
import { buildMember } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { checkLedger } from '#api/features/orders/payouts/check-ledger.ts'
import { testApp, type TestApp } from '#api/test/test-app.ts'
import { demoLogins, demoPassword, insertDemo, seedDemo } from './demo.ts'
import { readDemo, readGroups } from '../files.ts'

async function ownApp(sameDatabaseAs?: { url: string }): Promise<TestApp> {
  const own = await testApp({ sameDatabaseAs })
  onTestFinished(() => own.stop())
  return own
}

/** Made once for all that only look at it. */
const app = await testApp()
await insertDemo(app.deps)
afterAll(() => app.stop())

/** Every row of the demo world but the salted password hashes. */
async function world({ deps: { db } }: TestApp) {
  const tables = [
    'members',
    'memberships',
    'follows',
    'consents',
    'posts',
    'post_media',
    'comments',
    'likes',
    'genres',
    'items',
    'item_genres',
    'addresses',
    'orders',
    'order_lines',
    'order_moves',
    'payment_attempts',
    'refunds',
    'sections',
    'section_versions',
    'proposals',
    'messages',
    'reports',
    'report_counts',
    'audit_log',
  ] as const
  const read = tables.map(async (table) => {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(it) - 'password_hash' as row from ${sql.table(table)} as it order by 1
    `.execute(db)
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

async function drift({ deps: { db } }: TestApp) {
  const { rows } = await sql`
    select 'members' as what, id from members
     where groups_count <> (select count(*) from memberships where member_id = members.id)
        or following_count <> (select count(*) from follows where follower_id = members.id)
        or followers_count <> (select count(*) from follows where followed_id = members.id)
        or posts_count <> (select count(*) from posts where author_id = members.id)
        or items_count <> (select count(*) from items where seller_id = members.id and is_approved)
    union all
    select 'posts', id from posts
     where likes_count <> (select count(*) from likes where post_id = posts.id)
        or comments_count <> (select count(*) from comments where post_id = posts.id)
    union all
    select 'groups', id from groups where members_count <> (select count(*) from memberships where group_id = groups.id)
  `.execute(db)
  return rows
}

test('fills an empty database, with counters that equal a recount', async () => {
  const { members, consents, posts, comments, likes, genres, items, item_genres } = await world(app)
  expect(members).toHaveLength(20)
  expect(consents).toHaveLength(20)
  expect(posts).toHaveLength(40)
  expect(comments).toHaveLength(48)
  expect(likes?.length).toBeGreaterThan(250)
  expect([genres?.length, items?.length, item_genres?.length]).toEqual([10, 40, 40])
  expect(await drift(app)).toEqual([])
})

test('every member is verified, with a bio, a group and consent', async () => {
  const people = await app.deps.db
    .selectFrom('members')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.member_id', '=', 'members.id')
        .onRef('memberships.group_id', '=', 'members.group_id'),
    )
    .innerJoin('consents', 'consents.member_id', 'members.id')
    .select([
      'username',
      'bio',
      'members.created_at',
      'verified_at',
      'joined_at',
      'given_at',
      'kind',
      'wording',
    ])
    .execute()
  expect(people).toHaveLength(20)
  for (const person of people) {
    expect(person.bio).toBeTruthy()
    expect(person.verified_at).not.toBeNull()
    expect(person).toMatchObject({ joined_at: person.created_at, given_at: person.created_at })
    expect(person).toMatchObject({ kind: 'ethnic-group', wording: groupConsentWording })
  }
})

test('nothing happens in the future or before its members joined', async () => {
  const now = app.clock.now()
  const { db } = app.deps
  const members = await db.selectFrom('members').select(['id', 'created_at']).execute()
  const startOf = new Map(members.map((member) => [member.id, member.created_at]))
  const early = (id: number, time: Date) => time < (startOf.get(id) ?? now)
  const follows = await db.selectFrom('follows').selectAll().execute()
  const tooEarly = follows.filter(
    (row) => early(row.follower_id, row.created_at) || early(row.followed_id, row.created_at),
  )
  expect(tooEarly).toEqual([])
  const memberships = await db.selectFrom('memberships').selectAll().execute()
  expect(memberships.filter((row) => early(row.member_id, row.joined_at))).toEqual([])
  const times = [
    ...startOf.values(),
    ...follows.map((row) => row.created_at),
    ...memberships.map((row) => row.joined_at),
  ]
  expect(times.filter((time) => time >= now)).toEqual([])
  const months = new Set(members.map((member) => member.created_at.toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(5)
})

test('posts have their author, group and place, and ids follow time', async () => {
  const stored = await app.deps.db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'author_id')
    .leftJoin('groups', 'groups.id', 'posts.group_id')
    .select([
      'username as author',
      'slug as groupSlug',
      'location',
      'caption',
      'posts.created_at',
      'is_fanned_out',
    ])
    .orderBy('posts.id', 'desc')
    .execute()
  const now = app.clock.now().getTime()
  const { posts } = await readDemo()
  const found = stored.map(({ created_at, ...post }) => ({
    ...post,
    hoursAgo: Math.floor((now - created_at.getTime()) / 3_600_000),
  }))
  const inOrder = posts.toSorted((one, other) => one.hoursAgo - other.hoursAgo)
  expect(found).toEqual(inOrder.map((post) => ({ ...post, is_fanned_out: true })))
})

test('authors of group posts are in the group', async () => {
  const { rows } = await sql`
    select id from posts where group_id is not null and not exists (
      select from memberships where memberships.group_id = posts.group_id and member_id = author_id)
  `.execute(app.deps.db)
  expect(rows).toEqual([])
})

test('comments keep the order of the files, and ids follow time', async () => {
  const stored = await app.deps.db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'post_id')
    .innerJoin('members', 'members.id', 'comments.author_id')
    .select(['caption', 'username', 'body', 'comments.created_at', 'posts.created_at as posted_at'])
    .orderBy('comments.id')
    .execute()
  const { posts, comments } = await readDemo()
  for (const [place, { caption }] of posts.entries()) {
    const own = comments.filter(({ postIndex }) => postIndex === place)
    const found = stored.filter((comment) => comment.caption === caption)
    expect(found.map(({ username, body }) => [username, body])).toEqual(
      own.map(({ author, text }) => [author, text]),
    )
  }
  const times = stored.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const now = app.clock.now()
  expect(stored.filter((row) => row.created_at <= row.posted_at || row.created_at >= now)).toEqual([])
})

test('there are replies, liked comments, mentions and popular tags', async () => {
  const { rows } = await sql`
    select count(parent_id) as replies, count(*) filter (where likes_count > 0) as liked,
      (select count(*) from mentions) as mentions, (select count(distinct tag) from post_tags) as tags,
      (select count(*) from comment_likes join comments on comments.id = comment_id
        where comment_likes.created_at <= comments.created_at or comment_likes.created_at >= ${app.clock.now()}) as odd
    from comments`.execute(app.deps.db)
  expect(rows).toEqual([{ replies: 6, liked: 16, mentions: 3, tags: 5, odd: 0 }])
})

test('likes come after the post and never from its author', async () => {
  const { db } = app.deps
  const likes = await db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select(['member_id', 'author_id', 'likes.created_at', 'posts.created_at as posted_at'])
    .execute()
  const now = app.clock.now()
  const odd = likes.filter(
    (like) =>
      like.member_id === like.author_id || like.created_at <= like.posted_at || like.created_at >= now,
  )
  expect(odd).toEqual([])
  const counts = (await db.selectFrom('posts').select('likes_count').execute()).map(
    (post) => post.likes_count,
  )
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([0, 19])
})

test('every member follows 5 to 10 members and is in 2 to 5 groups', async () => {
  const members = await app.deps.db
    .selectFrom('members')
    .select(['username', 'following_count', 'groups_count'])
    .execute()
  const outside = members.filter(
    ({ following_count: follows, groups_count: groups }) =>
      follows < 5 || follows > 10 || groups < 2 || groups > 5,
  )
  expect(outside).toEqual([])
  expect(members).toContainEqual({ username: 'adaeze.n', following_count: 8, groups_count: 4 })
})

test('the first page of the first member’s feed is full, and there is another one', async () => {
  const { rows } = await sql<{ posts: number }>`
    select count(*)::int as posts from posts, members me
     where me.username = 'adaeze.n'
       and (author_id = me.id or author_id in (select followed_id from follows where follower_id = me.id)
            or posts.group_id in (select group_id from memberships where member_id = me.id))
  `.execute(app.deps.db)
  expect(rows[0]?.posts).toBeGreaterThan(feedSize)
})

test('items are those of the file, and none is older than its seller', async () => {
  const stored = await app.deps.db
    .selectFrom('items')
    .innerJoin('members', 'members.id', 'seller_id')
    .innerJoin('item_genres', 'item_id', 'items.id')
    .innerJoin('genres', 'genres.id', 'genre_id')
    .select([
      'genres.name as category',
      'items.name',
      'description',
      'price_kobo as priceKobo',
      'stock',
      'username as seller',
      'is_approved as isApproved',
      'items.created_at',
      'members.created_at as joined_at',
    ])
    .orderBy('items.id')
    .execute()
  const { items } = await readDemo()
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).toSorted()
  expect(namesOf(stored)).toEqual(namesOf(items))
  for (const item of stored) {
    expect(items.find(({ name }) => name === item.name)).toMatchObject({
      category: item.category,
      description: item.description,
      priceKobo: item.priceKobo,
      stock: item.stock,
      seller: item.seller,
      isApproved: item.isApproved,
    })
  }
  const times = stored.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(stored.filter((item) => item.created_at <= item.joined_at)).toEqual([])
  expect(stored.filter(({ stock }) => stock === 0)).toHaveLength(1)
  expect(stored.filter(({ isApproved }) => !isApproved)).toHaveLength(3)
})

test('no section of a demo group is bare', async () => {
  const { rows } = await sql<{ bare: number; found: number; elsewhere: number }>`
    select count(*) filter (where is_demo and description = '')::int as bare,
           count(*) filter (where is_demo and version_id is not null)::int as found,
           count(*) filter (where not is_demo and name in ('History', 'Culture') and version_id is not null)::int as elsewhere
      from sections, lateral (select exists (select from members where group_id = sections.group_id) as is_demo) which
  `.execute(app.deps.db)
  expect(rows).toEqual([{ bare: 0, found: 19 * 6, elsewhere: 0 }])
})

test('a section leads only with facts that the files are sure of', async () => {
  const [{ sections }, groups] = await Promise.all([readDemo(), readGroups()])
  const leads = [...sections.versions, ...sections.proposals].filter(({ detail }) => detail !== '')
  const unsure = leads.filter(({ groupSlug, detail }) => {
    const group = groups.find(({ slug }) => slug === groupSlug)
    const facts = [group?.craft, group?.dish, group?.festival, group?.greeting]
    return !facts.some((fact) => fact && /seen|high/.test(fact.confidence) && detail === `${fact.value}.`)
  })
  expect(unsure.map(({ detail }) => detail)).toEqual(['Begin with a source.'])
})

test('sections show their newest version, written by those who may', async () => {
  const { db } = app.deps
  const { rows: odd } = await sql`
    select 'stands' as what, sections.group_id, sections.name from sections
      join section_versions as version on version.id = version_id
     where (sections.detail, sections.description, updated_at) is distinct from (version.detail, version.description, version.created_at)
        or exists (select from section_versions as newer
                    where (newer.group_id, newer.name) = (sections.group_id, sections.name) and newer.id > version_id)
    union all
    select 'time', version.group_id, version.name from section_versions as version
      join section_versions as older on (older.group_id, older.name) = (version.group_id, version.name) and older.id < version.id
     where older.created_at >= version.created_at
    union all
    select 'early', version.group_id, name from section_versions as version join members on members.id = author_id
     where version.created_at <= members.created_at
    union all
    select 'outside', proposals.group_id, name from proposals
     where not exists (select from memberships where memberships.group_id = proposals.group_id
                        and memberships.member_id = proposals.member_id and joined_at < proposals.created_at)
    union all
    select 'editor', edited.group_id, name from (
      select group_id, name, decided_by as member_id from proposals where decided_by is not null
      union all
      select group_id, name, author_id from section_versions as version
       where author_id is not null and not exists (select from proposals where version_id = version.id)
    ) edited join members on members.id = member_id
     where role = 'USER' and not exists (select from memberships where is_moderator
       and memberships.group_id = edited.group_id and memberships.member_id = edited.member_id)
  `.execute(db)
  expect(odd).toEqual([])
  const now = app.clock.now()
  const future = [
    ...(await db.selectFrom('section_versions').select('created_at').execute()),
    ...(await db.selectFrom('messages').select('created_at').execute()),
  ].filter(({ created_at }) => created_at >= now)
  expect(future).toEqual([])
})

test('the moderator has open proposals, and authors got the decisions', async () => {
  const { body } = await app.call('POST', '/login', {
    body: { username: 'bose.akande', userSecret: demoPassword },
  })
  const token = String(body.data?.access_token)
  const list = async (state: string) => {
    const answer = await app.call('GET', '/groups/proposals', { token, query: { state } })
    return dataOf(listProposals, answer).content
  }
  const open = await list('OPEN')
  expect(open.map(({ username, name }) => [username, name])).toEqual([
    ['rimamnde', 'History'],
    ['ndagi.yisa', 'Diet'],
  ])
  for (const proposal of open) expect(proposal).toMatchObject({ isStale: false, can: { decide: true } })
  expect(await list('DECLINED')).toMatchObject([{ username: 'pwaveno', decidedBy: 'bose.akande' }])
  const found = await app.deps.db
    .selectFrom('messages')
    .innerJoin('members', 'members.id', 'receiver_id')
    .select(['username', 'body'])
    .where('body', 'like', 'Your change%')
    .orderBy('username')
    .execute()
  expect(found).toEqual([
    { username: 'adaeze.n', body: 'Your change of Diet in Igbo was accepted. Thank you.' },
    {
      username: 'pwaveno',
      body: 'Your change of Festivals in Yoruba was declined. The reason given: Please keep the month: people plan their visit by it.',
    },
  ])
})

test('the printed log-ins work with the one password and have their roles', async () => {
  for (const { username, role } of demoLogins) {
    const { status, body } = await app.call('POST', '/login', {
      body: { username, userSecret: demoPassword },
    })
    expect({ username, status, roles: body.data?.roles }).toEqual({ username, status: 200, roles: [role] })
  }
  const moderators = await app.deps.db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'member_id')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['username', 'groups.name'])
    .where('is_moderator', '=', true)
    .execute()
  expect(moderators).toEqual([{ username: 'bose.akande', name: 'Yoruba' }])
})

test('orders have every state, ordered moves and exact totals', async () => {
  const { rows: odd } = await sql`
    select 'early' as what, orders.id from order_lines join orders on orders.id = order_id
      join items on items.id = item_id
     where orders.created_at <= items.created_at or not items.is_approved or buyer_id = order_lines.seller_id
    union all
    select 'total', orders.id from orders
     where total_kobo <> (select sum(total_kobo) from order_lines where order_id = orders.id)
    union all
    select 'moves', moves.order_id from order_moves moves join order_moves older
        on older.order_id = moves.order_id and older.id < moves.id
     where older.created_at >= moves.created_at or moves.created_at >= ${app.clock.now()}
    union all
    select 'unpaid', orders.id from orders
     where (paid_at is not null) <> exists (
       select from payment_attempts where order_id = orders.id and state = 'PAID' and paid_kobo = total_kobo)
    union all
    select 'unsent', orders.id from orders
     where status in ('SHIPPED', 'COMPLETED') <> not exists (
       select from order_lines where order_id = orders.id and shipped_at is null)
  `.execute(app.deps.db)
  expect(odd).toEqual([])
  expect(await checkLedger(app.deps.db)).toEqual([])
  const { body } = await app.call('POST', '/login', {
    body: { username: 'adaeze.n', userSecret: demoPassword },
  })
  const token = String(body.data?.access_token)
  const bought = dataOf(listOrders, await app.call('GET', '/cart/orders', { token })).content
  expect(new Set(bought.map(({ orderStatus }) => orderStatus))).toEqual(new Set(orderStates))
  expect(bought.find(({ refund }) => refund)).toMatchObject({ refund: { amount: 7900, state: 'PROCESSED' } })
  const sold = dataOf(listSellerOrders, await app.call('GET', '/cart/seller/orders', { token })).content
  expect(sold.map(({ state }) => state)).toEqual(['PROCESSING', 'PROCESSING', 'COMPLETED'])
  expect((await app.call('GET', '/address', { token })).body.data).toMatchObject([
    { lga: 'Enugu North' },
    { lga: 'Nsukka' },
  ])
})

test('a second start changes nothing', async () => {
  const before = await world(app)
  await seedDemo(app.deps)
  expect(await world(app)).toEqual(before)
})

test('five starts on two nodes at once make one demo world', async () => {
  const own = await ownApp()
  const other = await ownApp({ url: own.databaseUrl })
  await Promise.all([own, other, own, other, own].map(({ deps }) => insertDemo(deps)))
  const { members, posts, items } = await world(own)
  expect([members?.length, posts?.length, items?.length]).toEqual([20, 40, 40])
  expect(await drift(own)).toEqual([])
})

test('a database with one member stays as it is', async () => {
  const own = await ownApp()
  await buildMember(own)
  const before = await world(own)
  await seedDemo(own.deps)
  expect(await world(own)).toEqual(before)
})

test('an interrupted seed leaves nothing behind and can run again', async () => {
  const own = await ownApp()
  const { db } = own.deps
  await sql`alter table item_genres add constraint cut check (false) not valid`.execute(db)
  await expect(seedDemo(own.deps)).rejects.toThrow('cut')
  const { members, posts, items, proposals, messages, reports } = await world(own)
  expect([members, posts, items, proposals, messages, reports]).toEqual([[], [], [], [], [], []])
  await sql`alter table item_genres drop constraint cut`.execute(db)
  await insertDemo(own.deps)
  expect((await world(own)).members).toHaveLength(20)
})
