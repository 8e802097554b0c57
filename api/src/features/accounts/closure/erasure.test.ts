import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as profiles from '@rootsquare/contract/profiles'
import * as api from '@rootsquare/contract/accounts'
import * as posts from '@rootsquare/contract/posts'
import { dayDrift } from '#api/test/builders/analytics.ts'
import {
  buildBlock,
  buildFollow,
  buildMedia,
  buildMember,
  buildSignUp,
  buildToken,
  codeIn,
  mailsTo,
  password,
  updateMember,
} from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { write } from '#api/test/builders/messages.ts'
import { buildAddress, buildOrder, orderAddress } from '#api/test/builders/orders.ts'
import { filesIn, placesInDatabase, placesInFolder } from '#api/test/scan.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { insertRows } from '#api/test/rows.ts'
import { eraseClosed } from './erasure.ts'

const app = await sharedApp()

const day = 86_400_000
const minute = 60_000

const erase = (to = app) => eraseClosed.run(to.deps, {})
const media = (to = app) => join(to.folder, 'media')

async function idsLeft(ids: number[], to = app): Promise<number[]> {
  const rows = await to.deps.db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Creates a member who requested the closure exactly 30 days ago. */
async function dueMember(to = app) {
  return buildMember(to, { closure_requested_at: new Date(to.clock.now().getTime() - 30 * day) })
}

/** Finds counters and daily counts that differ from the rows that they count. */
async function drift(to = app) {
  const { rows } = await sql`
    select 'group' as kind, id from groups g
      where members_count <> (select count(*) from memberships where group_id = g.id)
    union all
    select 'member', id from members m
      where groups_count <> (select count(*) from memberships where member_id = m.id)
        or followers_count <> (select count(*) from follows where followed_id = m.id)
        or following_count <> (select count(*) from follows where follower_id = m.id)
        or posts_count <> (select count(*) from posts where author_id = m.id)
    union all
    select 'post', id from posts p
      where likes_count <> (select count(*) from likes where post_id = p.id)
        or comments_count <> (select count(*) from comments where post_id = p.id)`.execute(to.deps.db)
  return [...rows, ...(await dayDrift(to))]
}

describe('an erased member with data everywhere', () => {
  const traces = {
    username: 'Ztrace.Ogbonnaya',
    firstName: 'Zíkòrachúkwu',
    lastName: 'Ọ̀gbọ́nnàyáz',
    emailAddress: 'Zikora.Trace@Mail.Example.ng',
  }
  const more = { phoneNumber: '08091827364', bio: 'Zither player from Nsukka, Ọmọ Ìbàdàn' }
  const all = [...Object.values(traces), ...Object.values(more), '+2348091827364', 'Zither player']

  /** Uses every endpoint that stores something, so that each table has data of this member. */
  async function leaveTraces(ownApp: TestApp) {
    const friend = await buildMember(ownApp, { bio: 'Stays' })
    const body = await buildSignUp(ownApp, { ...traces, consent: true })
    await ownApp.call('POST', '/create/user', { body })
    const verificationCode = codeIn((await mailsTo(ownApp, traces.emailAddress))[0])
    await ownApp.call('POST', '/signup/email/verify', { body: { verificationCode } })
    const login = { username: traces.username, userSecret: password }
    const session = dataOf(api.login, await ownApp.call('POST', '/login', { body: login }))
    const member = { id: session.user_id, token: session.access_token }
    const picture = await buildMedia(ownApp, member, Buffer.from(`a picture of ${traces.firstName}`))
    const change = { ...more, profileImage: picture.url, headerImage: picture.url }
    const updated = await ownApp.call('PUT', `/user/update/${member.id}`, {
      body: change,
      token: member.token,
    })
    expect(updated.status).toBe(200)
    await buildFollow(ownApp, member, friend)
    await buildFollow(ownApp, friend, member)
    await writeEverywhere(ownApp, member, friend, picture.url)
    await trade(ownApp, member, friend, picture.url)
    await buildBlock(ownApp, friend, member)
    await insertRows(ownApp.deps.db, 'idempotency_keys', {
      member_id: member.id,
      key: 'trace',
      fingerprint: Buffer.from(traces.username),
      status: 200,
      answer: JSON.stringify(traces),
      created_at: ownApp.clock.now(),
    })
    const request = { email: traces.emailAddress, resetUrl: 'http://localhost:3000/update-password' }
    await ownApp.call('POST', '/password/reset', { body: request })
    await ownApp.call('PUT', '/user/close-account', { body: { password }, token: member.token })
    return { member, friend, picture }
  }

  type Writer = { id: number; token: string }

  /** Lets each member write, like, comment on and report content of the other. */
  async function writeEverywhere(ownApp: TestApp, member: Writer, friend: Writer, url: string) {
    const post = async ({ token }: Writer, body: object) => {
      const answer = await ownApp.call('POST', '/post/user/create', { token, body })
      return dataOf(posts.createPost, answer).id
    }
    const media = [{ postImage: url, alt: `A picture of ${traces.firstName}` }]
    const own = { caption: more.bio, location: traces.lastName, postImageDTO: media }
    const [ownPost, theirs] = [await post(member, own), await post(friend, { caption: 'Stays' })]
    for (const [by, on, target] of [
      [member, theirs, friend],
      [friend, ownPost, member],
      [friend, theirs, member],
    ] as const) {
      const ask = async (path: string, body?: object) =>
        expectOk(await ownApp.call('POST', path, { token: by.token, body }))
      await ask(`/post/like/${on}`, { liked: true })
      await ask(`/post/comments/${on}/create`, { comments: by === member ? more.bio : 'Stays' })
      const reported = target === member && on === theirs ? { reportedUserId: member.id } : { postId: on }
      await ask('/messaging/create', { eventType: 'REPORT', reason: 'Stays', ...reported })
    }
    await ownApp.call('GET', '/post/user/post/feed', { token: friend.token })
    await write(ownApp, friend, member, 'Stays')
    const { chatId } = await write(ownApp, member, friend, more.bio)
    const report = { eventType: 'REPORT', reason: 'Stays', chatId }
    const reported = await ownApp.call('POST', '/messaging/create', { token: friend.token, body: report })
    expectOk(reported)
    await buildItem(ownApp, member, { name: traces.lastName, description: more.bio, image_url: url })
  }

  /** Lets each buy from the other in a completed order. The name in an order belongs to both, so it stays. */
  async function trade(ownApp: TestApp, member: Writer, friend: Writer, url: string) {
    const { db } = ownApp.deps
    await buildAddress(ownApp, member, { address_line1: more.bio, phone_number: more.phoneNumber })
    const theirs = await buildItem(ownApp, friend, { name: 'Stays' })
    const own = await buildItem(ownApp, member, { name: 'Drum', description: more.bio, image_url: url })
    const bought = await buildOrder(ownApp, member, [{ item: theirs }], { status: 'COMPLETED' })
    const sold = await buildOrder(ownApp, friend, [{ item: own }], { status: 'COMPLETED' })
    const address = JSON.stringify({ ...orderAddress, addressLine1: traces.lastName })
    const where = { phone_number: more.phoneNumber, billing_address: address, shipping_address: address }
    await db.updateTable('orders').set(where).where('id', '=', bought.orderId).execute()
    const said = { note: `Left with ${traces.firstName}`, reason: more.bio }
    await db
      .updateTable('order_lines')
      .set(said)
      .where('order_id', 'in', [bought.orderId, sold.orderId])
      .execute()
    await sendProviderEvent(ownApp, bought.reference)
  }

  async function sendProviderEvent({ deps: { db }, clock }: TestApp, reference: string): Promise<void> {
    const now = clock.now()
    const body = JSON.stringify({ customer: { email: traces.emailAddress } })
    const event = { digest: reference, event: 'charge.success', reference, body }
    await insertRows(db, 'payment_events', { ...event, received_at: now, handled_at: now })
  }

  /** The other side and the accounting keep these texts. */
  async function expectOrdersWithoutNames(ownApp: TestApp, friend: Writer): Promise<void> {
    const orders = ownApp.deps.db
      .selectFrom('orders')
      .select(['buyer_id', 'phone_number', 'shipping_address'])
    const about = { phone_number: '08031234567', shipping_address: orderAddress }
    expect(await orders.orderBy('id').execute()).toEqual([
      { buyer_id: null, phone_number: null, shipping_address: null },
      { buyer_id: friend.id, ...about },
    ])
    const token = await buildToken(ownApp, { id: friend.id, role: 'USER' })
    const sold = await ownApp.call('GET', '/cart/seller/orders', { token })
    expect(sold.body.data?.content).toMatchObject([
      { name: 'Stays', buyer: null, username: 'Deleted user', buyerName: 'Deleted user', note: null },
    ])
    const bought = await ownApp.call('GET', '/cart/orders', { token })
    const line = { name: 'Drum', seller: null, sellerUsername: 'Deleted user', imageUrl: null, reason: null }
    expect(bought.body.data?.content).toMatchObject([{ orderItemList: [line] }])
  }

  test('leaves content of others with correct counts', async () => {
    const ownApp = await temporaryApp()
    const { member, friend } = await leaveTraces(ownApp)
    const { db } = ownApp.deps
    expect(await drift(ownApp)).toEqual([])
    expect(await placesInDatabase(db, [more.bio])).toEqual(
      expect.arrayContaining([
        'public.posts.caption',
        'public.comments.body',
        'public.reports.snapshot',
        'public.items.description',
        'public.addresses.address_line1',
        'public.order_lines.reason',
      ]),
    )
    ownApp.clock.move(30 * day + minute)
    await erase(ownApp)
    await ownApp.runJobs()
    expect(
      await db.selectFrom('posts').select(['author_id', 'likes_count', 'comments_count']).execute(),
    ).toEqual([{ author_id: friend.id, likes_count: 1, comments_count: 1 }])
    expect(await db.selectFrom('likes').select('member_id').execute()).toEqual([{ member_id: friend.id }])
    expect(await db.selectFrom('comments').select('author_id').execute()).toEqual([{ author_id: friend.id }])
    expect(await db.selectFrom('reports').select(['reporter_id', 'reported_id', 'reason']).execute()).toEqual(
      [{ reporter_id: null, reported_id: friend.id, reason: 'Stays' }],
    )
    expect(await db.selectFrom('items').select('seller_id').execute()).toEqual([{ seller_id: friend.id }])
    await expectOrdersWithoutNames(ownApp, friend)
    expect(
      await db.selectFrom('timeline_posts').select('author_id').where('author_id', '=', member.id).execute(),
    ).toEqual([])
    expect(await drift(ownApp)).toEqual([])
  })

  test('is found in no table after 30 days', async () => {
    const ownApp = await temporaryApp()
    const { member, friend, picture } = await leaveTraces(ownApp)
    const places = await placesInDatabase(ownApp.deps.db, all)
    for (const word of all)
      expect(await placesInDatabase(ownApp.deps.db, [word], places), word).not.toEqual([])
    expect(places).toEqual(
      expect.arrayContaining([
        'public.idempotency_keys.answer',
        'public.idempotency_keys.fingerprint',
        'public.orders.shipping_address',
        'public.orders.phone_number',
        'public.order_lines.note',
        'public.payment_events.body',
      ]),
    )
    expect(await placesInFolder(media(ownApp), all)).toHaveLength(2)

    ownApp.clock.move(30 * day - minute)
    await erase(ownApp)
    await ownApp.runJobs()
    expect(await idsLeft([member.id], ownApp)).toEqual([member.id])
    expect(await filesIn(media(ownApp))).toEqual(expect.arrayContaining(picture.keys))

    ownApp.clock.move(2 * minute)
    await erase(ownApp)
    await ownApp.runJobs()
    expect(await idsLeft([member.id, friend.id], ownApp)).toEqual([friend.id])
    expect(await placesInDatabase(ownApp.deps.db, [...all, ...picture.keys])).toEqual([])
    expect(await placesInFolder(media(ownApp), all)).toEqual([])
    expect(await filesIn(media(ownApp))).toEqual([])
    expect(await drift(ownApp)).toEqual([])
  })

  test('cannot log in with a password, token or code', async () => {
    const ownApp = await temporaryApp()
    const { member } = await leaveTraces(ownApp)
    const resetCode = codeIn((await mailsTo(ownApp, traces.emailAddress)).at(-1))
    const left = { email: traces.emailAddress, resetUrl: 'http://localhost:3000/update-password' }
    await updateMember(ownApp, member, { closure_requested_at: new Date(0) })
    // The queue still contains a job for this member when the member is erased.
    await ownApp.call('POST', '/password/reset', { body: left })
    await erase(ownApp)
    const mails = (await mailsTo(ownApp, traces.emailAddress)).length
    const profile = await ownApp.call('GET', `/user/${member.id}`, { token: member.token })
    expectFailure(profile, 401, 'SESSION_ENDED')
    const body = { cipher: 'Another#1', confirmCipher: 'Another#1', resetCode }
    expectFailure(await ownApp.call('PUT', '/password/reset', { body }), 400, 'INVALID_CODE')
    for (const username of [traces.username, traces.emailAddress]) {
      const login = { username, userSecret: password }
      expectFailure(await ownApp.call('POST', '/login', { body: login }), 400, 'BAD_CREDENTIALS')
    }
    await ownApp.call('POST', '/password/reset', { body: left })
    expect(await mailsTo(ownApp, traces.emailAddress)).toHaveLength(mails)
    // A finished job leaves the queue a moment later.
    const queued = () =>
      sql`select task_id from graphile_worker._private_jobs`.execute(ownApp.deps.db).then(({ rows }) => rows)
    await expect.poll(queued).toEqual([])
  })
})

describe('the erasure', () => {
  test('leaves other members unchanged and updates counts', async () => {
    const ownApp = await temporaryApp()
    const [erased, one, other] = [
      await dueMember(ownApp),
      await buildMember(ownApp),
      await buildMember(ownApp),
    ]
    await buildFollow(ownApp, one, erased)
    await buildFollow(ownApp, erased, other)
    await buildFollow(ownApp, one, other)
    const { keys } = await buildMedia(ownApp, one)
    const rows = () =>
      ownApp.deps.db.selectFrom('members').selectAll().where('id', '<>', erased.id).orderBy('id').execute()
    const before = await rows()
    expect(before.map(({ followers_count, following_count }) => [followers_count, following_count])).toEqual([
      [0, 2],
      [2, 0],
    ])
    await erase(ownApp)
    await ownApp.runJobs()
    const changed = [{ following_count: 1 }, { followers_count: 1 }]
    expect(await rows()).toEqual(before.map((row, place) => ({ ...row, ...changed[place] })))
    expect(await drift(ownApp)).toEqual([])
    expect(await filesIn(media(ownApp))).toEqual(expect.arrayContaining(keys))
    const group = await ownApp.call('GET', `/groups/${one.group_id}`)
    expect(group.body.data).toMatchObject({ users: 2 })
    const profile = await ownApp.call('GET', `/user/${one.id}`, { token: one.token })
    expect(dataOf(profiles.getProfile, profile).followingCount).toBe(1)
    expectFailure(await ownApp.call('GET', `/user/${erased.id}`, { token: one.token }), 404, 'NOT_FOUND')
  })

  test('keeps the log-in without the member', async () => {
    const member = await dueMember()
    const login = { body: { username: member.username, userSecret: password } }
    expectOk(await app.call('POST', '/login', login))
    const logins = () =>
      app.deps.db
        .selectFrom('logins')
        .select((row) => [row.fn.countAll<number>().as('all'), row.fn.count<number>('member_id').as('known')])
        .executeTakeFirstOrThrow()
    const before = await logins()
    await erase()
    expect(await logins()).toEqual({ all: before.all, known: before.known - 1 })
  })

  test('can run twice, even at the same time', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => dueMember()))
    await Promise.all([erase(), erase(), erase()])
    await erase()
    expect(await idsLeft(members.map(({ id }) => id))).toEqual([])
    expect(await drift()).toEqual([])
  })

  test('erases nobody without a closure of 30 days', async () => {
    const recent = await buildMember(app, {
      closure_requested_at: new Date(app.clock.now().getTime() - 29 * day),
    })
    const staying = await buildMember(app)
    const cancelled = await dueMember()
    const request = { body: { password }, token: cancelled.token }
    expectOk(await app.call('PUT', '/user/cancel-account-closure', request))
    await erase()
    const ids = [recent.id, staying.id, cancelled.id]
    expect(await idsLeft(ids)).toEqual(ids)
  })

  test('erases banned and suspended members who closed their account', async () => {
    const request = new Date(app.clock.now().getTime() - 31 * day)
    const banned = await buildMember(app, { closure_requested_at: request, banned_at: request })
    const suspended = await buildMember(app, {
      closure_requested_at: request,
      suspended_until: app.clock.now(),
    })
    await erase()
    expect(await idsLeft([banned.id, suspended.id])).toEqual([])
  })

  test('waits for open orders and refunds of buyer and seller', async () => {
    const [buyer, seller, paidBack] = [await dueMember(), await dueMember(), await dueMember()]
    const ids = [buyer.id, seller.id, paidBack.id]
    const keeper = await buildMember(app)
    const [drum, cloth] = [await buildItem(app, seller), await buildItem(app, keeper)]
    const { db } = app.deps
    const one = await buildOrder(app, buyer, [{ item: drum }])
    const ended = await buildOrder(app, paidBack, [{ item: cloth }], { status: 'CANCELED', isPaid: true })
    const refund = { order_id: ended.orderId, reference: ended.reference, amount_kobo: ended.totalKobo }
    const times = { created_at: app.clock.now(), changed_at: app.clock.now() }
    await insertRows(db, 'refunds', { ...refund, ...times })
    const order = db.updateTable('orders').where('id', '=', one.orderId)
    for (const status of ['PENDING', 'PROCESSING', 'SHIPPED'] as const) {
      await order.set({ status, paid_at: app.clock.now() }).execute()
      await erase()
      expect(await idsLeft(ids)).toEqual(ids)
    }
    await order.set({ status: 'COMPLETED' }).execute()
    await erase()
    expect(await idsLeft(ids)).toEqual([paidBack.id])
    await db.updateTable('refunds').set({ state: 'PROCESSED' }).execute()
    await erase()
    expect(await idsLeft(ids)).toEqual([])
  })

  test('succeeds when the files to remove are already deleted', async () => {
    const member = await dueMember()
    const { keys } = await buildMedia(app, member)
    await app.deps.files.remove(keys[0] ?? '')
    await erase()
    await app.runJobs()
    const left = await filesIn(media())
    for (const key of keys) expect(left).not.toContain(key)
  })

  test('continues after a member who cannot be erased', async () => {
    const ownApp = await temporaryApp()
    const members = [await dueMember(ownApp), await dueMember(ownApp), await dueMember(ownApp)]
    const ids = members.map(({ id }) => id)
    await sql`create function reject() returns trigger language plpgsql as $$
      begin raise exception 'held by something'; end $$`.execute(ownApp.deps.db)
    await sql`create trigger held before delete on members for each row
      when (old.id = ${sql.lit(ids[0] ?? 0)}) execute function reject()`.execute(ownApp.deps.db)
    await expect(erase(ownApp)).rejects.toThrow('1 members could not be erased.')
    expect(await idsLeft(ids, ownApp)).toEqual(ids.slice(0, 1))
    await sql`drop trigger held on members`.execute(ownApp.deps.db)
    await erase(ownApp)
    expect(await idsLeft(ids, ownApp)).toEqual([])
  })
})

describe('a closure canceled at the last moment', () => {
  test('wins if it comes first, even when the erasure has begun', async () => {
    const member = await dueMember()
    const erasing = callDuring(
      app,
      'update members set closure_requested_at = null where id = $1',
      [member.id],
      () => erase(),
    )
    await erasing
    expect(await idsLeft([member.id])).toEqual([member.id])
    expectOk(await app.call('GET', `/user/${member.id}`, { token: member.token }))
  })

  test('has one outcome when the erasure runs at the same time', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => dueMember()))
    const cancelling = members.map(({ token }) =>
      app.call('PUT', '/user/cancel-account-closure', { body: { password }, token }),
    )
    await Promise.race(cancelling)
    await erase()
    const answers = await Promise.all(cancelling)
    const left = await idsLeft(members.map(({ id }) => id))
    for (const [place, answer] of answers.entries()) {
      const { id } = members[place] ?? { id: 0 }
      expect(left.includes(id), `${answer.status} for ${id}`).toBe(answer.status === 200)
      if (answer.status !== 200) expectFailure(answer, answer.status)
      expect(answer.status).toBeLessThan(500)
    }
    await erase()
    expect(await idsLeft(members.map(({ id }) => id))).toEqual(left)
    expect(await drift()).toEqual([])
  })
})

describe('the name of an erased member', () => {
  test('stays reserved for 12 months', async () => {
    const ownApp = await temporaryApp()
    const { username, email } = await dueMember(ownApp)
    const signUp = async (overrides: Record<string, unknown>) =>
      ownApp.call('POST', '/create/user', { body: await buildSignUp(ownApp, overrides) })
    await erase(ownApp)
    for (const name of [username, username.toUpperCase()]) {
      const rejected = expectFailure(await signUp({ username: name }), 409, 'TAKEN')
      expect(rejected.fields).toEqual({ username: 'This username is already taken.' })
    }
    expectOk(await signUp({ emailAddress: email }))
    ownApp.clock.move(364 * day)
    expectFailure(await signUp({ username }), 409, 'TAKEN')
    ownApp.clock.move(day + minute)
    expectOk(await signUp({ username }))
  })
})
