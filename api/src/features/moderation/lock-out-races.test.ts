import { describe, expect, onTestFinished, test } from 'vitest'
import { recountPosts } from '#api/features/posts/recount.ts'
import { redisBus } from '#api/ports/bus/redis.ts'
import type { Bus } from '#api/ports/bus/bus.ts'
import {
  buildFollow,
  buildMember,
  buildMembers,
  buildPost,
  buildSeveral,
  buildToken,
  mailsTo,
  password,
  systemMessagesTo,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { listen, openPage } from '#api/test/events.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { readAll, send, write } from '#api/test/builders/messages.ts'
import { ban, reportThing, suspend, unsuspend } from '#api/test/builders/moderation.ts'
import { startRedis } from '#api/test/fakes/redis.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { callDuring, openTransaction, untilWaiting } from '#api/test/waiting.ts'

type One = { id: number }

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })

const statusesOf = (answers: Called[]) => answers.map(({ status }) => status).toSorted()
const linesOn = ({ id }: One, ownApp = app) =>
  ownApp.deps.db.selectFrom('audit_log').select('action').where('member_id', '=', id).execute()

/** Starts all calls so that they wait for the same rows before the first continues. */
async function atOnce(
  ownApp: TestApp,
  lockedRows: One[],
  calls: (() => Promise<Called>)[],
): Promise<Called[]> {
  const lock = 'select from members where id = any($1) for no key update'
  const { commit } = await openTransaction(ownApp, lock, [lockedRows.map(({ id }) => id)])
  let isOver = false
  const answers = Promise.all(calls.map((call) => call())).finally(() => (isOver = true))
  await untilWaiting(ownApp, calls.length, () => isOver)
  await commit()
  return answers
}

describe('at the same moment', () => {
  test('accepts one of 20 bans of one member', async () => {
    const [member, reporter] = await buildMembers(app, 2)
    await reportThing(app, reporter, { reportedUserId: member.id })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => ban(app, turn % 2 ? admin : superadmin, member)),
    )
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await linesOn(member)).toEqual([{ action: 'BAN_USER' }])
    expect(await mailsTo(app, member.email)).toHaveLength(1)
    expect(await systemMessagesTo(app, reporter)).toHaveLength(1)
  })

  test('answers suspensions and unsuspensions by what was done', async () => {
    const member = await buildMember(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? suspend : unsuspend)(app, admin, member)),
    )
    const done = answers.filter(({ status }) => status === 200).length
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('NOT_SUSPENDED')
    expect(await linesOn(member)).toHaveLength(done)
    expect(await systemMessagesTo(app, member)).toHaveLength(done)
  })

  test('hides earlier content of a banned member and rejects later calls', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [member, other, third] = await buildMembers(app, 3)
      await buildFollow(app, other, member)
      const { token } = member
      const post = () => app.call('POST', '/post/user/create', { token, body: { caption: 'Quick' } })
      const calls = [
        post,
        () => app.call('POST', `/user/follow/${other.id}`, { token }),
        () => app.call('POST', `/user/unfollow/${member.id}`, { token: other.token }),
        () => app.call('POST', `/user/follow/${member.id}`, { token: third.token }),
        () => send(app, member, other),
        () => ban(app, admin, member),
        post,
        () => send(app, third, member),
      ]
      const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      for (const { status, body } of answers)
        if (status !== 200) expect(['ACCOUNT_BANNED', 'NOT_FOUND']).toContain(body.code)
      const { db } = app.deps
      const posts = db.selectFrom('posts').select('is_hidden').where('author_id', '=', member.id)
      for (const { is_hidden } of await posts.execute()) expect(is_hidden).toBe(true)
      const follows = db
        .selectFrom('follows')
        .select('follower_id')
        .where((row) => row.or([row('follower_id', '=', member.id), row('followed_id', '=', member.id)]))
      expect(await follows.execute()).toEqual([])
    }
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('suspends two members who reported each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await buildMembers(app, 2)
      await reportThing(app, pair[0], { reportedUserId: pair[1].id })
      await reportThing(app, pair[1], { reportedUserId: pair[0].id })
      const answers = await atOnce(app, pair.slice(0, 1), [
        () => suspend(app, admin, pair[0]),
        () => suspend(app, superadmin, pair[1]),
      ])
      expect(statusesOf(answers)).toEqual([200, 200])
      for (const member of pair) expect(await systemMessagesTo(app, member)).toHaveLength(2)
    }
  })

  test('locks mailboxes in ascending order for a suspension', async () => {
    const [member, reporter] = await buildMembers(app, 2)
    await write(app, reporter, member)
    await reportThing(app, reporter, { reportedUserId: member.id })
    // Locks both mailboxes in ascending order, as a member does who reads a message of the other.
    const take = 'select from mailboxes where member_id = $1 for no key update nowait'
    const { client, commit } = await openTransaction(app, take, [member.id])
    const suspending = suspend(app, admin, member)
    await untilWaiting(app, 1)
    await client.query(take, [reporter.id])
    await commit()
    expectOk(await suspending)
    const read = [readAll(app, reporter, { id: 0 }), readAll(app, reporter, member)]
    expect(statusesOf(await Promise.all(read))).toEqual([200, 200])
  })

  test('writes the messages of a suspension in ascending order', async () => {
    const [low, member, high] = await buildMembers(app, 3)
    for (const reporter of [high, low]) await reportThing(app, reporter, { reportedUserId: member.id })
    await suspend(app, admin, member)
    const received = await app.deps.db
      .selectFrom('messages')
      .select('receiver_id')
      .where('receiver_id', 'in', [low.id, member.id, high.id])
      .orderBy('id')
      .execute()
    expect(received.map(({ receiver_id }) => receiver_id)).toEqual([low.id, member.id, high.id])
  })

  test('closes a report with a ban, or leaves it open after the ban', async () => {
    for (const lockOut of [suspend, ban]) {
      const [member, reporter] = await buildMembers(app, 2)
      const post = await buildPost(app, member)
      const answers = await atOnce(app, [member], [() => lockOut(app, admin, member)])
      expect(statusesOf(answers)).toEqual([200])
      const after = await reportThing(app, reporter, { postId: post.id })
      expect(after.status).toBe(lockOut === ban ? 404 : 200)
    }
    for (const lockOut of [suspend, ban]) {
      const [member, reporter] = await buildMembers(app, 2)
      const post = await buildPost(app, member)
      // The report has locked both members and waits for the counters of reports just before its commit.
      const { commit } = await openTransaction(app, 'lock table report_counts in share mode')
      const reporting = reportThing(app, reporter, { postId: post.id })
      await untilWaiting(app, 1)
      const locking = lockOut(app, admin, member)
      await untilWaiting(app, 2)
      await commit()
      expectOk(await reporting)
      expectOk(await locking)
      const open = app.deps.db.selectFrom('reports').select('id').where('reported_id', '=', member.id)
      expect(await open.where('closed_at', 'is', null).execute()).toEqual([])
      expect(await systemMessagesTo(app, reporter)).toHaveLength(1)
    }
  })

  test('rejects the report of a member who is being locked out', async () => {
    const [member, reporter] = await buildMembers(app, 2)
    const [banned, refused] = await atOnce(
      app,
      [reporter],
      [() => ban(app, admin, reporter), () => reportThing(app, reporter, { reportedUserId: member.id })],
    )
    expectOk(banned)
    const count = refused?.status === 200 ? 1 : 0
    if (refused?.status !== 200) expect(refused?.body.code).toBe('ACCOUNT_BANNED')
    const made = app.deps.db.selectFrom('reports').select('id').where('reporter_id', '=', reporter.id)
    expect(await made.execute()).toHaveLength(count)
  })

  test('rejects the calls of an admin after a ban', async () => {
    const [leaving, member] = [await buildMember(app, { role: 'ADMIN' }), await buildMember(app)]
    for (const staffAction of [suspend, ban, unsuspend]) {
      const banning = `update members set banned_at = now(), ban_reason = 'Took bribes' where id = $1`
      const acting = callDuring(app, banning, [leaving.id], () => staffAction(app, leaving, member))
      expect(expectFailure(await acting, 403, 'ACCOUNT_BANNED').reason).toBe('Took bribes')
      await updateMember(app, leaving, { banned_at: null })
    }
    expect(await linesOn(member)).toEqual([])
  })
})

describe('one super admin always remains', () => {
  async function appWith(count: number) {
    const ownApp = await temporaryApp()
    const [first, second] = await buildMembers(ownApp, 2, { role: 'SUPERADMIN' })
    const admins = [first, second, ...(await buildMembers(ownApp, count - 2, { role: 'SUPERADMIN' }))]
    return { ownApp, first, second, admins }
  }

  const close = (ownApp: TestApp, { token }: { token: string }) =>
    ownApp.call('PUT', '/user/close-account', { token, body: { password } })

  test('when two ban each other', async () => {
    for (const lockedRows of [0, 1]) {
      const { ownApp, first, second, admins } = await appWith(2)
      const answers = await atOnce(ownApp, admins.slice(lockedRows, lockedRows + 1), [
        () => ban(ownApp, first, second),
        () => ban(ownApp, second, first),
      ])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      for (const answer of refused) expectFailure(answer, 403, 'ACCOUNT_BANNED')
    }
  })

  test('when five ban each other, without a deadlock', async () => {
    const { ownApp, admins } = await appWith(5)
    const calls = admins.map((by, place) => () => ban(ownApp, by, admins[(place + 1) % 5] ?? by))
    const answers = await atOnce(ownApp, admins, calls)
    for (const answer of answers) if (answer.status !== 200) expectFailure(answer, 403, 'ACCOUNT_BANNED')
    const staying = ownApp.deps.db
      .selectFrom('members')
      .select('id')
      .where('role', '=', 'SUPERADMIN')
      .where('banned_at', 'is', null)
    expect((await staying.execute()).length).toBeGreaterThan(0)
  })

  test('when a closing super admin would lock out the last other one', async () => {
    const { ownApp, first, second } = await appWith(2)
    await buildMember(ownApp, { role: 'SUPERADMIN', verified_at: null })
    expectOk(await close(ownApp, first))
    const text = async (answer: Called) => expectFailure(answer, 403, 'LAST_SUPERADMIN').message
    expect(await text(await ban(ownApp, first, second))).toBe('The last super admin cannot be banned.')
    expect(await text(await suspend(ownApp, first, second))).toBe('The last super admin cannot be suspended.')
    expect(await linesOn(second, ownApp)).toEqual([])
    expectOk(await ban(ownApp, second, first))
  })

  test('when one closes the account and bans the other at once', async () => {
    for (const act of [ban, suspend]) {
      const { ownApp, first, second } = await appWith(2)
      const answers = await atOnce(
        ownApp,
        [first],
        [() => close(ownApp, first), () => act(ownApp, { token: first.token }, second)],
      )
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      for (const answer of refused) expectFailure(answer, 403, 'LAST_SUPERADMIN')
    }
  })

  test('when one closes the account while being banned', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { ownApp, admins } = await appWith(4)
      const others = (place: number) => admins[(place + 1) % 4] ?? admins[0]
      const calls = admins.flatMap((by, place) => [
        () => close(ownApp, by),
        () => ban(ownApp, by, others(place) ?? by),
        () => suspend(ownApp, by, others(place) ?? by),
      ])
      const answers = await Promise.all(calls.map((call) => call()))
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const { rows } = await ownApp.deps.pool.query<{ deadlocks: number; staying: number }>(`
        select (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks,
          (select count(*) from members where role = 'SUPERADMIN' and banned_at is null
            and suspended_until is null and closure_requested_at is null) as staying`)
      expect(rows[0]?.deadlocks).toBe(0)
      expect(rows[0]?.staying).toBeGreaterThan(0)
    }
  })

  test('when the other one is suspended', async () => {
    const { ownApp, first, second } = await appWith(2)
    await suspend(ownApp, first, second)
    expectFailure(await close(ownApp, first), 403, 'LAST_SUPERADMIN')
    ownApp.clock.move(86_400_000)
    expectOk(await close(ownApp, { token: await buildToken(ownApp, first) }))
  })
})

describe('an open stream ends', () => {
  /** Collects the members of events on the bus, so that the test need not wait for the periodic check of the database. */
  function heardOn({ deps }: TestApp) {
    const heard: number[] = []
    onTestFinished(deps.bus.subscribe((memberIds) => heard.push(...memberIds)))
    return heard
  }

  test.each([
    ['suspended', suspend],
    ['banned', ban],
  ] as const)('when the member is %s, without another event', async (_, lockOut) => {
    const [member, bystander] = await buildMembers(app, 2)
    const pages = [await openPage(app, member), await openPage(app, member)]
    const other = await openPage(app, bystander)
    const heard = heardOn(app)
    expectOk(await lockOut(app, admin, member))
    expect(heard).toContain(member.id)
    for (const page of pages) {
      await page.ended
      expect(page.named('message')).toEqual([])
    }
    await send(app, admin, bystander)
    expect(await other.untilNamed('message')).toHaveLength(1)
    expect((await listen(app, member)).status).toBe(403)
  })

  test('on every node that shares a Redis', async (context) => {
    const redis = await startRedis(context)
    const nodeWith = async (bus: Bus) => {
      const node = await temporaryApp({ sameDatabaseAs: { url: app.databaseUrl }, bus })
      onTestFinished(() => bus.close())
      return node
    }
    const quiet = () => {}
    const [one, other] = await buildSeveral(2, () => nodeWith(redisBus(redis.url, quiet)))
    const heard = heardOn(other)
    const call = () => {
      one.deps.bus.wake([1])
      return heard.includes(1)
    }
    await expect.poll(call).toBe(true)
    for (const lockOut of [suspend, ban]) {
      const member = await buildMember(app)
      const pages = [await openPage(one, member), await openPage(other, member)]
      expectOk(await lockOut(one, admin, member))
      for (const page of pages) await page.ended
      expect(heard).toContain(member.id)
      for (const node of [one, other])
        expect(await node.call('GET', '/messaging/unread', { token: member.token })).toMatchObject({
          status: 403,
        })
    }
  })
})
