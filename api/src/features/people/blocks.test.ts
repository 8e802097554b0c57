import { describe, expect, test } from 'vitest'
import { getProfile } from '@rootsquare/contract/profiles'
import { listBlocked } from '@rootsquare/contract/people'
import * as commentApi from '@rootsquare/contract/comments'
import * as posts from '@rootsquare/contract/posts'
import {
  buildBlock,
  buildFollow,
  buildMember,
  buildPost,
  buildToken,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { send } from '#api/test/builders/messages.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

const app = await sharedApp()

type Signed = { token: string }
type One = { id: number }
const block = (by: Signed, whom: { id: number | string }) =>
  app.call('POST', `/user/block/${whom.id}`, { token: by.token })
const unblock = (by: Signed, whom: { id: number | string }) =>
  app.call('POST', `/user/unblock/${whom.id}`, { token: by.token })
const follow = (by: Signed, whom: One) => app.call('POST', `/user/follow/${whom.id}`, { token: by.token })
const open = (by: Signed, whom: One) => app.call('GET', `/user/${whom.id}`, { token: by.token })

const blocked = async ({ token }: Signed, query = {}) =>
  dataOf(listBlocked, await app.call('GET', '/user/blocked', { token, query }))

const two = async () => [await buildMember(app), await buildMember(app)] as const

const followsBetween = (one: One, other: One) =>
  app.deps.db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id'])
    .where('follower_id', 'in', [one.id, other.id])
    .where('followed_id', 'in', [one.id, other.id])
    .execute()

const blocksBetween = (one: One, other: One) =>
  app.deps.db
    .selectFrom('blocks')
    .select(['blocker_id', 'created_at'])
    .where('blocker_id', 'in', [one.id, other.id])
    .where('blocked_id', 'in', [one.id, other.id])
    .execute()

const messagesBetween = (one: One, other: One) =>
  app.deps.db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', 'in', [one.id, other.id])
    .where('receiver_id', 'in', [one.id, other.id])
    .execute()

const countsOf = ({ id }: One) =>
  app.deps.db
    .selectFrom('members')
    .select(['followers_count as followers', 'following_count as following'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('blocking a member', () => {
  test('and unblocking are harmless when repeated', async () => {
    const [one, other] = await two()
    expect(dataOf(getProfile, await open(one, other)).isBlockedByUser).toBe(false)
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await block(one, other)).toMatchObject({ status: 200, body: { data: { blocked: true } } })
      app.clock.move(1000)
    }
    expect(await blocksBetween(one, other)).toHaveLength(1)
    expect(dataOf(getProfile, await open(one, other)).isBlockedByUser).toBe(true)
    expectFailure(await open(other, one), 404, 'NOT_FOUND')
    for (let turn = 0; turn < 2; turn += 1)
      expect(await unblock(one, other)).toMatchObject({ status: 200, body: { data: { blocked: false } } })
    expect(await blocksBetween(one, other)).toEqual([])
    expect(dataOf(getProfile, await open(other, one)).isBlockedByUser).toBe(false)
  })

  test('adds them to a private list, newest first', async () => {
    const [me, stranger] = await two()
    const others = [...(await two()), await buildMember(app)]
    for (const other of others) {
      app.clock.move(1000)
      await block(me, other)
    }
    const [first, second, third] = others
    const page = await blocked(me)
    expect(page.content.map(({ id }) => id)).toEqual([third?.id, second?.id, first?.id])
    expect(page.content[2]).toEqual({
      id: first?.id,
      username: first?.username,
      firstname: first?.firstname,
      lastname: first?.lastname,
      profileImage: null,
      isFollowedByUser: false,
    })
    expect(await blocked(me, { page: 1, size: 2 })).toMatchObject({
      content: [{ id: first?.id }],
      last: true,
      totalElements: 3,
      totalPages: 2,
    })
    for (const one of [stranger, ...others]) expect((await blocked(one)).content).toEqual([])
  })

  test('is rejected for oneself, staff and unknown members', async () => {
    const [me] = await two()
    for (const act of [block, unblock])
      expect(expectFailure(await act(me, me), 400, 'INVALID').message).toBe('You cannot block yourself.')
    for (const role of ['ADMIN', 'SUPERADMIN'] as const) {
      const staff = await buildMember(app, { role })
      expect(expectFailure(await block(me, staff), 403, 'FORBIDDEN').message).toBe('Staff cannot be blocked.')
    }
    const unverified = await buildMember(app, { verified_at: null })
    const banned = await buildMember(app, { banned_at: app.clock.now() })
    for (const nobody of [unverified, banned, { id: Number.MAX_SAFE_INTEGER }])
      expectFailure(await block(me, nobody), 404, 'NOT_FOUND')
    expect((await blocked(me)).content).toEqual([])
  })

  test('is possible for a member who has blocked the viewer', async () => {
    const [one, other] = await two()
    await block(one, other)
    expectOk(await block(other, one))
    await unblock(one, other)
    expectFailure(await open(one, other), 404)
    expectFailure(await send(app, one, other), 404)
  })

  test('ends when the blocked member is erased', async () => {
    const [one, other] = await two()
    await block(one, other)
    await app.deps.db.deleteFrom('members').where('id', '=', other.id).execute()
    expect((await blocked(one)).content).toEqual([])
    expectOk(await unblock(one, other))
  })

  test('is limited to 400 a day together with follows', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const [{ token }, star] = [await buildMember(limited), await buildMember(limited)]
    const ask = (action: string) => limited.call('POST', `/user/${action}/${star.id}`, { token })
    for (const action of ['follow', 'block', 'block', 'block']) expect((await ask(action)).status).toBe(200)
    expectFailure(await ask('block'), 429)
    expect((await ask('unblock')).status).toBe(200)
  })
})

describe('a block', () => {
  test('ends follows both ways with exact counts', async () => {
    const [one, other] = await two()
    const friend = await buildMember(app)
    for (const [by, whom] of [
      [one, other],
      [other, one],
      [one, friend],
      [friend, other],
    ] as const)
      await buildFollow(app, by, whom)
    await block(one, other)
    expect(await followsBetween(one, other)).toEqual([])
    expect(await countsOf(one)).toEqual({ followers: 0, following: 1 })
    expect(await countsOf(other)).toEqual({ followers: 1, following: 0 })
    expectFailure(await follow(one, other), 404, 'NOT_FOUND')
    expectFailure(await follow(other, one), 404, 'NOT_FOUND')
    await unblock(one, other)
    expect(await followsBetween(one, other)).toEqual([])
    expectOk(await follow(one, other))
  })

  test('hides posts and comments from each other', async () => {
    const [one, other] = await two()
    const group = one.group_id ?? 0
    const { postOf, idsSeenBy } = wall(group)
    await buildFollow(app, one, other)
    await buildFollow(app, other, one)
    const [hers, his] = [await postOf(one), await postOf(other)]
    const theirs = await buildPost(app, await buildMember(app), { group_id: group })
    for (const [writer, comments] of [[one, 'hers'] as const, [other, 'his'] as const])
      await app.call('POST', `/post/comments/${theirs.id}/create`, {
        token: writer.token,
        body: { comments },
      })
    await app.runJobs()
    for (const reader of [one, other]) {
      await idsSeenBy(reader)
      await app.runJobs()
      expect(await idsSeenBy(reader)).toEqual(expect.arrayContaining([hers.id, his.id, theirs.id]))
    }
    await block(one, other)
    for (const [reader, own, hidden, text] of [
      [one, hers, his, 'hers'],
      [other, his, hers, 'his'],
    ] as const) {
      const seen = await idsSeenBy(reader)
      expect(seen).toEqual(expect.arrayContaining([own.id, theirs.id]))
      expect(seen).not.toContain(hidden.id)
      const { token } = reader
      expectFailure(await app.call('GET', `/post/fetch/${hidden.id}`, { token }), 404, 'NOT_FOUND')
      const comments = await app.call('GET', `/post/comments/${theirs.id}`, { token })
      expect(dataOf(commentApi.listComments, comments).content.map((comment) => comment.comments)).toEqual([
        text,
      ])
    }
    await unblock(one, other)
    expect(await idsSeenBy(one)).toContain(his.id)
  })

  test('rejects actions on a page that is still open as if deleted', async () => {
    const [one, other] = await two()
    const [hers, deleted] = [await buildPost(app, one), await buildPost(app, one)]
    await app.call('DELETE', `/post/delete/${deleted.id}`, { token: one.token })
    await block(one, other)
    const answers = ({ id }: One) =>
      Promise.all(
        [
          [`/post/like/${id}`, { liked: true }] as const,
          [`/post/comments/${id}/create`, { comments: 'Well said' }] as const,
          [`/post/bookmark/${id}`, { saved: true }] as const,
        ].map(async ([path, body]) => {
          const answer = await app.call('POST', path, { token: other.token, body })
          return expectFailure(answer, 404, 'NOT_FOUND').message
        }),
      )
    const messages = await answers(hers)
    expect(messages).toEqual(Array(3).fill('This post is no longer available.'))
    expect(messages).toEqual(await answers(deleted))
  })

  test('does not change `commentCount`', async () => {
    const [one, other] = await two()
    const post = await buildPost(app, await buildMember(app))
    for (const { token } of [one, other])
      await app.call('POST', `/post/comments/${post.id}/create`, { token, body: { comments: 'A word' } })
    await block(one, other)
    for (const { token } of [one, other]) {
      const shown = dataOf(posts.getPost, await app.call('GET', `/post/fetch/${post.id}`, { token }))
      expect(shown.commentCount).toBe(2)
      const comments = await app.call('GET', `/post/comments/${post.id}`, { token })
      expect(dataOf(commentApi.listComments, comments)).toMatchObject({ content: [{}], totalElements: 1 })
    }
  })

  /** Content in a place that every group member can see. */
  function wall(group_id: number) {
    const postOf = (author: Member) => buildPost(app, author, { group_id })
    const idsSeenBy = async ({ token }: Signed) => {
      const feed = dataOf(posts.homeFeed, await app.call('GET', '/post/user/post/feed', { token }))
      const group = dataOf(posts.groupFeed, await app.call('GET', `/groups/posts/${group_id}`, { token }))
      return [...feed.content, ...group.content].map(({ id }) => id)
    }
    return { postOf, idsSeenBy }
  }
})

describe('concurrent blocks', () => {
  test('of each other never deadlock', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await two()
      await buildFollow(app, one, other)
      const answers = await Promise.all([block(one, other), block(other, one), block(one, other)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await blocksBetween(one, other)).toHaveLength(2)
      expect(await countsOf(one)).toEqual({ followers: 0, following: 0 })
    }
  })

  test('and unblocks from two devices end in one of the two', async () => {
    const [one, other] = await two()
    const phone = { token: await buildToken(app, one) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => (turn % 2 ? block(one, other) : unblock(phone, other))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { isBlockedByUser } = dataOf(getProfile, await open(one, other))
    expect(isBlockedByUser).toBe((await blocksBetween(one, other)).length === 1)
  })

  test('leave no follow in either direction', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await two()
      const answers = await Promise.all([
        follow(one, other),
        follow(other, one),
        block(one, other),
        follow(one, other),
        follow(other, one),
      ])
      for (const { status } of answers) expect([200, 404]).toContain(status)
      expect(answers[2]?.status).toBe(200)
      expect(await followsBetween(one, other)).toEqual([])
      for (const side of [one, other]) expect(await countsOf(side)).toEqual({ followers: 0, following: 0 })
    }
  })

  test('let no message pass after the block', async () => {
    const [one, other] = await two()
    const senders = [
      [one, other],
      [other, one],
    ] as const
    const early = senders.flatMap(([by, to]) => Array.from({ length: 10 }, () => send(app, by, to)))
    expect((await block(one, other)).status).toBe(200)
    const before = await messagesBetween(one, other)
    const late = await Promise.all(senders.map(([by, to]) => send(app, by, to)))
    expect(late.map(({ status }) => status)).toEqual([403, 404])
    const answers = await Promise.all(early)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(before.length)
    expect(await messagesBetween(one, other)).toEqual(before)
  })

  test('make a message wait, which is then rejected', async () => {
    const [one, other] = await two()
    const blocking = `select from members where id in (${one.id}, ${other.id}) order by id for no key update;
      insert into blocks values (${one.id}, ${other.id}, now())`
    expectFailure(await callDuring(app, blocking, [], () => send(app, other, one)), 404, 'NOT_FOUND')
    expect(await messagesBetween(one, other)).toEqual([])
  })

  test('wait for a message that is being written', async () => {
    const [one, other] = await two()
    const writing = `select from members where id in (${one.id}, ${other.id}) order by id for share;
      insert into messages (sender_id, receiver_id, body, created_at)
      values (${other.id}, ${one.id}, 'Just before', now())`
    expectOk(await callDuring(app, writing, [], () => block(one, other)))
    expect(await messagesBetween(one, other)).toHaveLength(1)
  })
})

test('the list of blocked members includes banned ones', async () => {
  const [one, other] = await two()
  await buildBlock(app, one, other)
  const banned_at = app.clock.now()
  await updateMember(app, other, { banned_at })
  expect((await blocked(one)).content.map(({ id }) => id)).toEqual([other.id])
})
