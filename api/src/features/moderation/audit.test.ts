import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as groups from '@rootsquare/contract/groups'
import { AuditAction, listAudit } from '@rootsquare/contract/moderation'
import * as commentApi from '@rootsquare/contract/comments'
import * as sections from '@rootsquare/contract/sections'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import {
  buildMember,
  buildMembers,
  buildModerator,
  buildPost,
  buildSeveral,
  groupIdOf,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'
import { insertRows } from '#api/test/rows.ts'

type Query = Record<string, string | number>

const app = await sharedApp()
const groupId = await groupIdOf(app, 'igbo')
const admin = await buildMember(app, { role: 'ADMIN' })
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })
const moderator = await buildModerator(app, { group_id: groupId })
const member = await buildMember(app, { group_id: groupId })

const ask = (query: Query = {}, by: Member = superadmin) =>
  app.call('GET', '/user/admin/audit', { token: by.token, query })
const listed = async (query: Query = {}) => dataOf(listAudit, await ask(query))

type CallOptions = { body?: unknown; query?: Query }
const by = async ({ token }: Member, method: string, path: string, request: CallOptions = {}) =>
  app.call(method, path, { token, ...request })

const commentOn = async (post: { id: number }, { token }: Member) => {
  const body = { comments: 'Words' }
  return dataOf(
    commentApi.addComment,
    await app.call('POST', `/post/comments/${post.id}/create`, { token, body }),
  )
}

let number = 0
const newWords = () => {
  number += 1
  return { name: 'Diet', detail: '', description: `Soup ${number}` }
}
const write = (who: Member, newText = newWords()) =>
  by(who, 'POST', `/groups/${groupId}/page/create`, { body: newText })
const propose = async (who: Member) => {
  const answer = await by(who, 'POST', `/groups/${groupId}/page/propose`, { body: newWords() })
  return dataOf(sections.proposeSection, answer).id
}
const decide = (who: Member, id: number, body: unknown) =>
  by(who, 'PATCH', `/groups/proposals/${id}`, { body })
const makeModerator = (who: Member, userId: number) =>
  by(who, 'POST', '/user/admin/moderator/create', { body: { groupId, userId } })
const removeModerator = (who: Member, userId: number) =>
  by(who, 'DELETE', `/user/admin/moderator/${groupId}/${userId}`)

/** Returns the lines that `act` has added to the log, oldest first. */
async function linesOf(act: () => Promise<unknown>) {
  const before = (await listed({ size: 1 })).totalElements ?? 0
  await act()
  const { content, totalElements } = await listed({ size: 100 })
  return content.slice(0, (totalElements ?? 0) - before).toReversed()
}

async function done(act: Promise<Called>): Promise<void> {
  expectOk(await act)
}

type ExpectedLine = { actor: Member; whom?: Member; action: AuditAction; reason?: string; detail?: string }
type Target = { targetType: string; targetId: number }

const line = ({ actor, whom, action, reason, detail }: ExpectedLine, target: Target) => ({
  id: expect.any(Number),
  actorId: actor.id,
  actorUsername: actor.username,
  userId: whom?.id ?? null,
  username: whom?.username ?? null,
  action,
  reason: reason ?? null,
  detail: detail ?? null,
  ...target,
  createdDate: expect.any(String),
})
const ofGroup = (id = groupId) => ({ targetType: 'group', targetId: id })

async function expectLine(act: () => Promise<Called>, entry: ExpectedLine, target: Target = ofGroup()) {
  app.clock.move(60_000)
  const from = app.clock.now().getTime()
  const lines = await linesOf(() => done(act()))
  expect(lines).toEqual([line(entry, target)])
  const at = Date.parse(lines[0]?.createdDate ?? '')
  expect(at).toBeGreaterThanOrEqual(from)
  expect(at).toBeLessThanOrEqual(app.clock.now().getTime())
}

describe('every action of staff and moderators logs one line', () => {
  test('logs the appointment and dismissal of a moderator', async () => {
    const entry = { actor: admin, whom: member }
    await expectLine(() => makeModerator(admin, member.id), { ...entry, action: 'MAKE_MODERATOR' })
    await expectLine(() => removeModerator(admin, member.id), { ...entry, action: 'END_MODERATOR' })
  })

  test('logs the creation of a group', async () => {
    const body = { name: 'Audited', description: 'A group', image: null, header: null, stateCodes: [] }
    let id = 0
    const lines = await linesOf(async () => {
      id = dataOf(groups.createGroup, await by(admin, 'POST', '/groups/create', { body })).id
    })
    expect(lines).toEqual([line({ actor: admin, action: 'CREATE_GROUP' }, ofGroup(id))])
  })

  test('logs writing and restoring a section, but not an unchanged text', async () => {
    const [first, second] = [newWords(), newWords()]
    const old = dataOf(sections.writeSection, await write(moderator, first)).versionId
    await expectLine(() => write(moderator, second), {
      actor: moderator,
      action: 'WRITE_SECTION',
      detail: 'Diet',
    })
    expect(await linesOf(() => done(write(admin, second)))).toEqual([])
    const restore = () =>
      by(admin, 'POST', `/groups/${groupId}/page/Diet/restore`, { body: { versionId: old } })
    await expectLine(restore, { actor: admin, action: 'RESTORE_SECTION', detail: 'Diet' })
    expect(await linesOf(() => done(restore()))).toEqual([])
  })

  test('logs an accepted proposal, and a declined one with its reason', async () => {
    const [good, bad, silent] = [await propose(member), await propose(member), await propose(member)]
    const entry = { actor: moderator, whom: member }
    const proposal = (id: number) => ({ targetType: 'proposal', targetId: id })
    const declined = { ...entry, action: 'DECLINE_PROPOSAL' as const }
    const reason = 'Ó ti pẹ́ jù'
    const no = (id: number, why?: string) => () => decide(moderator, id, { state: 'DECLINED', reason: why })
    await expectLine(no(bad, reason), { ...declined, reason }, proposal(bad))
    await expectLine(no(silent), declined, proposal(silent))
    const yes = () => decide(moderator, good, { state: 'ACCEPTED', reason: 'not kept' })
    await expectLine(yes, { ...entry, action: 'ACCEPT_PROPOSAL' }, proposal(good))
  })

  test.each([
    ['an admin', () => admin],
    ['a moderator', () => moderator],
  ])('logs that %s deletes a post and a comment of another', async (_, whoever) => {
    const actor = whoever()
    const [gone, stays] = [
      await buildPost(app, member, { group_id: groupId }),
      await buildPost(app, admin, { group_id: groupId }),
    ]
    const { id } = await commentOn(stays, member)
    const entry = { actor, whom: member }
    const post = { targetType: 'post', targetId: gone.id }
    await expectLine(
      () => by(actor, 'DELETE', `/post/delete/${gone.id}`),
      { ...entry, action: 'DELETE_POST' },
      post,
    )
    const comment = { targetType: 'comment', targetId: id }
    const remove = () => by(actor, 'DELETE', `/post/comments/delete/${id}`)
    await expectLine(remove, { ...entry, action: 'DELETE_COMMENT' }, comment)
  })

  test('does not log that they delete their own content', async () => {
    for (const own of [admin, moderator, member]) {
      const [post, other] = [await buildPost(app, own), await buildPost(app, own)]
      const { id } = await commentOn(other, own)
      const lines = await linesOf(async () => {
        await done(by(own, 'DELETE', `/post/delete/${post.id}`))
        await done(by(own, 'DELETE', `/post/comments/delete/${id}`))
      })
      expect(lines).toEqual([])
    }
  })

  test('logs one line when two do it at once', async () => {
    const post = await buildPost(app, member, { group_id: groupId })
    const id = await propose(member)
    const lines = await linesOf(async () => {
      const both = [admin, moderator, superadmin]
      await Promise.all(both.map((one) => by(one, 'DELETE', `/post/delete/${post.id}`)))
      await Promise.all(both.map((one) => decide(one, id, { state: 'DECLINED' })))
      await Promise.all(both.map((one) => makeModerator(one, member.id)))
      await Promise.all(both.map((one) => removeModerator(one, member.id)))
    })
    const expected = ['DELETE_POST', 'DECLINE_PROPOSAL', 'MAKE_MODERATOR', 'END_MODERATOR']
    expect(lines.map(({ action }) => action)).toEqual(expected)
  })
})

test('logs nothing for a rejected action', async () => {
  const post = await buildPost(app, admin, { group_id: groupId })
  const { id } = await commentOn(post, admin)
  const [open, decided] = [await propose(member), await propose(member)]
  await done(decide(moderator, decided, { state: 'DECLINED' }))
  const [stranger, elsewhere] = [await buildMember(app), await buildModerator(app)]
  const taken = { name: 'Igbo', description: 'A group', image: null, header: null, stateCodes: [] }
  const refusals: [number, () => Promise<Called>][] = [
    [403, () => makeModerator(moderator, member.id)],
    [409, () => makeModerator(admin, moderator.id)],
    [409, () => makeModerator(admin, stranger.id)],
    [404, () => makeModerator(admin, 987_654_321)],
    [404, () => removeModerator(admin, member.id)],
    [409, () => by(admin, 'POST', '/groups/create', { body: taken })],
    [403, () => by(member, 'POST', '/groups/create', { body: { ...taken, name: 'Mine' } })],
    [403, () => write(member)],
    [404, () => by(admin, 'POST', '/groups/987654321/page/create', { body: newWords() })],
    [
      404,
      () =>
        by(admin, 'POST', `/groups/${groupId}/page/History/restore`, { body: { versionId: 987_654_321 } }),
    ],
    [403, () => decide(member, open, { state: 'ACCEPTED' })],
    [403, () => decide(stranger, open, { state: 'ACCEPTED' })],
    [404, () => decide(elsewhere, open, { state: 'ACCEPTED' })],
    [409, () => decide(moderator, decided, { state: 'ACCEPTED' })],
    [400, () => decide(moderator, open, { state: 'DECLINED', reason: 'x'.repeat(301) })],
    [403, () => by(member, 'DELETE', `/post/delete/${post.id}`)],
    [403, () => by(member, 'DELETE', `/post/comments/delete/${id}`)],
    [404, () => by(admin, 'DELETE', '/post/delete/987654321')],
  ]
  const lines = await linesOf(async () => {
    for (const [status, act] of refusals) expectFailure(await act(), status)
  })
  expect(lines).toEqual([])
})

test('logs nothing for an admin who is banned at that moment', async () => {
  const banned = await buildModerator(app, { group_id: groupId })
  const [post, other] = await buildSeveral(2, () => buildPost(app, member, { group_id: groupId }))
  const { id } = await commentOn(other, member)
  const lines = await linesOf(async () => {
    const ban = 'update members set banned_at = now() where id = $1'
    const { commit } = await openTransaction(app, ban, [banned.id])
    const paths = [`/post/delete/${post.id}`, `/post/comments/delete/${id}`]
    const acts = paths.map((path) => by(banned, 'DELETE', path))
    await untilWaiting(app, 2)
    await commit()
    for (const act of acts) expectFailure(await act, 403, 'ACCOUNT_BANNED')
  })
  expect(lines).toEqual([])
  await done(by(member, 'GET', `/post/fetch/${post.id}`))
})

test('logs nothing for an action that is rolled back', async () => {
  const { db } = app.deps
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    db,
  )
  await sql`create trigger fails before insert on messages for each row execute function fail()`.execute(db)
  const lines = await linesOf(async () => expectFailure(await makeModerator(admin, member.id), 500))
  await sql`drop trigger fails on messages`.execute(db)
  expect(lines).toEqual([])
})

describe('the log cannot be changed', () => {
  test.each(['update audit_log set reason = null', 'delete from audit_log', 'truncate audit_log'])(
    'even by its owner: %s',
    async (statement) => {
      const { db } = app.deps
      const { rows } = await sql<{ owns: boolean }>`
        select tableowner = current_user as owns from pg_tables where tablename = 'audit_log'`.execute(db)
      expect(rows).toEqual([{ owns: true }])
      const line = { actor_id: 1, action: 'CREATE_GROUP' as const, created_at: app.clock.now() }
      await db.insertInto('audit_log').values(line).execute()
      const before = await listed({ size: 100 })
      expect(before.content.length).toBeGreaterThan(0)
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(
        'The audit log is only written to, never changed.',
      )
      expect(await listed({ size: 100 })).toEqual(before)
    },
  )

  test('not even by an upsert or a cascading truncate', async () => {
    const { db } = app.deps
    const before = await listed({ size: 100 })
    const again = sql`insert into audit_log (id, actor_id, action, created_at) overriding system value
      select id, 1, 'BAN_USER', created_at from audit_log on conflict (id) do update set actor_id = 1`
    await expect(again.execute(db)).rejects.toThrow('never changed')
    await expect(sql`truncate members, audit_log cascade`.execute(db)).rejects.toThrow('never changed')
    expect(await listed({ size: 100 })).toEqual(before)
  })
})

describe('the members in the log', () => {
  test('can be erased, while the lines stay without a name', async () => {
    const [actor, whom] = [
      await buildModerator(app, { group_id: groupId }),
      await buildMember(app, { group_id: groupId }),
    ]
    const id = await propose(whom)
    await done(decide(actor, id, { state: 'DECLINED', reason: 'Not this' }))
    const query = { actorId: actor.id, userId: whom.id }
    const [before] = (await listed(query)).content
    await app.deps.db
      .updateTable('members')
      .set({ closure_requested_at: new Date(app.clock.now().getTime() - 31 * 86_400_000) })
      .where('id', 'in', [actor.id, whom.id])
      .execute()
    await eraseClosed.run(app.deps, {})
    const gone = { actorUsername: null, username: null }
    expect((await listed(query)).content).toEqual([{ ...before, ...gone }])
  })

  test('do not get it in the export of their data', async () => {
    const reason = 'Words for the log alone'
    const [actor, whom] = [moderator, await buildMember(app, { group_id: groupId, suspended_by: admin.id })]
    await insertRows(app.deps.db, 'audit_log', {
      actor_id: actor.id,
      member_id: whom.id,
      action: 'SUSPEND_USER',
      reason,
      created_at: app.clock.now(),
    })
    for (const one of [actor, whom]) {
      const { status, body } = await by(one, 'GET', '/user/export')
      expect(status).toBe(200)
      expect(body).not.toHaveProperty('audit_log')
      expect(body['members']).not.toHaveProperty('suspended_by')
      expect(JSON.stringify(body)).not.toContain(reason)
    }
  })
})

describe('GET /user/admin/audit', () => {
  /** Adds lines of two admins, each a second after the one before. */
  async function fill() {
    const [first, second] = await buildMembers(app, 2, { role: 'ADMIN' })
    const [one, other] = await buildMembers(app, 2)
    const acts = [
      [first, one, 'BAN_USER'],
      [first, other, 'SUSPEND_USER'],
      [second, one, 'SUSPEND_USER'],
      [first, one, 'UNSUSPEND_USER'],
    ] as const
    for (const [actor, whom, action] of acts) {
      app.clock.move(1000)
      const values = { actor_id: actor.id, member_id: whom.id, action, created_at: app.clock.now() }
      await app.deps.db.insertInto('audit_log').values(values).execute()
    }
    return { first, second, one, other }
  }
  const actionsIn = async (query: Query) => (await listed(query)).content.map(({ action }) => action)

  test('lists lines newest first, by actor, member and action', async () => {
    const { first, second, one, other } = await fill()
    expect(await actionsIn({ size: 4 })).toEqual([
      'UNSUSPEND_USER',
      'SUSPEND_USER',
      'SUSPEND_USER',
      'BAN_USER',
    ])
    expect(await actionsIn({ actorId: first.id })).toEqual(['UNSUSPEND_USER', 'SUSPEND_USER', 'BAN_USER'])
    expect(await actionsIn({ userId: one.id })).toEqual(['UNSUSPEND_USER', 'SUSPEND_USER', 'BAN_USER'])
    expect(await actionsIn({ userId: other.id })).toEqual(['SUSPEND_USER'])
    expect(await actionsIn({ actorId: first.id, userId: one.id })).toEqual(['UNSUSPEND_USER', 'BAN_USER'])
    expect(await actionsIn({ actorId: second.id, action: 'SUSPEND_USER' })).toEqual(['SUSPEND_USER'])
    expect(await actionsIn({ actorId: second.id, action: 'BAN_USER' })).toEqual([])
    expect(await actionsIn({ userId: first.id })).toEqual([])
    const times = (await listed({ size: 100 })).content.map(({ createdDate }) => Date.parse(createdDate))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('lists lines page by page, with the total', async () => {
    const { first } = await fill()
    const query = { actorId: first.id, size: 2 }
    const pages = [await listed({ ...query, page: 0 }), await listed({ ...query, page: 1 })]
    expect(pages).toMatchObject([
      { number: 0, last: false, totalPages: 2, totalElements: 3 },
      { number: 1, last: true, totalPages: 2, totalElements: 3 },
    ])
    const all = (await listed({ actorId: first.id })).content
    expect(pages.flatMap(({ content }) => content)).toEqual(all)
    const beyond = await listed({ ...query, page: 2 })
    expect(beyond).toMatchObject({ content: [], last: true, totalElements: 3 })
  })

  test.each(['actorId', 'userId', 'action', 'actorId and userId', 'userId and action'])(
    'by %s is complete, however long, page by page to the end',
    async (filters) => {
      const [actor, whom] = [await buildMember(app, { role: 'ADMIN' }), await buildMember(app)]
      const before = (await listed({ action: 'RESOLVE_REPORT', size: 1 })).totalElements ?? 0
      const act = { actor_id: actor.id, member_id: whom.id, action: 'RESOLVE_REPORT' as const }
      const rows = Array.from({ length: 1203 }, (_, nth) => ({ ...act, target_id: nth + 1 }))
      const created_at = app.clock.now()
      await insertRows(
        app.deps.db,
        'audit_log',
        rows.map((row) => ({ ...row, created_at })),
      )
      const values = { actorId: actor.id, userId: whom.id, action: act.action }
      const query = Object.fromEntries(
        Object.entries(values).filter(([name]) => filters.split(' and ').includes(name)),
      )
      const older = filters === 'action' ? before : 0
      const found = []
      for (let page = 0; page < 13; page += 1) {
        const { content, ...rest } = await listed({ ...query, size: 100, page })
        expect(rest).toMatchObject({
          totalElements: 1203 + older,
          totalPages: Math.ceil((1203 + older) / 100),
        })
        expect(rest).not.toHaveProperty('capped')
        found.push(...content.map(({ targetId }) => targetId))
      }
      expect(found.slice(0, 1203)).toEqual(rows.map(({ target_id }) => target_id).toReversed())
      const last = Math.ceil((1203 + older) / 100) - 1
      expect(await listed({ ...query, size: 100, page: last })).toMatchObject({ last: true })
      expect(await listed({ ...query, size: 100, page: last + 1 })).toMatchObject({ content: [], last: true })
    },
  )

  test('accepts exactly the actions of the contract', async () => {
    for (const action of AuditAction.options) expectOk(await ask({ action }))
    expectFailure(await ask({ action: 'ban_user' }), 400)
  })

  test('rejects a super admin who was demoted or locked out', async () => {
    const [demoted, banned] = await buildMembers(app, 2, { role: 'SUPERADMIN' })
    const change = (id: number, to: { role: 'ADMIN' } | { banned_at: Date }) =>
      app.deps.db.updateTable('members').set(to).where('id', '=', id).execute()
    await change(demoted.id, { role: 'ADMIN' })
    await change(banned.id, { banned_at: app.clock.now() })
    expectFailure(await ask({}, demoted), 403, 'FORBIDDEN')
    expect(await ask({}, banned)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BANNED' } })
  })
})
