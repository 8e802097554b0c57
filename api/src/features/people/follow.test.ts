import { describe, expect, test } from 'vitest'
import { getProfile } from '@rootsquare/contract/profiles'
import { buildBlock, buildFollow, buildMember, buildMembers, buildToken } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

const app = await sharedApp()

type Signed = { token: string }
type One = { id: number }

const follow = (by: Signed, whom: { id: number | string }) =>
  app.call('POST', `/user/follow/${whom.id}`, { token: by.token })
const unfollow = (by: Signed, whom: { id: number | string }) =>
  app.call('POST', `/user/unfollow/${whom.id}`, { token: by.token })

const rowsBetween = (one: One, other: One) =>
  app.deps.db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id', 'created_at'])
    .where('follower_id', 'in', [one.id, other.id])
    .where('followed_id', 'in', [one.id, other.id])
    .execute()

async function countsOf({ id }: One) {
  return app.deps.db
    .selectFrom('members')
    .select(['followers_count as followers', 'following_count as following'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const two = () => buildMembers(app, 2)

describe('following a member', () => {
  test('and unfollowing change profile and counts', async () => {
    const [fan, star] = await two()
    app.clock.move(3_600_000)
    const before = app.clock.now()
    expect(await follow(fan, star)).toMatchObject({ status: 200, body: { data: { following: true } } })
    const [row, ...more] = await rowsBetween(fan, star)
    expect(row).toMatchObject({ follower_id: fan.id, followed_id: star.id })
    expect(more).toEqual([])
    expect(row?.created_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    const profile = await app.call('GET', `/user/${star.id}`, { token: fan.token })
    expect(dataOf(getProfile, profile)).toMatchObject({ followersCount: 1, isFollowedByUser: true })
    expect(await countsOf(fan)).toEqual({ followers: 0, following: 1 })
    expect(await unfollow(fan, star)).toMatchObject({ status: 200, body: { data: { following: false } } })
    expect(await rowsBetween(fan, star)).toEqual([])
    expect(await countsOf(star)).toEqual({ followers: 0, following: 0 })
  })

  test('is harmless when repeated, and keeps the first time', async () => {
    const [fan, star] = await two()
    await follow(fan, star)
    const first = await rowsBetween(fan, star)
    app.clock.move(60_000)
    expect(await follow(fan, star)).toMatchObject({ status: 200, body: { data: { following: true } } })
    expect(await rowsBetween(fan, star)).toEqual(first)
    expect(await countsOf(star)).toEqual({ followers: 1, following: 0 })
    for (let turn = 0; turn < 2; turn += 1)
      expect(await unfollow(fan, star)).toMatchObject({ status: 200, body: { data: { following: false } } })
    expect(await countsOf(star)).toEqual({ followers: 0, following: 0 })
  })

  test('is rejected for oneself', async () => {
    const member = await buildMember(app)
    expect(expectFailure(await follow(member, member), 400, 'INVALID').error).toEqual([
      'You cannot follow yourself.',
    ])
    expectFailure(await unfollow(member, member), 400, 'INVALID')
    expect(await countsOf(member)).toEqual({ followers: 0, following: 0 })
  })

  test('is a 404 for an unknown id', async () => {
    const member = await buildMember(app)
    const unknown = { id: Number.MAX_SAFE_INTEGER }
    expect(expectFailure(await follow(member, unknown), 404).message).toBe('User not found')
    expect(expectFailure(await unfollow(member, unknown), 404).message).toBe('User not found')
  })

  test('is a 404 for unverified, banned and blocked members', async () => {
    const member = await buildMember(app)
    const unverified = await buildMember(app, { verified_at: null })
    const banned = await buildMember(app, { banned_at: app.clock.now() })
    const [blocking, blocked] = await two()
    await buildBlock(app, blocking, member)
    await buildBlock(app, member, blocked)
    for (const hidden of [unverified, banned, blocking, blocked]) {
      expect(expectFailure(await follow(member, hidden), 404, 'NOT_FOUND').message).toBe('User not found')
      expect(expectFailure(await unfollow(member, hidden), 404, 'NOT_FOUND').message).toBe('User not found')
    }
    expect(await countsOf(member)).toEqual({ followers: 0, following: 0 })
  })

  test('can be ended even after a block', async () => {
    const member = await buildMember(app)
    const unverified = await buildMember(app, { verified_at: null })
    const [blocking, blocked] = await two()
    const followed = [unverified, blocking, blocked]
    for (const one of followed) await buildFollow(app, member, one)
    await buildBlock(app, blocking, member)
    await buildBlock(app, member, blocked)
    for (const one of followed) {
      expect(await unfollow(member, one)).toMatchObject({ status: 200, body: { data: { following: false } } })
      expectFailure(await unfollow(member, one), 404, 'NOT_FOUND')
    }
    expect(await countsOf(member)).toEqual({ followers: 0, following: 0 })
  })

  test('works for suspended and closing members', async () => {
    const member = await buildMember(app)
    const away = await buildMember(app, {
      suspended_until: new Date(app.clock.now().getTime() + 60_000),
      closure_requested_at: app.clock.now(),
    })
    expectOk(await follow(member, away))
  })

  test('is limited to 400 a day, not counting errors', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const [{ id, token }, star] = await buildMembers(limited, 2)
    const ask = (whom: number) => limited.call('POST', `/user/follow/${whom}`, { token })
    for (let turn = 0; turn < 2; turn += 1) expectOk(await ask(star.id))
    for (let turn = 0; turn < 4; turn += 1) expectFailure(await ask(id), 400)
    limited.clock.move(61_000)
    for (let turn = 0; turn < 2; turn += 1) expectOk(await ask(star.id))
    const rejected = await ask(star.id)
    const { message } = expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(message).toBe('Too many requests. Please try again in 24 hours.')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(60)
  })
})

describe('concurrent follows', () => {
  test('and unfollows keep the counts right', async () => {
    const [fan, star] = await two()
    const phone = { token: await buildToken(app, fan) }
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => follow(fan, star)),
        ...Array.from({ length: 4 }, () => unfollow(phone, star)),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      const rows = await rowsBetween(fan, star)
      expect(rows.length).toBeLessThanOrEqual(1)
      expect(await countsOf(star)).toEqual({ followers: rows.length, following: 0 })
      expect(await countsOf(fan)).toEqual({ followers: 0, following: rows.length })
    }
  })

  test('are ended by an unfollow that waits for them', async () => {
    const [fan, star] = await two()
    const follows = 'insert into follows (follower_id, followed_id, created_at) values ($1, $2, now())'
    expectOk(await callDuring(app, follows, [fan.id, star.id], () => unfollow(fan, star)))
    expect(await rowsBetween(fan, star)).toEqual([])
    expect(await countsOf(star)).toEqual({ followers: 0, following: 0 })
  })

  test('of each other never deadlock', async () => {
    for (let round = 0; round < 50; round += 1) {
      const [one, other] = await two()
      const answers = await Promise.all([follow(one, other), follow(other, one)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await rowsBetween(one, other)).toHaveLength(2)
      expect(await countsOf(one)).toEqual({ followers: 1, following: 1 })
      expect(await countsOf(other)).toEqual({ followers: 1, following: 1 })
    }
  })

  test('by 20 members count 20 followers', async () => {
    const star = await buildMember(app)
    const fans = await buildMembers(app, 20)
    const answers = await Promise.all(fans.map((fan) => follow(fan, star)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await countsOf(star)).toEqual({ followers: 20, following: 0 })
  })

  test.each(['follower', 'followed'] as const)('leave no follow when the %s is banned', async (who) => {
    const [fan, star] = await two()
    const banned = who === 'follower' ? fan : star
    const following = callDuring(app, 'update members set banned_at = now() where id = $1', [banned.id], () =>
      follow(fan, star),
    )
    if (who === 'follower') expectFailure(await following, 403, 'ACCOUNT_BANNED')
    else expectFailure(await following, 404, 'NOT_FOUND')
    expect(await rowsBetween(fan, star)).toEqual([])
    expect(await countsOf(fan)).toEqual({ followers: 0, following: 0 })
  })

  const block = `with pair as (select id from members where id in ($1, $2) order by id for no key update)
    insert into blocks select $1, $2, now() from (select count(*) from pair) locked`

  test.each(['follower', 'followed'] as const)(
    'leave no follow when the %s blocks the other',
    async (who) => {
      const [fan, star] = await two()
      const ids = who === 'follower' ? [fan.id, star.id] : [star.id, fan.id]
      expectFailure(await callDuring(app, block, ids, () => follow(fan, star)), 404, 'NOT_FOUND')
      expect(await rowsBetween(fan, star)).toEqual([])
      expect(await countsOf(star)).toEqual({ followers: 0, following: 0 })
    },
  )

  test('in a ring of three never deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ring = [...(await two()), await buildMember(app)]
      const follows = ring.map((one, place) => follow(one, ring[(place + 1) % ring.length] ?? one))
      expect((await Promise.all(follows)).map(({ status }) => status)).toEqual([200, 200, 200])
      for (const one of ring) expect(await countsOf(one)).toEqual({ followers: 1, following: 1 })
    }
  })
})
