import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/reports'
import {
  buildMember,
  buildModerator,
  buildPost,
  buildToken,
  groupIdOf,
  systemMessagesTo,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { write } from '#api/test/builders/messages.ts'
import { suspend } from '#api/test/builders/moderation.ts'
import { buildReport, report, resolve } from '#api/test/builders/reports.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring, openTransaction } from '#api/test/waiting.ts'
import { readRow, readRows } from '#api/test/rows.ts'

const app = await sharedApp()
const yoruba = await groupIdOf(app, 'yoruba')
const admin = await buildMember(app, { role: 'ADMIN' })
const moderator = await buildModerator(app)

/** Builds a post in a group and a report of it by another member. */
async function reported(group_id: number | null = yoruba) {
  const [reporter, author] = [await buildMember(app), await buildMember(app)]
  const post = await buildPost(app, author, { group_id })
  const { id } = await report(app, reporter, { postId: post.id })
  return { id, post, reporter, author }
}

const isOpen = async (id: number) => {
  const row = await readRow(app.deps.db, 'reports', { id }, ['closed_at', 'closed_by'])
  return row.closed_at === null && row.closed_by === null
}

const linesOf = (id: number) =>
  readRows(app.deps.db, 'audit_log', { target_type: 'report', target_id: id }, [
    'actor_id',
    'member_id',
    'action',
    'reason',
    'created_at',
  ])

const thanks = ({ username }: Member, kind: string) =>
  `Thank you for your report of ${username}’s ${kind}. Our moderators have looked at it and dealt with it.`

describe('a report can be resolved', () => {
  test('with all others on the same target, once that is removed', async () => {
    const { id, post, reporter } = await reported(null)
    const other = await buildMember(app)
    const second = await report(app, other, { postId: post.id })
    expectOk(await app.call('DELETE', `/post/delete/${post.id}`, { token: admin.token }))
    expectOk(await resolve(app, admin, id))
    expect([await isOpen(id), await isOpen(second.id)]).toEqual([false, false])
    for (const one of [reporter, other]) expect(await systemMessagesTo(app, one)).toHaveLength(1)
  })

  test('alone while its target exists', async () => {
    const { id, post } = await reported(null)
    const second = await report(app, await buildMember(app), { postId: post.id })
    expectOk(await resolve(app, admin, id))
    expect([await isOpen(id), await isOpen(second.id)]).toEqual([false, true])
    expectOk(await app.call('DELETE', `/post/delete/${post.id}`, { token: admin.token }))
    expectFailure(await resolve(app, admin, id), 409, 'ALREADY_ADDRESSED')
    expect(await isOpen(second.id)).toBe(true)
  })

  test('by an admin, with a message to the reporter and a log line', async () => {
    const { id, reporter, author } = await reported(null)
    const answer = await resolve(app, admin, id)
    expect(answer.body).toMatchObject({ message: 'The report is resolved. Its reporter has been told.' })
    expect(dataOf(api.resolveReport, answer)).toMatchObject({
      id,
      username: author.username,
      createdBy: reporter.username,
      reporterEmail: reporter.email,
      addressed: true,
      addressedBy: admin.username,
      addressedDate: expect.any(String),
      can: { resolve: false, suspend: true, ban: true },
    })
    expect(await systemMessagesTo(app, reporter)).toEqual([thanks(author, 'post')])
    expect(await systemMessagesTo(app, author)).toEqual([])
    const line = { actor_id: admin.id, member_id: author.id, action: 'RESOLVE_REPORT', reason: null }
    expect(await linesOf(id)).toEqual([{ ...line, created_at: expect.any(Date) }])
  })

  test('by a moderator of its group, who sees no e-mail address', async () => {
    const { id, reporter, author } = await reported()
    const record = dataOf(api.resolveReport, await resolve(app, moderator, id))
    expect(record).toMatchObject({ addressedBy: moderator.username, reporterEmail: null })
    expect(record.can).toEqual({ resolve: false, remove: true, suspend: false, ban: false })
    expect(await systemMessagesTo(app, reporter)).toEqual([thanks(author, 'post')])
    expect(await linesOf(id)).toMatchObject([{ actor_id: moderator.id }])
  })

  test('of every kind, with a text of its own', async () => {
    const [reporter, author] = [await buildMember(app), await buildMember(app)]
    const { chatId } = await write(app, author, reporter)
    await resolve(app, admin, (await report(app, reporter, { chatId })).id)
    for (const target_type of ['comment', 'item', 'user'] as const)
      await resolve(app, admin, await buildReport(app, reporter, author, { target_type, target_id: 1 }))
    const kinds = ['message', 'comment', 'item', 'profile']
    expect(await systemMessagesTo(app, reporter)).toEqual(kinds.map((kind) => thanks(author, kind)))
  })

  test('without those of others on the same post', async () => {
    const { id, post } = await reported()
    const other = await report(app, await buildMember(app), { postId: post.id })
    await resolve(app, admin, id)
    expect([await isOpen(id), await isOpen(other.id)]).toEqual([false, true])
  })

  test('without a message to banned or erased reporters or the resolver', async () => {
    const banned = await reported()
    const now = app.clock.now()
    await updateMember(app, banned.reporter, { banned_at: now })
    expectOk(await resolve(app, admin, banned.id))
    expect(await systemMessagesTo(app, banned.reporter)).toEqual([])
    const erased = await reported()
    await app.deps.db.deleteFrom('members').where('id', '=', erased.reporter.id).execute()
    const record = dataOf(api.resolveReport, await resolve(app, admin, erased.id))
    expect(record).toMatchObject({ addressed: true, reporterId: null, createdBy: null })
    const { id } = await report(app, admin, { reportedUserId: erased.author.id })
    expectOk(await resolve(app, admin, id))
    expect(await systemMessagesTo(app, admin)).toEqual([])
  })
})

describe('rejects to resolve a report', () => {
  test('that is already resolved', async () => {
    const { id, reporter } = await reported()
    await resolve(app, moderator, id)
    const refused = expectFailure(await resolve(app, admin, id), 409, 'ALREADY_ADDRESSED')
    expect(refused.message).toBe('This report has been addressed already.')
    expect(await systemMessagesTo(app, reporter)).toHaveLength(1)
    expect(await linesOf(id)).toHaveLength(1)
  })

  test('except once of many calls', async () => {
    const { id, reporter } = await reported()
    const other = await buildMember(app, { role: 'SUPERADMIN' })
    const phone = { token: await buildToken(app, admin) }
    const all = [admin, phone, moderator, other]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => resolve(app, all[nth % 4] ?? admin, id)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)])
    expect(await systemMessagesTo(app, reporter)).toHaveLength(1)
    expect(await linesOf(id)).toHaveLength(1)
  })

  test('about the viewer, even for staff', async () => {
    for (const one of [admin, moderator]) {
      const post = await buildPost(app, one, { group_id: yoruba })
      const { id } = await report(app, await buildMember(app), { postId: post.id })
      expectFailure(await resolve(app, one, id), 403, 'OWN_REPORT')
      expect(await isOpen(id)).toBe(true)
      expect(await linesOf(id)).toEqual([])
      const another = one === admin ? moderator : admin
      expectOk(await resolve(app, another, id))
      expectFailure(await resolve(app, one, id), 403, 'OWN_REPORT')
    }
  })

  test('for members who may not resolve it', async () => {
    const foreign = await reported(await groupIdOf(app, 'igbo'))
    const groupless = await reported(null)
    for (const { id } of [foreign, groupless]) {
      expectFailure(await resolve(app, moderator, id), 404, 'NOT_FOUND')
      expect(await isOpen(id)).toBe(true)
    }
    const { id, reporter, author } = await reported()
    for (const one of [reporter, author]) expectFailure(await resolve(app, one, id), 403, 'FORBIDDEN')
    expect(await isOpen(id)).toBe(true)
  })

  test('for a former moderator and a banned admin', async () => {
    const { id } = await reported()
    const [former, banned] = [await buildModerator(app), await buildMember(app, { role: 'ADMIN' })]
    await app.deps.db.deleteFrom('memberships').where('member_id', '=', former.id).execute()
    expectFailure(await resolve(app, former, id), 403, 'FORBIDDEN')
    const resolving = callDuring(app, 'update members set banned_at = now() where id = $1', [banned.id], () =>
      resolve(app, banned, id),
    )
    expectFailure(await resolving, 403, 'ACCOUNT_BANNED')
    expect(await isOpen(id)).toBe(true)
  })

  test('that does not exist', async () => {
    expectFailure(await resolve(app, admin, Number.MAX_SAFE_INTEGER), 404, 'NOT_FOUND')
  })
})

describe('at the moment of an erasure', () => {
  test('a ban of the reporter does not deadlock', async () => {
    const { id, reporter } = await reported()
    const lock = 'select from members where id = $1 for update'
    const { client, commit } = await openTransaction(app, lock, [reporter.id])
    expectOk(await resolve(app, admin, id))
    await client.query('delete from members where id = $1', [reporter.id])
    await commit()
    expect(await isOpen(id)).toBe(false)
  })

  test('a report on the erased member is deleted', async () => {
    const { id, author } = await reported()
    const erasing = 'delete from members where id = $1'
    const answer = await callDuring(app, erasing, [author.id], () => resolve(app, admin, id))
    expectFailure(answer, 404, 'NOT_FOUND')
    expect(await linesOf(id)).toEqual([])
  })
})

test('closes all reports on a banned member, with one message per reporter', async () => {
  const { id, author, reporter } = await reported()
  const several = await buildMember(app)
  const ids = [id]
  for (const target_type of ['user', 'comment'] as const)
    ids.push(await buildReport(app, several, author, { target_type, target_id: 7 }))
  const elsewhere = await buildReport(app, author, reporter)
  expectOk(await suspend(app, admin, author))
  for (const one of ids) expect(await isOpen(one)).toBe(false)
  expect(await isOpen(elsewhere)).toBe(true)
  expect(await systemMessagesTo(app, reporter)).toEqual([thanks(author, 'post')])
  expect(await systemMessagesTo(app, several)).toEqual([
    `Thank you for your reports about ${author.username}. Our moderators have looked at them and dealt with them.`,
  ])
  expectOk(await suspend(app, admin, author))
  expect(await systemMessagesTo(app, reporter)).toHaveLength(1)
})
