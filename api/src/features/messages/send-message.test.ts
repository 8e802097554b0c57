import { describe, expect, test } from 'vitest'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, buildToken, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { inbox, send, sentMessage, conversation, write } from '#api/test/builders/messages.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

const app = await sharedApp()
const ada = await buildMember(app)
const bayo = await buildMember(app)

const two = async () => [await buildMember(app), await buildMember(app)] as const

/** Sends with this Idempotency-Key. */
const sendOnce = (by: Member, to: Member, key: string, message = 'Once') =>
  app.call('POST', '/messaging/create', {
    token: by.token,
    headers: { 'idempotency-key': key },
    body: { eventType: 'MESSAGE', userId: to.id, message },
  })

async function messagesBetween(one: { id: number }, other: { id: number }) {
  const ids = [one.id, other.id]
  const { db } = app.deps
  return db
    .selectFrom('messages')
    .select(['id', 'body'])
    .where('sender_id', 'in', ids)
    .where('receiver_id', 'in', ids)
    .execute()
}

const buildDrum = (seller: { id: number }, is_approved = true) =>
  buildItem(app, seller, { name: 'Talking drum', image_url: '/media/drum.webp', is_approved })

describe('sending a message', () => {
  test('returns the stored message, which both sides see', async () => {
    const [writer, reader] = [
      await buildMember(app, { profile_image: '/media/ada.webp' }),
      await buildMember(app),
    ]
    app.clock.move(60_000)
    const sent = await write(app, writer, reader, '  Is it market day?\n\nI come early.  ')
    expect(sent).toEqual({
      chatId: expect.any(Number),
      message: 'Is it market day?\n\nI come early.',
      createdBy: writer.username,
      senderId: writer.id,
      receiverId: reader.id,
      senderUsername: writer.username,
      senderProfileImage: '/media/ada.webp',
      unReadChatCount: 0,
      mentions: [],
      read: false,
      createdDate: expect.any(String),
      item: null,
      media: [],
      offer: null,
      deleted: false,
    })
    expect(Math.abs(Date.parse(sent.createdDate) - app.clock.now().getTime())).toBeLessThan(30_000)
    expect((await conversation(app, writer, reader)).content[0]).toEqual(sent)
    expect((await conversation(app, reader, writer)).content[0]).toEqual({ ...sent, unReadChatCount: 1 })
  })

  test('mentions others, as far as each side may see them', async () => {
    const [writer, reader, ada, blocked] = [
      await buildMember(app),
      await buildMember(app),
      await buildMember(app),
      await buildMember(app),
    ]
    await buildBlock(app, blocked, reader)
    const sent = await write(app, writer, reader, `Ask @${blocked.username} or @${ada.username}.`)
    const entry = ({ id, username }: typeof ada) => ({ id, username })
    expect(sent.mentions).toEqual([entry(blocked), entry(ada)])
    expect((await conversation(app, reader, writer)).content[0]?.mentions).toEqual([entry(ada)])
  })

  test('and answering show both sides the same, newest first', async () => {
    const [one, other] = await two()
    const text = ['Good morning', 'Morning!', 'Did you sleep well?', 'Well enough']
    for (const [turn, message] of text.entries())
      await write(app, turn % 2 ? other : one, turn % 2 ? one : other, message)
    for (const [reader, with_] of [[one, other] as const, [other, one] as const]) {
      const { content, last, nextCursor } = await conversation(app, reader, with_)
      expect(content.map(({ message }) => message)).toEqual(text.toReversed())
      expect(content.map(({ senderId }) => senderId)).toEqual([other.id, one.id, other.id, one.id])
      expect({ last, nextCursor }).toEqual({ last: true, nextCursor: null })
    }
  })

  test.each([
    ['1 letter', 'a'],
    ['5,000 letters of four bytes', '🥁'.repeat(5000)],
    ['signs that mean something elsewhere', `<b>&amp;'";--\\ %s $1 {{x}}\u202e`],
  ])('accepts %s', async (_, message) => {
    expect((await write(app, ada, bayo, message)).message).toBe(message)
  })

  test.each([
    ['absent', undefined, 'Required.'],
    ['null', null, 'Required.'],
    ['empty', '', 'Required.'],
    ['blank', ' \t\r\n\u00a0 ', 'Required.'],
    ['invisible', '\u200b\u3164\u2800', 'Required.'],
    ['5,001 letters', '🥁'.repeat(5001), 'Maximum 5000 characters allowed'],
  ])('rejects a text that is %s', async (_, message, text) => {
    expect(expectFailure(await send(app, ada, bayo, { message }), 400).fields).toEqual({ message: text })
  })

  test('ignores other fields of the body', async () => {
    const [one, other] = await two()
    const more = {
      senderId: other.id,
      sender_id: other.id,
      createdBy: 'anonymousUser',
      read: true,
      chatId: 1,
    }
    const message = dataOf(sentMessage, await send(app, one, other, more))
    expect(message).toMatchObject({ senderId: one.id, createdBy: one.username, read: false })
  })
})

describe('a message that cannot be sent', () => {
  const text = async (userId: unknown) => expectFailure(await send(app, ada, bayo, { userId }), 400).fields

  test('is rejected if it is to oneself or to the product', async () => {
    expect(await text(ada.id)).toEqual({ userId: 'You cannot write to yourself.' })
    expect(await text(0)).toEqual({ userId: 'Automated messages cannot be answered.' })
  })

  test('is rejected if its receiver is unknown, unverified or banned', async () => {
    const unverified = await buildMember(app, { verified_at: null })
    const banned = await buildMember(app, { banned_at: app.clock.now() })
    for (const nobody of [{ id: Number.MAX_SAFE_INTEGER }, unverified, banned]) {
      const { message } = expectFailure(await send(app, ada, nobody), 404, 'NOT_FOUND')
      expect(message).toBe('User not found')
    }
  })

  test('is rejected on either side of a block', async () => {
    const [blocker, blocked] = await two()
    await buildBlock(app, blocker, blocked)
    expect(expectFailure(await send(app, blocked, blocker), 404, 'NOT_FOUND').message).toBe('User not found')
    expect(expectFailure(await send(app, blocker, blocked), 403, 'BLOCKED').error).toEqual([
      'You have blocked this member. Unblock them to write.',
    ])
    await buildBlock(app, blocked, blocker)
    for (const [by, to] of [[blocker, blocked] as const, [blocked, blocker] as const])
      expectFailure(await send(app, by, to), 404, 'NOT_FOUND')
    expect(await messagesBetween(blocker, blocked)).toEqual([])
  })

  test('is rejected if its sender is suspended or banned', async () => {
    const suspended_until = new Date(app.clock.now().getTime() + 3_600_000)
    const suspended = await buildMember(app, { suspended_until })
    const banned = await buildMember(app)
    await updateMember(app, banned, { banned_at: app.clock.now() })
    expectFailure(await send(app, suspended, ada), 403, 'ACCOUNT_SUSPENDED')
    expectFailure(await send(app, banned, ada), 403, 'ACCOUNT_BANNED')
    expectOk(await send(app, ada, suspended))
  })

  describe.each([
    ['a new conversation', false, false],
    ['a new conversation, with a key', false, true],
    ['a known conversation', true, false],
    ['a known conversation, with a key', true, true],
  ])('is rejected in %s', (_, isKnown, isKeyed) => {
    const ban = 'update members set banned_at = now() where id = $1'
    const block = `with members as (select id from members where id in ($1, $2) order by id for no key update)
      insert into blocks select $1, $2, now() from (select count(*) from members) locked`
    test.each([
      ['while the sender is being banned', ban, 'sender', 403, 'ACCOUNT_BANNED'],
      ['while the receiver is being banned', ban, 'receiver', 404, 'NOT_FOUND'],
      [
        'while the receiver is being erased',
        'delete from members where id = $1',
        'receiver',
        404,
        'NOT_FOUND',
      ],
      ['while the sender blocks the receiver', block, 'sender', 403, 'BLOCKED'],
      ['while the receiver blocks the sender', block, 'receiver', 404, 'NOT_FOUND'],
    ])('is rejected %s', async (...[, change, who, ...failure]) => {
      const [one, other] = await two()
      if (isKnown) await write(app, one, other)
      const before = await messagesBetween(one, other)
      const ids = who === 'sender' ? [one.id, other.id] : [other.id, one.id]
      const sending = callDuring(app, change, change === block ? ids : ids.slice(0, 1), () =>
        isKeyed ? sendOnce(one, other, 'raced') : send(app, one, other),
      )
      expectFailure(await sending, ...failure)
      expect(await messagesBetween(one, other)).toEqual(before)
    })
  })

  test('is rejected by the database when inserted across a block', async () => {
    const [blocker, blocked] = await two()
    await buildBlock(app, blocker, blocked)
    const inserting = app.deps.db
      .insertInto('messages')
      .values({ sender_id: blocked.id, receiver_id: blocker.id, body: 'Hello', created_at: app.clock.now() })
      .execute()
    await expect(inserting).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a message about an item', () => {
  test('shows the item to both sides', async () => {
    const [one, seller] = await two()
    const { id } = await buildDrum(seller)
    const item = { id, name: 'Talking drum', price: 12_500.5, imageUrl: '/media/drum.webp' }
    expect(dataOf(sentMessage, await send(app, one, seller, { itemId: id })).item).toEqual(item)
    for (const [reader, other] of [[one, seller] as const, [seller, one] as const])
      expect((await conversation(app, reader, other)).content[0]?.item).toEqual(item)
    await app.deps.db.deleteFrom('items').where('id', '=', id).execute()
    expect((await conversation(app, one, seller)).content[0]?.item).toBeNull()
  })

  test('hides an unapproved or deleted state of the item from the other side', async () => {
    const [one, seller] = await two()
    const { id } = await buildDrum(seller)
    await send(app, one, seller, { itemId: id })
    const become = (changed: { name?: string; is_approved?: boolean; deleted_at?: Date }) =>
      app.deps.db.updateTable('items').set(changed).where('id', '=', id).execute()
    const shown = async () => [
      (await conversation(app, one, seller)).content[0]?.item?.name,
      (await conversation(app, seller, one)).content[0]?.item?.name,
    ]
    await become({ name: 'Ivory', is_approved: false })
    expect(await shown()).toEqual([undefined, 'Ivory'])
    await become({ is_approved: true })
    expect(await shown()).toEqual(['Ivory', 'Ivory'])
    await become({ is_approved: false, deleted_at: app.clock.now() })
    expect(await shown()).toEqual([undefined, 'Ivory'])
  })

  test('is rejected with 404 for an unapproved, hidden or unknown item', async () => {
    const [one, seller] = await two()
    const unapproved = await buildDrum(seller, false)
    const ofBanned = await buildDrum(await buildMember(app, { banned_at: app.clock.now() }))
    const later = new Date(app.clock.now().getTime() + 3_600_000)
    const ofSuspended = await buildDrum(await buildMember(app, { suspended_until: later }))
    const blocking = await buildMember(app)
    await buildBlock(app, blocking, one)
    const ofBlocking = await buildDrum(blocking)
    for (const { id } of [unapproved, ofBanned, ofSuspended, ofBlocking, { id: Number.MAX_SAFE_INTEGER }]) {
      const { message } = expectFailure(await send(app, one, seller, { itemId: id }), 404, 'NOT_FOUND')
      expect(message).toBe('No such item.')
    }
    expect(await messagesBetween(one, seller)).toEqual([])
    expect((await inbox(app, seller)).content).toEqual([])
  })
})

test('dates follow the order of ids for concurrent messages', async () => {
  const [one, other] = await two()
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) => (turn % 2 ? write(app, one, other) : write(app, other, one))),
  )
  const { content } = await conversation(app, one, other, { size: 100 })
  const dates = content.map(({ createdDate }) => createdDate)
  expect(dates).toHaveLength(40)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

describe('sending with an Idempotency-Key', () => {
  const eventsOf = ({ id }: Member) =>
    app.deps.db.selectFrom('live_events').select('number').where('member_id', '=', id).execute()

  test('returns the first response again, and rejects another text', async () => {
    const [one, other] = await two()
    const first = await sendOnce(one, other, 'morning')
    expect((await sendOnce(one, other, 'morning')).body).toEqual(first.body)
    expectFailure(await sendOnce(one, other, 'morning', 'Twice'), 409, 'IDEMPOTENCY_MISMATCH')
    expectOk(await sendOnce(other, one, 'morning'))
    expect(await messagesBetween(one, other)).toHaveLength(2)
  })

  test('stores one message for 20 concurrent requests', async () => {
    const [one, other] = await two()
    const phone = { ...one, token: await buildToken(app, one) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => sendOnce(turn % 2 ? phone : one, other, 'at-once')),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(await messagesBetween(one, other)).toHaveLength(1)
    expect([await eventsOf(one), await eventsOf(other)]).toEqual([[{ number: 1 }], [{ number: 1 }]])
    expect((await inbox(app, other)).content[0]?.unReadChatCount).toBe(1)
  })
})

describe('the limits of messages', () => {
  async function limitedTo(scale: string) {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: scale } })
    const [one, ...others] = await Promise.all(Array.from({ length: 12 }, () => buildMember(limited)))
    if (!one) throw new Error('Nobody was built.')
    return { limited, one, others }
  }

  test('are 120 a minute including rejected ones, then 429', async () => {
    const { limited, one, others } = await limitedTo('0.05')
    const other = others[0] ?? one
    expectFailure(await send(limited, one, one), 400)
    for (let turn = 0; turn < 5; turn += 1) await write(limited, one, other)
    const rejected = await send(limited, one, other)
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expectOk(await send(limited, other, one))
    limited.clock.move(61_000)
    expectOk(await send(limited, one, other))
  })

  test('are separate from those of reports', async () => {
    const { limited, one, others } = await limitedTo('0.05')
    const report = (id: number) =>
      limited.call('POST', '/messaging/create', {
        token: one.token,
        body: { eventType: 'REPORT', reason: 'Rude', reportedUserId: id },
      })
    for (let turn = 0; turn < 4; turn += 1) await write(limited, one, others[0] ?? one)
    const answers = []
    for (const { id } of others.slice(0, 3)) answers.push((await report(id)).status)
    expect(answers).toEqual([200, 200, 429])
    expectOk(await send(limited, one, others[0] ?? one))
  })

  test('are 60 new conversations a day, not counting answers', async () => {
    const { limited, one, others } = await limitedTo('0.1')
    const first = others[0] ?? one
    await write(limited, first, one)
    await write(limited, one, first)
    const strangers = others.slice(1)
    const answers = await Promise.all(strangers.map((stranger) => send(limited, one, stranger)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(6).fill(200),
      ...Array(strangers.length - 6).fill(429),
    ])
    const rejected = answers.find(({ status }) => status === 429)
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    limited.clock.move(61_000)
    expectOk(await send(limited, one, first))
    const known = strangers[answers.findIndex(({ status }) => status === 200)] ?? one
    const unknown = strangers[answers.findIndex(({ status }) => status === 429)] ?? one
    expectOk(await send(limited, one, known))
    limited.clock.move(86_401_000)
    one.token = await buildToken(limited, one)
    expectOk(await send(limited, one, unknown))
  })
})
