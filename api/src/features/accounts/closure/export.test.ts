import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { groupConsentWording } from '@rootsquare/contract/accounts'
import { buildItem, buildSavedSearch } from '#api/test/builders/market.ts'
import {
  buildBlock,
  buildFollow,
  buildMedia,
  buildMember,
  buildPost,
  groupIdOf,
  password,
} from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { buildAddress, buildDispute, buildOrder, orderAddress } from '#api/test/builders/orders.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { insertRow, insertRows, readRows } from '#api/test/rows.ts'

const app = await sharedApp()

const download = (token: string, to = app) => to.call('GET', '/user/export', { token })

/** References to a member that the export leaves out, each with the reason. */
const notExported = {
  codes: 'only hashes of secrets; to show them would help a thief and tell the member nothing',
  idempotency_keys: 'copies of answers the member has had already, gone after a day',
  familiar_addresses: 'keyed hashes that guard the log-in; nothing in them can be read',
  timelines: 'a list of other members’ posts, made anew from whom the member follows',
  high_fanout_authors: 'tells only that very many follow the member, as the number of followers does',
  threads: 'which conversation is the latest and how much of it is unread: the messages tell both',
  mailboxes: 'a number that grows with every event on open pages',
  finished_sales: 'how many of the exported sales are finished: a number that everybody may see',
  seller_ratings: 'how many stars the seller has got, which everybody may see',
  digests: 'that a weekly mail was sent, which the member has got',
  search_notices: 'of which items the member was notified: the notifications are exported',
  resumable_uploads: 'files on their way, gone after a day',
  live_events: 'which messages open pages were told of; the messages themselves are exported',
}

/** Finds the tables of all features with a foreign key to members. */
async function tablesAboutMembers(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'members'::regclass order by 1`.execute(app.deps.db)
  return rows.map(({ name }) => name)
}

/** Creates a member with data in every table. */
async function memberWithAllData() {
  const member = await buildMember(app, {
    phone_number: '08031234567',
    phone_e164: '+2348031234567',
    bio: 'Ọmọ Ìbàdàn 🥁',
    shows_group: false,
  })
  const other = await buildMember(app, { bio: 'Private words of another' })
  const blocking = await buildMember(app)
  await app.call('POST', '/login', { body: { username: member.username, userSecret: password } })
  await buildFollow(app, member, other)
  await buildFollow(app, other, member)
  // This comes before the block, because a block stops messages.
  await writtenBy(member, other)
  await buildBlock(app, member, other)
  await buildBlock(app, blocking, member)
  const push = { endpoint: 'https://push.example.com/secret-endpoint', p256dh: 'key', auth: 'secret' }
  await app.deps.db
    .insertInto('push_subscriptions')
    .values({ ...push, member_id: member.id, created_at: app.clock.now() })
    .onConflict((on) => on.column('endpoint').doUpdateSet({ member_id: member.id }))
    .execute()
  const { url } = await buildMedia(app, member)
  await buildMedia(app, other)
  const consent = { kind: 'ethnic-group', wording: groupConsentWording, given_at: app.clock.now() }
  await insertRows(app.deps.db, 'consents', { member_id: member.id, ...consent })
  const proposed = { name: 'Igara', created_at: app.clock.now() }
  await insertRows(app.deps.db, 'proposed_groups', { member_id: member.id, ...proposed })
  await insertRows(app.deps.db, 'payout_accounts', {
    ...payoutAccount,
    member_id: member.id,
    bank_code: '058',
    recipient_code: 'RCP_secret',
    usable_from: app.clock.now(),
    changed_at: app.clock.now(),
  })
  return { member, other, blocking, url, ...(await activeMember({ member, other, url })) }
}

const payoutAccount = { bank_name: 'Guaranty Trust Bank', account_name: 'ADA OBI', last4: '1234' }

/** Adds sections, proposals and messages of the member and of another. */
async function writtenBy(member: One, other: One): Promise<void> {
  const { db } = app.deps
  const created_at = app.clock.now()
  const group_id = await groupIdOf(app, 'yoruba')
  const decided = { state: 'DECLINED', reason: 'Too short', decided_at: created_at } as const
  for (const [author, decider, detail] of [
    [member, other, 'My lead'] as const,
    [other, member, 'Private words of another'] as const,
  ]) {
    const content = { group_id, name: 'Diet', detail, description: detail, created_at } as const
    await insertRows(db, 'section_versions', { ...content, author_id: author.id })
    await insertRows(db, 'proposals', {
      ...content,
      ...decided,
      member_id: author.id,
      decided_by: decider.id,
      note: detail,
    })
  }
  for (const [sender_id, receiver_id, body] of [
    [member.id, other.id, 'Is it market day?'] as const,
    [other.id, member.id, 'It is'] as const,
    [null, member.id, 'You are now a moderator.'] as const,
    [null, other.id, 'Private words of another'] as const,
  ]) {
    await db.insertInto('messages').values({ sender_id, receiver_id, body, created_at }).execute()
  }
}

type One = { id: number }

/** Adds posts, likes, reports and items of the member and of another. */
async function activeMember({ member, other, url }: { member: One; other: One; url: string }) {
  const { db } = app.deps
  const created_at = app.clock.now()
  const group_id = await groupIdOf(app, 'igbo')
  const post = await buildPost(app, member, { caption: 'Ọjọ́ ìsinmi', location: 'Ibadan', group_id })
  const picture = { url, type: 'image' as const, alt: 'A drum', position: 0 }
  await insertRows(db, 'post_media', { post_id: post.id, ...picture })
  const theirs = await buildPost(app, other, { caption: 'Private words of another' })
  for (const [author, on] of [[member, theirs] as const, [other, post] as const]) {
    const body = author === member ? 'My words' : 'Private words of another'
    const mentioned_ids = author === member ? [] : [member.id]
    const comment = { post_id: on.id, author_id: author.id, body, mentioned_ids, created_at }
    const { id } = await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()
    const by = { member_id: author.id, created_at }
    await insertRows(db, 'likes', { post_id: on.id, ...by })
    await insertRows(db, 'comment_likes', { comment_id: id, ...by })
    await insertRows(db, 'bookmarks', { post_id: on.id, ...by })
  }
  await report(member, other, theirs.id, 'My reason')
  await report(other, member, post.id, 'Private words of another')
  const drum = { name: 'Drum', description: 'Talks', price_kobo: 1_250_000, is_approved: false }
  const { id } = await buildItem(app, member, drum)
  await buildSavedSearch(app, member, { name: 'my drum' })
  await buildSavedSearch(app, other, { name: 'Private words of another' })
  const calabashId = await wanted({ member, other })
  await traded({ member, other }, { own: { id }, calabash: { id: calabashId } })
  return { post, theirs, itemId: id, calabashId }
}

/** Lets each buy from the other and store an address. */
async function traded(
  { member, other }: { member: One; other: One },
  { own, calabash }: { own: One; calabash: One },
): Promise<void> {
  const { db } = app.deps
  await buildAddress(app, member)
  await buildAddress(app, other, { address_line1: 'Private words of another' })
  const bought = await buildOrder(app, member, [{ item: calabash }], { status: 'SHIPPED' })
  const dispute_id = await buildDispute(app, bought.orderId, bought.lineIds[0] ?? 0)
  const created_at = app.clock.now()
  const message = { dispute_id, created_at }
  await insertRows(db, 'dispute_messages', [
    { ...message, author_id: member.id, role: 'buyer', body: 'My words' },
    { ...message, author_id: other.id, role: 'seller', body: 'Private words of another' },
  ])
  const { orderId, lineIds } = await buildOrder(app, other, [{ item: own }], { status: 'PROCESSING' })
  const theirs = { phone_number: 'Private words of another' }
  await db.updateTable('orders').set(theirs).where('id', '=', orderId).execute()
  await reviewed(member, { item: calabash, seller: other, lineId: bought.lineIds[0] ?? 0, body: 'My review' })
  const about = { item: own, seller: member, lineId: lineIds[0] ?? 0, body: 'Private words of another' }
  const id = await reviewed(other, about)
  const times = { created_at: app.clock.now(), valid_until: app.clock.now() }
  const offer = { item_id: calabash.id, item_name: 'Calabash', price_kobo: 400_000, ...times }
  const message_id = db.selectFrom('messages').select('id').where('sender_id', '=', member.id)
  await insertRows(db, 'offers', { ...offer, buyer_id: member.id, message_id })
  const vote = { review_id: id, member_id: member.id, created_at: app.clock.now() }
  await db.insertInto('helpful_votes').values(vote).execute()
}

type Reviewed = { item: One; seller: One; lineId: number; body: string }

async function reviewed(author: One, { item, seller, lineId, body }: Reviewed): Promise<number> {
  const now = app.clock.now()
  const ids = { item_id: item.id, seller_id: seller.id, author_id: author.id, order_line_id: lineId }
  const { id } = await insertRow(app.deps.db, 'reviews', {
    ...ids,
    rating: 3,
    body,
    reply: `Reply to: ${item.id}`,
    replied_at: now,
    created_at: now,
  })
  return id
}

/** Adds items of the other, which both like and have in their carts. */
async function wanted({ member, other }: { member: One; other: One }): Promise<number> {
  const { db } = app.deps
  const created_at = app.clock.now()
  const calabash = {
    name: 'Calabash',
    description: 'Private words of another',
    price_kobo: 500_010,
    stock: 9,
  }
  const item = await buildItem(app, other, calabash)
  for (const { id } of [member, other]) {
    const mark = { member_id: id, item_id: item.id, created_at }
    await db.insertInto('favorites').values(mark).execute()
    const line = { ...mark, name: 'Calabash', count: 2, price_kobo: 500_010 }
    await db.insertInto('cart_lines').values(line).execute()
  }
  return item.id
}

async function report(reporter: One, reported: One, postId: number, reason: string): Promise<void> {
  await insertRows(app.deps.db, 'reports', {
    reporter_id: reporter.id,
    reported_id: reported.id,
    target_type: 'post',
    target_id: postId,
    reason,
    snapshot: JSON.stringify({ caption: 'Private words of another' }),
    created_at: app.clock.now(),
  })
}

describe('the data export', () => {
  test('is one JSON file', async () => {
    const { token } = await buildMember(app)
    const answer = await download(token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rootsquare-my-data.json"')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('contains all data of the member', async () => {
    const { member, other, url, post, theirs, itemId, calabashId } = await memberWithAllData()
    const { body } = await download(member.token)
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(body).toEqual({
      members: expect.objectContaining({
        id: member.id,
        username: member.username,
        email: member.email,
        firstname: member.firstname,
        lastname: member.lastname,
        phone_number: '08031234567',
        phone_e164: '+2348031234567',
        bio: 'Ọmọ Ìbàdàn 🥁',
        group_id: member.group_id,
        shows_group: false,
        followers_count: 1,
      }),
      consents: [{ kind: 'ethnic-group', wording: groupConsentWording, given_at: time }],
      proposed_groups: [{ name: 'Igara', created_at: time }],
      sessions: [
        { created_at: time, expires_at: time },
        { created_at: time, expires_at: time },
      ],
      push_subscriptions: [{ created_at: time }],
      logins: [{ created_at: time }],
      memberships: [{ group: 'Yoruba', is_moderator: false, joined_at: time }],
      follows: {
        following: [{ username: other.username, created_at: time }],
        followers: [{ username: other.username, created_at: time }],
      },
      blocks: [{ username: other.username, created_at: time }],
      media: [{ url, created_at: time }],
      posts: [
        {
          id: post.id,
          group: 'Igbo',
          caption: 'Ọjọ́ ìsinmi',
          location: 'Ibadan',
          likes_count: 1,
          comments_count: 1,
          created_at: time,
          edited_at: null,
          media: [{ url, type: 'image', alt: 'A drum' }],
        },
      ],
      comments: [
        { post_id: theirs.id, parent_id: null, body: 'My words', created_at: time, edited_at: null },
      ],
      likes: [{ post_id: theirs.id, created_at: time }],
      comment_likes: [{ comment_id: expect.any(Number), created_at: time }],
      bookmarks: [{ post_id: theirs.id, created_at: time }],
      mentions: [{ post_id: null, comment_id: expect.any(Number), created_at: time }],
      notifications: expect.arrayContaining([
        {
          kind: 'LIKE',
          target_type: 'post',
          target_id: post.id,
          body: null,
          created_at: time,
          read_at: null,
        },
      ]),
      notification_settings: [],
      reports: [
        {
          target_type: 'post',
          target_id: theirs.id,
          reason: 'My reason',
          created_at: time,
          closed_at: null,
        },
      ],
      items: [
        {
          id: itemId,
          name: 'Drum',
          description: 'Talks',
          price_kobo: 1_250_000,
          stock: 2,
          image_url: null,
          is_approved: false,
          created_at: time,
          images: [],
          disapproval_reason: null,
          deleted_at: null,
          categories: [],
          offers_pickup: false,
          offers_delivery: true,
          fee_same_state_kobo: 0,
          fee_other_state_kobo: 0,
          state_code: null,
          lga_code: null,
        },
      ],
      favorites: [{ item_id: calabashId, created_at: time }],
      saved_searches: [expect.objectContaining({ name: 'my drum', category: null, in_stock: false })],
      cart_lines: [
        { item_id: calabashId, name: 'Calabash', count: 2, price_kobo: 500_010, created_at: time },
      ],
      offers: [
        {
          item_id: calabashId,
          item_name: 'Calabash',
          price_kobo: 400_000,
          state: 'OPEN',
          created_at: time,
          decided_at: null,
          valid_until: time,
        },
      ],
      reviews: {
        written: [expect.objectContaining({ item_id: calabashId, rating: 3, body: 'My review', images: [] })],
        replied: [{ review_id: expect.any(Number), reply: `Reply to: ${itemId}`, replied_at: time }],
      },
      helpful_votes: [{ review_id: expect.any(Number), created_at: time }],
      ...tradeOf({ itemId }),
      ...wordsOf(other.username),
    })
  })

  function tradeOf({ itemId }: { itemId: number }) {
    const time = expect.stringMatching(/^\d{4}-/)
    const { city: state, lga } = orderAddress
    const at = { created_at: time, paid_at: time }
    const line = { name: 'Calabash', quantity: 1, unit_price_kobo: 500_010, note: null, reason: null }
    return {
      addresses: [expect.objectContaining({ address_line1: 'Bode Thomas Street', state, lga })],
      orders: [
        expect.objectContaining({
          ...at,
          status: 'SHIPPED',
          total_kobo: 500_010,
          phone_number: '08031234567',
          shipping_address: orderAddress,
          lines: [{ ...line, shipped_at: time, canceled_at: null }],
          payments: [expect.objectContaining({ state: 'PAID', paid_kobo: 500_010 })],
          refunds: [],
        }),
      ],
      payout_accounts: [{ ...payoutAccount, usable_from: time, changed_at: time }],
      disputes: [expect.objectContaining({ reason: 'DAMAGED', state: 'OPEN' })],
      dispute_messages: [expect.objectContaining({ role: 'buyer', body: 'My words', images: [] })],
      parcels: [expect.objectContaining({ method: 'DELIVERY', fee_kobo: 0 })],
      seller_accounts: [expect.objectContaining({ available_kobo: 0 })],
      payouts: [],
      order_lines: [expect.objectContaining({ ...at, item_id: itemId, name: 'Drum', status: 'PROCESSING' })],
    }
  }

  function wordsOf(other: string) {
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    const place = { group: 'Yoruba', section: 'Diet' }
    const content = { ...place, detail: 'My lead', description: 'My lead', created_at: time }
    const decided = { state: 'DECLINED', reason: 'Too short', decided_at: time }
    const message = { item_id: null, created_at: time }
    return {
      section_versions: [content],
      proposals: {
        made: [{ ...content, ...decided, note: 'My lead' }],
        decided: [{ ...place, ...decided }],
      },
      messages: {
        sent: [{ ...message, to: other, body: 'Is it market day?', media: [], deleted_at: null }],
        received: [
          { ...message, from: other, body: 'It is', read_at: null },
          { ...message, from: null, body: 'You are now a moderator.', read_at: null },
        ],
      },
    }
  }

  test('contains no secrets, and only the usernames of others', async () => {
    const { member, other, blocking } = await memberWithAllData()
    const text = JSON.stringify((await download(member.token)).body)
    const sessions = await readRows(app.deps.db, 'sessions', { member_id: member.id }, ['id'])
    expect(sessions).toHaveLength(2)
    const hidden = [
      'argon2',
      'password',
      'search_text',
      'secret-endpoint',
      other.email,
      'Private words',
      blocking.username,
    ]
    for (const word of [...hidden, ...sessions.map(({ id }) => id)]) expect(text).not.toContain(word)
  })

  test('is the same for ten concurrent requests', async () => {
    const { token } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => download(token)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body ?? {} })
  })

  test('answers 429 after ten exports in an hour', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
    const { token } = await buildMember(limited)
    for (let turn = 0; turn < 10; turn += 1) {
      expectOk(await download(token, limited))
    }
    const rejected = await download(token, limited)
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('the list of exported tables', () => {
  async function missingTables() {
    const { token } = await buildMember(app)
    const { body } = await download(token)
    const found = [...Object.keys(body), ...Object.keys(notExported)]
    return (await tablesAboutMembers()).filter((table) => !found.includes(table))
  }

  test('includes or excludes every table that refers to members', async () => {
    expect(await missingTables()).toEqual([])
    const tables = await tablesAboutMembers()
    expect(tables).toEqual(expect.arrayContaining(Object.keys(notExported)))
  })

  test('fails the test for a new table', async () => {
    await sql`create table forgotten_things (id int, owner bigint references members)`.execute(app.deps.db)
    onTestFinished(async () => {
      await sql`drop table forgotten_things`.execute(app.deps.db)
    })
    expect(await missingTables()).toEqual(['forgotten_things'])
  })
})
