import { sql } from 'kysely'
import { groupConsentWording, login } from '@rootsquare/contract/accounts'
import { feedSize } from '@rootsquare/contract/posts'
import { expect, test } from 'vitest'
import { listOrders, listSellerOrders, orderStates } from '@rootsquare/contract/trade/orders'
import { listProposals } from '@rootsquare/contract/sections'
import { listAudit, listSuspended } from '@rootsquare/contract/moderation'
import { listReports } from '@rootsquare/contract/reports'
import { buildMember } from '#api/test/builders/members.ts'
import { inbox, thread, unread } from '#api/test/builders/messages.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { recountThreads } from '#api/features/messages/recount.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { demoSuspension } from './reports.ts'
import { demoLogins, demoPassword, insertDemo, seedDemo } from './demo.ts'
import { readDemo, readGroups } from '../seed-files.ts'

/** The tests that only read share one app. */
const app = await sharedApp()
await insertDemo(app.deps)

const logIn = (username: string) =>
  app.call('POST', '/login', { body: { username, userSecret: demoPassword } })
const tokenOf = async (username: string) => dataOf(login, await logIn(username)).access_token

/** Returns every row of the demo data except the salted password hashes. */
async function demoRows({ deps: { db } }: TestApp) {
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
  const { members, consents, posts, comments, likes, genres, items, item_genres } = await demoRows(app)
  expect(members).toHaveLength(20)
  expect(consents).toHaveLength(20)
  expect(posts).toHaveLength(40)
  expect(comments).toHaveLength(48)
  expect(likes?.length).toBeGreaterThan(250)
  expect([genres?.length, items?.length, item_genres?.length]).toEqual([10, 40, 40])
  expect(await drift(app)).toEqual([])
})

test('every member is verified, with a bio, a group and consent', async () => {
  const { rows } = await sql`
    select from members
      join memberships on memberships.member_id = members.id and memberships.group_id = members.group_id
      join consents on consents.member_id = members.id
    where bio <> '' and verified_at is not null and joined_at = members.created_at and given_at = members.created_at
      and kind = 'ethnic-group' and wording = ${groupConsentWording}`.execute(app.deps.db)
  expect(rows).toHaveLength(20)
})

test('nothing happens in the future or before its members joined', async () => {
  const { rows: odd } = await sql`
    select 'follow' as what from follows join members on members.id in (follower_id, followed_id)
      where follows.created_at < members.created_at or follows.created_at >= ${app.clock.now()}
    union all
    select 'membership' from memberships join members on members.id = member_id
      where joined_at < members.created_at or joined_at >= ${app.clock.now()}
    union all
    select 'member' from members where created_at >= ${app.clock.now()}`.execute(app.deps.db)
  expect(odd).toEqual([])
  const members = await app.deps.db.selectFrom('members').select('created_at').execute()
  const months = new Set(members.map((member) => member.created_at.toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(5)
})

test('posts have their author, group and place, and ids follow time', async () => {
  const stored = await app.deps.db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'author_id')
    .leftJoin('groups', 'groups.id', 'posts.group_id')
    .select(['username as author', 'slug as groupSlug', 'location', 'caption'])
    .select(['posts.created_at', 'is_fanned_out'])
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
  const { rows: odd } = await sql`
    select post_id from likes join posts on posts.id = post_id where member_id = author_id
      or likes.created_at <= posts.created_at or likes.created_at >= ${app.clock.now()}`.execute(db)
  expect(odd).toEqual([])
  const { rows } = await sql`select min(likes_count), max(likes_count) from posts`.execute(db)
  expect(rows).toEqual([{ min: 0, max: 19 }])
})

test('every member follows 5 to 10 members and is in 2 to 5 groups', async () => {
  const columns = ['username', 'following_count', 'groups_count'] as const
  const members = await app.deps.db.selectFrom('members').select(columns).execute()
  for (const { following_count, groups_count } of members) {
    expect([5, 6, 7, 8, 9, 10]).toContain(following_count)
    expect([2, 3, 4, 5]).toContain(groups_count)
  }
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
    .select(['genres.name as category', 'items.name', 'description', 'price_kobo as priceKobo', 'stock'])
    .select(['username as seller', 'is_approved as isApproved'])
    .select(['items.created_at', 'members.created_at as joined_at'])
    .orderBy('items.id')
    .execute()
  const { items } = await readDemo()
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).toSorted()
  expect(namesOf(stored)).toEqual(namesOf(items))
  for (const { created_at, joined_at, ...item } of stored) {
    expect(items.find(({ name }) => name === item.name)).toMatchObject(item)
    expect(created_at > joined_at).toBe(true)
  }
  const times = stored.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(stored.filter(({ stock }) => stock === 0)).toHaveLength(1)
  expect(stored.filter(({ isApproved }) => !isApproved)).toHaveLength(3)
})

test('every section of a demo group has a text or an invitation to write', async () => {
  const { rows } = await sql<{ bare: number; found: number; elsewhere: number }>`
    select count(*) filter (where is_demo and description = '')::int as bare,
           count(*) filter (where is_demo and version_id is not null)::int as found,
           count(*) filter (where not is_demo and name in ('History', 'Culture') and version_id is not null)::int as elsewhere
      from sections, lateral (select exists (select from members where group_id = sections.group_id) as is_demo) which
  `.execute(app.deps.db)
  expect(rows).toEqual([{ bare: 0, found: 19 * 6, elsewhere: 0 }])
})

test('a section begins only with facts that the files mark as certain', async () => {
  const [{ sections }, groups] = await Promise.all([readDemo(), readGroups()])
  const leads = [...sections.versions, ...sections.proposals].filter(({ detail }) => detail !== '')
  const unsure = leads.filter(({ groupSlug, detail }) => {
    const group = groups.find(({ slug }) => slug === groupSlug)
    const facts = [group?.craft, group?.dish, group?.festival, group?.greeting]
    return !facts.some((fact) => fact && /seen|high/.test(fact.confidence) && detail === `${fact.value}.`)
  })
  expect(unsure.map(({ detail }) => detail)).toEqual(['Begin with a source.'])
})

test('sections show their newest version, by authors with permission', async () => {
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
  const { rows: future } = await sql`
    select created_at from section_versions where created_at >= ${app.clock.now()}
    union all select created_at from messages where created_at >= ${app.clock.now()}`.execute(db)
  expect(future).toEqual([])
})

test('the moderator has open proposals, and authors got the decisions', async () => {
  const token = await tokenOf('bose.akande')
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
  const { rows: found } = await sql`
    select username, body from messages join members on members.id = receiver_id
    where body like 'Your change%' order by username`.execute(app.deps.db)
  expect(found).toEqual([
    { username: 'adaeze.n', body: 'Your change of Diet in Igbo was accepted. Thank you.' },
    {
      username: 'pwaveno',
      body: 'Your change of Festivals in Yoruba was declined. The reason given: Please keep the month: people plan their visit by it.',
    },
  ])
})

test('the printed log-ins work with the shared password and have their roles', async () => {
  for (const { username, role } of demoLogins) {
    const { status, body } = await logIn(username)
    expect({ username, status, roles: body.data?.roles }).toEqual({ username, status: 200, roles: [role] })
  }
  const { rows: moderators } = await sql`
    select username, groups.name from memberships join members on members.id = member_id
      join groups on groups.id = memberships.group_id where is_moderator`.execute(app.deps.db)
  expect(moderators).toEqual([{ username: 'bose.akande', name: 'Yoruba' }])
})

test('orders have every state, ordered status changes and exact totals', async () => {
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
  const token = await tokenOf('adaeze.n')
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

test('the first member has conversations, some of them unread, and the welcome', async () => {
  const ada = { token: await tokenOf('adaeze.n') }
  const { content } = await inbox(app, ada)
  expect(content.map(({ username, unReadChatCount }) => [username, unReadChatCount])).toEqual([
    ['bose.akande', 1],
    ['ekaette.u', 2],
    ['danjuma.g', 0],
    ['anonymousUser', 1],
  ])
  expect(await unread(app, ada)).toBe(3)
  const automated = await thread(app, ada, { id: 0 })
  expect(automated.content.map(({ message, read }) => [message, read])).toEqual([
    [expect.stringMatching(/^Your change of Diet in Igbo was accepted/), false],
    [expect.stringMatching(/^Welcome to Rootsquare!/), true],
  ])
  const [bose] = content
  const question = (await thread(app, ada, { id: bose?.userId ?? 0 })).content.at(-1)
  expect(question?.item).toMatchObject({ name: 'Adire indigo cloth, 5 yards' })
})

test('the moderator has conversations too, with an unread line', async () => {
  const { content } = await inbox(app, { token: await tokenOf('bose.akande') })
  const rows = content.map((row) => [row.username, row.unReadChatCount, row.isLastOwn && !row.isLastRead])
  expect(rows).toEqual([
    ['adaeze.n', 0, true],
    ['ibinabo.b', 1, false],
    ['oyiza.s', 0, true],
    ['tunde.adeleye', 0, false],
    ['anonymousUser', 0, false],
  ])
})

test('every member has a welcome, and ids of messages follow time', async () => {
  const { db } = app.deps
  const messages = await db.selectFrom('messages').selectAll().orderBy('id').execute()
  expect(messages.filter(({ body }) => body.startsWith('Welcome'))).toHaveLength(20)
  const between = messages.filter(({ sender_id }) => sender_id !== null)
  for (const some of [messages.filter(({ sender_id }) => sender_id === null), between]) {
    const times = some.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
  const now = app.clock.now()
  expect(
    messages.filter(({ created_at, read_at }) => created_at >= now || (read_at ?? created_at) >= now),
  ).toEqual([])
  expect(await recountThreads(app.deps.db)).toEqual([])
  expect(await db.selectFrom('live_events').selectAll().execute()).toEqual([])
})

test('admins see reports of every kind, the moderator only those of the group', async () => {
  const request = { token: await tokenOf('ene.ochigbo'), query: { size: '50' } }
  const { content } = dataOf(listReports, await app.call('GET', '/messaging/reported/post', request))
  const kinds = content.map(
    ({ targetType, addressed }) => `${targetType} ${addressed ? 'addressed' : 'open'}`,
  )
  const posts = [...Array(5).fill('post open'), ...Array(2).fill('post addressed')]
  const others = ['comment open', 'comment addressed', 'chat addressed', 'item open', 'user open']
  expect(kinds.toSorted()).toEqual([...posts, ...others, 'user addressed'].toSorted())
  const moderating = { token: await tokenOf('bose.akande') }
  const own = dataOf(listReports, await app.call('GET', '/messaging/reported/post', moderating))
  const rows = own.content.map((row) => [row.createdBy, row.groupName, row.addressed, row.can.resolve])
  expect(rows).toEqual([
    ['falmata.k', 'Yoruba', false, true],
    ['oyiza.s', 'Yoruba', true, false],
    ['aissatu.b', 'Yoruba', false, true],
  ])
})

test('one member is suspended and has no open report', async () => {
  const { username, by, reason } = demoSuspension
  const request = { token: await tokenOf('ene.ochigbo') }
  const { content } = dataOf(listSuspended, await app.call('GET', '/user/admin/suspended-users', request))
  expect(content).toMatchObject([{ username, suspenderUserName: by, reasonForSuspension: reason }])
  expectFailure(await logIn(username), 403, 'ACCOUNT_SUSPENDED')
  const { rows } = await sql`
    select from reports join members on members.id = reported_id where username = ${username} and closed_at is null
  `.execute(app.deps.db)
  expect(rows).toEqual([])
})

test('reporters of closed reports got a message', async () => {
  const { rows } = await sql`
    select username from messages join members on members.id = receiver_id
    where body like 'Thank you for your report%' order by messages.id`.execute(app.deps.db)
  const expected = ['danjuma.g', 'aissatu.b', 'oyiza.s', 'danjuma.g', 'rimamnde']
  expect(rows).toEqual(expected.map((username) => ({ username })))
})

test('the audit log has every action in the order of time', async () => {
  const request = { token: await tokenOf('tunde.adeleye'), query: { size: '50' } }
  const { content } = dataOf(listAudit, await app.call('GET', '/user/admin/audit', request))
  expect(content.map(({ action, actorUsername, username }) => [action, actorUsername, username])).toEqual([
    ['SUSPEND_USER', 'ene.ochigbo', 'pwaveno'],
    ['RESOLVE_REPORT', 'bose.akande', 'pwaveno'],
    ['RESOLVE_REPORT', 'ene.ochigbo', 'pwaveno'],
    ['RESOLVE_REPORT', 'ene.ochigbo', 'rimamnde'],
    ['WRITE_SECTION', 'bose.akande', null],
    ['ACCEPT_PROPOSAL', 'ene.ochigbo', 'adaeze.n'],
    ['DECLINE_PROPOSAL', 'bose.akande', 'pwaveno'],
    ['WRITE_SECTION', 'ene.ochigbo', null],
    ['WRITE_SECTION', 'ene.ochigbo', null],
    ['WRITE_SECTION', 'bose.akande', null],
    ['WRITE_SECTION', 'bose.akande', null],
    ['MAKE_MODERATOR', 'tunde.adeleye', 'bose.akande'],
  ])
  const times = content.map(({ createdDate }) => Date.parse(createdDate))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(times.filter((time) => time >= app.clock.now().getTime())).toEqual([])
})

test('no report is older than its target or its reporter', async () => {
  const { rows } = await sql`
    select reports.id from reports
      join members as reporter on reporter.id = reporter_id
      join members as reported on reported.id = reported_id
      left join posts on target_type = 'post' and posts.id = target_id
      left join comments on target_type = 'comment' and comments.id = target_id
      left join messages on target_type = 'chat' and messages.id = target_id
      left join items on target_type = 'item' and items.id = target_id
     where reports.created_at <= greatest(reporter.created_at, reported.created_at, posts.created_at,
             comments.created_at, messages.created_at, items.created_at)
        or closed_at <= reports.created_at
  `.execute(app.deps.db)
  expect(rows).toEqual([])
})

test('a second start changes nothing', async () => {
  const before = await demoRows(app)
  await seedDemo(app.deps)
  expect(await demoRows(app)).toEqual(before)
})

test('five simultaneous starts on two nodes insert the demo data once', async () => {
  const own = await temporaryApp()
  const other = await temporaryApp({ sameDatabaseAs: { url: own.databaseUrl } })
  await Promise.all([own, other, own, other, own].map(({ deps }) => insertDemo(deps)))
  const { members, posts, items } = await demoRows(own)
  expect([members?.length, posts?.length, items?.length]).toEqual([20, 40, 40])
  expect(await drift(own)).toEqual([])
})

test('a database with one member stays as it is', async () => {
  const own = await temporaryApp()
  await buildMember(own)
  const before = await demoRows(own)
  await seedDemo(own.deps)
  expect(await demoRows(own)).toEqual(before)
})

test('an interrupted seed leaves nothing and can run again', async () => {
  const own = await temporaryApp()
  const { db } = own.deps
  await sql`alter table item_genres add constraint cut check (false) not valid`.execute(db)
  await expect(seedDemo(own.deps)).rejects.toThrow('cut')
  const { members, posts, items, proposals, messages, reports } = await demoRows(own)
  expect([members, posts, items, proposals, messages, reports]).toEqual([[], [], [], [], [], []])
  await sql`alter table item_genres drop constraint cut`.execute(db)
  await insertDemo(own.deps)
  expect((await demoRows(own)).members).toHaveLength(20)
})
