import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withLongTimeout } from '#api/db/db.ts'
import {
  buildFollow,
  buildMember,
  buildModerator,
  buildPost,
  buildToken,
  mailsTo,
  password,
  systemMessagesTo,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { ban, reportThing, suspend, unsuspend } from '#api/test/builders/moderation.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { recountPosts } from '#api/features/posts/recount.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })

const day = 86_400_000
const actions = { suspend, ban, unsuspend }
const reasons = {
  suspend: 'reasonForSuspension',
  ban: 'reasonForBan',
  unsuspend: 'reasonForUnSuspending',
}
const everyAction = ['suspend', 'ban', 'unsuspend'] as const

const home = ({ token }: { token: string }, ownApp = app) =>
  ownApp.call('GET', '/post/user/post/feed', { token })
const login = ({ username }: Member, userSecret = password, ownApp = app) =>
  ownApp.call('POST', '/login', { body: { username, userSecret } })
const rowOf = ({ id }: { id: number }) =>
  app.deps.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOn = ({ id }: { id: number }) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'reason', 'detail'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
const later = () => new Date(app.clock.now().getTime() + day)

/** Returns the end of a suspension as texts to members show it. */
function inWords(moment: Date | null): string {
  const received = moment?.toLocaleString('en-GB', {
    timeZone: 'Africa/Lagos',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return `${received} (Lagos time)`
}

describe('a suspension', () => {
  test('rejects tokens and log-in with reason and end, until it expires', async () => {
    const own = await temporaryApp()
    const [boss, member] = [await buildMember(own, { role: 'ADMIN' }), await buildMember(own)]
    expectOk(await home(member, own))
    const before = own.clock.now().getTime()
    expect(await suspend(own, boss, member, { days: 3 })).toMatchObject({
      status: 200,
      body: { data: null, message: 'User has been suspended' },
    })
    for (const answer of [await home(member, own), await login(member, password, own)]) {
      const failure = expectFailure(answer, 403, 'ACCOUNT_SUSPENDED')
      expect(failure.reason).toBe('Sold a goat twice')
      const until = new Date(failure.until ?? 0).getTime()
      expect(until - before).toBeGreaterThanOrEqual(3 * day)
      expect(until).toBeLessThanOrEqual(own.clock.now().getTime() + 3 * day)
    }
    // Without the password nobody learns of the suspension.
    expectFailure(await login(member, 'Wrong#1horse', own), 400, 'BAD_CREDENTIALS')
    own.clock.move(3 * day - 60_000)
    expectFailure(await login(member, password, own), 403, 'ACCOUNT_SUSPENDED')
    own.clock.move(60_000)
    expectOk(await login(member, password, own))
    expectOk(await home({ token: await buildToken(own, member) }, own))
  })

  test.each([1, 3, 7, 14, 30])('lasts %i days and stores who did it', async (days) => {
    const member = await buildMember(app)
    await suspend(app, admin, member, { days, reasonForSuspension: '  Rude to elders 🐐 ' })
    const row = await rowOf(member)
    expect(row).toMatchObject({ suspended_by: admin.id, suspension_reason: 'Rude to elders 🐐' })
    expect(Number(row.suspended_until) - Number(row.suspended_at)).toBe(days * day)
    expect(await linesOn(member)).toEqual([
      {
        actor_id: admin.id,
        action: 'SUSPEND_USER',
        reason: 'Rude to elders 🐐',
        detail: days === 1 ? '1 day' : `${days} days`,
      },
    ])
  })

  test('sends a mail, and a message for when the member is back', async () => {
    const member = await buildMember(app, { firstname: 'Ngozi' })
    await suspend(app, admin, member, { reasonForSuspension: 'Called <b>names</b>' })
    const until = inWords((await rowOf(member)).suspended_until)
    expect(until).toMatch(/^\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} \(Lagos time\)$/)
    expect(await systemMessagesTo(app, member)).toEqual([
      `Your account was suspended until ${until}. Reason: Called <b>names</b>`,
    ])
    const mails = await mailsTo(app, member.email)
    expect(mails).toMatchObject([{ subject: 'Your account is suspended' }])
    expect(mails[0]?.text).toBe(
      `Hello Ngozi,\n\nOur moderators have suspended your account until ${until}.\n\nReason: Called <b>names</b>\n\nUntil then you cannot sign in. After that everything is as you left it.\n\nIf you think this is a mistake, answer this mail: it reaches our moderators.\n\nRootsquare`,
    )
    expect(mails[0]?.html).toContain('Reason: Called &#60;b&#62;names')
  })

  test('a second suspension replaces the first, with one mail for the last', async () => {
    const member = await buildMember(app)
    await suspend(app, admin, member, { days: 30 })
    await suspend(app, superadmin, member, { days: 1, reasonForSuspension: 'Less than I thought' })
    const row = await rowOf(member)
    expect(row).toMatchObject({ suspended_by: superadmin.id, suspension_reason: 'Less than I thought' })
    expect(Number(row.suspended_until) - Number(row.suspended_at)).toBe(day)
    expect(await systemMessagesTo(app, member)).toHaveLength(2)
    expect(await linesOn(member)).toHaveLength(2)
    const mails = await mailsTo(app, member.email)
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Less than I thought')])
  })

  test('leaves what the member wrote where it is', async () => {
    const [member, reader] = [await buildMember(app), await buildMember(app)]
    const post = await buildPost(app, member)
    await buildFollow(app, reader, member)
    await suspend(app, admin, member)
    const seen = await app.call('GET', `/post/fetch/${post.id}`, { token: reader.token })
    expect(seen).toMatchObject({ status: 200, body: { data: { caption: post.caption } } })
    expect(await rowOf(member)).toMatchObject({ followers_count: 1, posts_count: 1, banned_at: null })
  })
})

describe('lifting a suspension', () => {
  test('makes the same token work again, with a mail and a message', async () => {
    const member = await buildMember(app)
    await suspend(app, admin, member)
    await mailsTo(app, member.email)
    expect(
      await unsuspend(app, admin, member, { reasonForUnSuspending: 'It was another goat.' }),
    ).toMatchObject({
      status: 200,
      body: { data: null, message: 'User unsuspended successfully' },
    })
    expectOk(await home(member))
    expect(await rowOf(member)).toMatchObject({
      suspended_at: null,
      suspended_by: null,
      suspended_until: null,
      suspension_reason: null,
    })
    expect((await systemMessagesTo(app, member)).at(-1)).toBe(
      'Your suspension was lifted: It was another goat. Welcome back.',
    )
    const [, mail, ...more] = await mailsTo(app, member.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your suspension was lifted')
    expect(mail?.text).toContain('Reason: It was another goat.\n\nSign in: http://localhost:3000/')
    expect((await linesOn(member)).at(-1)).toEqual({
      actor_id: admin.id,
      action: 'UNSUSPEND_USER',
      reason: 'It was another goat.',
      detail: null,
    })
  })

  test('mails only the last state', async () => {
    const member = await buildMember(app)
    await suspend(app, admin, member)
    await unsuspend(app, admin, member)
    expect(await mailsTo(app, member.email)).toMatchObject([{ subject: 'Your suspension was lifted' }])
  })

  test('answers 409 for a member who is not suspended now', async () => {
    const [member, before, banned] = [
      await buildMember(app),
      await buildMember(app, { suspended_until: new Date(app.clock.now().getTime() - 1) }),
      await buildMember(app),
    ]
    for (const free of [member, before]) {
      const failure = expectFailure(await unsuspend(app, admin, free), 409, 'NOT_SUSPENDED')
      expect(failure.message).toBe('This member is not suspended.')
    }
    await suspend(app, admin, banned)
    await ban(app, admin, banned)
    expectFailure(await unsuspend(app, admin, banned), 409, 'ALREADY_BANNED')
    expectFailure(await home(banned), 403, 'ACCOUNT_BANNED')
    for (const free of [member, before]) expect(await systemMessagesTo(app, free)).toEqual([])
  })
})

describe('a ban', () => {
  test('rejects tokens and log-in with the reason, and sends a mail', async () => {
    const member = await buildMember(app, { firstname: 'Ngozi' })
    expectOk(await home(member))
    expect(await ban(app, admin, member)).toMatchObject({
      status: 200,
      body: { data: null, message: 'User has been banned' },
    })
    for (const answer of [await home(member), await login(member)]) {
      const failure = expectFailure(answer, 403, 'ACCOUNT_BANNED')
      expect([failure.reason, failure.until]).toEqual(['Sold a goat thrice', undefined])
    }
    expectFailure(await login(member, 'Wrong#1horse'), 400, 'BAD_CREDENTIALS')
    expect(await systemMessagesTo(app, member)).toEqual([])
    const mails = await mailsTo(app, member.email)
    expect(mails).toMatchObject([{ subject: 'Your account is banned' }])
    expect(mails[0]?.text).toContain('Hello Ngozi,')
    expect(mails[0]?.text).toContain(
      'Reason: Sold a goat thrice\n\nIf you think this is a mistake, answer this mail',
    )
    expect(await linesOn(member)).toEqual([
      { actor_id: admin.id, action: 'BAN_USER', reason: 'Sold a goat thrice', detail: null },
    ])
  })

  test('a ban replaces a suspension, and can not be repeated', async () => {
    const member = await buildMember(app)
    await suspend(app, admin, member)
    expectOk(await ban(app, admin, member))
    expectFailure(await home(member), 403, 'ACCOUNT_BANNED')
    const again = await ban(app, superadmin, member, { reasonForBan: 'Anew' })
    expect(expectFailure(again, 409, 'ALREADY_BANNED').message).toBe(
      'This member is banned already, and a ban cannot be undone.',
    )
    expectFailure(await suspend(app, admin, member), 409, 'ALREADY_BANNED')
    expect(await rowOf(member)).toMatchObject({ ban_reason: 'Sold a goat thrice' })
    expect(await linesOn(member)).toHaveLength(2)
    expect(await mailsTo(app, member.email)).toMatchObject([{ subject: 'Your account is banned' }])
  })

  test('hides what the member did, and every count equals a recount', async () => {
    const [member, other, third] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const [hers, his] = [await buildPost(app, member), await buildPost(app, other)]
    await buildFollow(app, member, other)
    await buildFollow(app, other, member)
    await buildFollow(app, third, member)
    for (const { token } of [member, third]) await app.call('POST', `/post/like/${his.id}`, { token })
    const comment = { token: member.token, body: { comments: 'A word' } }
    await app.call('POST', `/post/comments/${his.id}/create`, comment)
    await ban(app, admin, member)
    expectFailure(await app.call('GET', `/post/fetch/${hers.id}`, { token: other.token }), 404)
    const seen = await app.call('GET', `/post/fetch/${his.id}`, { token: third.token })
    expect(seen.body.data).toMatchObject({ likes: 1, commentCount: 0 })
    const none = { followers_count: 0, following_count: 0 }
    expect(await rowOf(member)).toMatchObject({ ...none, posts_count: 0, groups_count: 0 })
    for (const one of [other, third]) expect(await rowOf(one)).toMatchObject(none)
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('a ban of a member with 5,000 followers corrects all counts', async () => {
    const member = await buildMember(app)
    await withLongTimeout(app.deps.db, async (tx) => {
      await sql`insert into members (username, email, password_hash, firstname, lastname, created_at)
        select 'crowd' || n, 'crowd' || n || '@example.com', '-', 'One', 'Of many', now()
        from generate_series(1, 5000) n`.execute(tx)
      const crowd = sql`members where username like 'crowd%'`
      await sql`insert into follows select id, ${member.id}, now() from ${crowd}`.execute(tx)
      await sql`insert into follows select ${member.id}, id, now() from ${crowd} limit 1000`.execute(tx)
    })
    expect(await rowOf(member)).toMatchObject({ followers_count: 5000, following_count: 1000 })
    expectOk(await ban(app, admin, member))
    expect(await recountPosts(app.deps.db)).toEqual([])
    expect(await rowOf(member)).toMatchObject({ followers_count: 0, following_count: 0 })
  })
})

describe('suspension and ban resolve all open reports on the member', () => {
  test.each(['suspend', 'ban'] as const)(
    'of every kind, and thank each reporter once (%s)',
    async (actionName) => {
      const [member, ada, bayo] = [await buildMember(app), await buildMember(app), await buildMember(app)]
      const post = await buildPost(app, member)
      await reportThing(app, ada, { postId: post.id })
      await reportThing(app, ada, { reportedUserId: member.id })
      await reportThing(app, bayo, { postId: post.id })
      const other = await buildMember(app)
      await reportThing(app, bayo, { reportedUserId: other.id })
      const open = () =>
        app.deps.db
          .selectFrom('reports')
          .select(['reported_id', 'closed_by'])
          .where('reported_id', 'in', [member.id, other.id])
          .orderBy('id')
          .execute()
      expectOk(await actions[actionName](app, admin, member))
      expect(await open()).toEqual([
        ...Array.from({ length: 3 }, () => ({ reported_id: member.id, closed_by: admin.id })),
        { reported_id: other.id, closed_by: null },
      ])
      expect(await systemMessagesTo(app, ada)).toEqual([expect.stringContaining(member.username)])
      expect(await systemMessagesTo(app, bayo)).toEqual([
        `Thank you for your report of ${member.username}’s post. Our moderators have looked at it and dealt with it.`,
      ])
    },
  )

  test('a rejected action closes no report, sends and logs nothing', async () => {
    const [staff, reporter] = [await buildMember(app, { role: 'ADMIN' }), await buildMember(app)]
    await reportThing(app, reporter, { reportedUserId: staff.id })
    for (const actionName of everyAction)
      expectFailure(await actions[actionName](app, admin, staff), 403, 'NOT_TO_STAFF')
    const reports = app.deps.db.selectFrom('reports').select('closed_at').where('reported_id', '=', staff.id)
    expect(await reports.execute()).toEqual([{ closed_at: null }])
    expect([
      await systemMessagesTo(app, reporter),
      await systemMessagesTo(app, staff),
      await linesOn(staff),
    ]).toEqual([[], [], []])
  })
})

describe.each(everyAction)('%s', (actionName) => {
  const act = actions[actionName]
  const target = (columns: object = {}) =>
    buildMember(app, actionName === 'unsuspend' ? { suspended_until: later(), ...columns } : columns)
  const isDone = async ({ id }: Member) => (await linesOn({ id })).length > 0

  test('rejects members and moderators', async () => {
    const member = await target()
    for (const by of [await buildMember(app), await buildModerator(app)])
      expectFailure(await act(app, by, member), 403, 'FORBIDDEN')
    expect(await isDone(member)).toBe(false)
  })

  test('rejects an action on oneself', async () => {
    for (const by of [admin, superadmin]) {
      const failure = expectFailure(await act(app, by, by), 403, 'NOT_TO_YOURSELF')
      expect(failure.message).toBe('You cannot do this to yourself.')
    }
  })

  test('is possible for admins on members, for super admins on all others', async () => {
    for (const role of ['ADMIN', 'SUPERADMIN'] as const) {
      const staff = await target({ role })
      const failure = expectFailure(await act(app, admin, staff), 403, 'NOT_TO_STAFF')
      expect(failure.message).toBe('Only a super admin can do this to staff.')
      expect(await isDone(staff)).toBe(false)
      expect(await act(app, superadmin, staff), role).toMatchObject({ status: 200 })
    }
    for (const by of [admin, superadmin]) expectOk(await act(app, by, await target()))
  })

  test('works on unverified and closing members', async () => {
    const [unverified, closing] = [
      await target({ verified_at: null }),
      await target({ closure_requested_at: app.clock.now() }),
    ]
    for (const member of [unverified, closing]) expectOk(await act(app, admin, member))
    expect(await mailsTo(app, unverified.email)).toEqual([])
    expect(await mailsTo(app, closing.email)).toHaveLength(1)
  })

  test('answers 404 for an unknown member', async () => {
    const failure = expectFailure(await act(app, admin, { id: 987_654_321 }), 404, 'NOT_FOUND')
    expect(failure.message).toBe('User not found')
  })

  test('rejects an admin who is locked out', async () => {
    const member = await target()
    const locks = [{ banned_at: app.clock.now() }, { suspended_until: later() }]
    for (const lock of locks) {
      const by = await buildMember(app, { role: 'ADMIN', ...lock })
      const code = 'banned_at' in lock ? 'ACCOUNT_BANNED' : 'ACCOUNT_SUSPENDED'
      expectFailure(await act(app, by, member), 403, code)
    }
    expect(await isDone(member)).toBe(false)
  })

  test('accepts 200 characters as a reason, counted as people count them', async () => {
    expectOk(await act(app, admin, await target(), { [reasons[actionName]]: '🐐'.repeat(200) }))
  })
})

test.each(['2', '0', '-1', '31', '1.0', 'x', ''])('rejects %j days', async (days) => {
  const member = await buildMember(app)
  const failure = expectFailure(await suspend(app, admin, member, { days }), 400)
  expect(failure.fields).toEqual({ days: 'One of 1, 3, 7, 14 and 30.' })
  expectOk(await home(member))
})
