import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { signUp } from '@rootsquare/contract/accounts'
import { allJobs } from '#api/all-jobs.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { buildMember, buildSignUp, codeIn, mailsTo } from '#api/test/builders/members.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { insertRows, readRows } from '#api/test/rows.ts'
import { purgeUnverified, sweepExpired } from './housekeeping.ts'

const app = await sharedApp()

const day = 86_400_000

const purge = () => purgeUnverified.run(app.deps, {})
const sweep = () => sweepExpired.run(app.deps, {})

async function isThere(id: number): Promise<boolean> {
  const member = await app.deps.db.selectFrom('members').select('id').where('id', '=', id).executeTakeFirst()
  return member !== undefined
}

test('erasing, purging and sweeping are scheduled jobs', () => {
  const timed = allJobs.filter(({ cron }) => cron !== undefined).map(({ name }) => name)
  expect(timed).toEqual(expect.arrayContaining(['erase-closed', 'purge-unverified', 'sweep-expired']))
})

describe('an unconfirmed sign-up', () => {
  test('is deleted after 14 days, and its name and address are free', async () => {
    const body = await buildSignUp(app, { consent: true })
    const { id } = dataOf(signUp, await app.call('POST', '/create/user', { body }))
    await mailsTo(app, body.emailAddress)
    const counts = sql<{ users: number }>`select sum(members_count)::int as users from groups`
    const before = await counts.execute(app.deps.db)
    app.clock.move(14 * day - 60_000)
    await purge()
    expect(await isThere(id)).toBe(true)
    app.clock.move(120_000)
    await purge()
    await purge()
    expect(await isThere(id)).toBe(false)
    expect((await counts.execute(app.deps.db)).rows).toEqual(before.rows)
    expectOk(await app.call('POST', '/create/user', { body }))
  })

  test('stays when it is confirmed on the last day', async () => {
    const body = await buildSignUp(app)
    const { id } = dataOf(signUp, await app.call('POST', '/create/user', { body }))
    app.clock.move(13 * day)
    await app.call('POST', '/signup/email/resend', { body: { emailAddress: body.emailAddress } })
    const verificationCode = codeIn((await mailsTo(app, body.emailAddress)).at(-1))
    const verified = await app.call('POST', '/signup/email/verify', { body: { verificationCode } })
    expect(verified.status).toBe(200)
    app.clock.move(30 * day)
    await purge()
    expect(await isThere(id)).toBe(true)
  })

  test('stays when it is confirmed during the purge', async () => {
    const { id } = await buildMember(app, { verified_at: null, created_at: inDays(app.clock.now(), -20) })
    const purging = callDuring(app, 'update members set verified_at = now() where id = $1', [id], () =>
      purge(),
    )
    await purging
    expect(await isThere(id)).toBe(true)
  })
})

describe('the deletion of expired rows', () => {
  test('deletes expired sessions and codes', async () => {
    const { id } = await buildMember(app)
    const now = app.clock.now()
    const session = { member_id: id, created_at: inDays(now, -2) }
    await insertRows(app.deps.db, 'sessions', [
      { ...session, id: `old-${id}`, expires_at: inHours(now, -1) },
      { ...session, id: `new-${id}`, expires_at: inHours(now, 1) },
    ])
    const code = { member_id: id, kind: 'reset' as const, created_at: inDays(now, -2) }
    await insertRows(app.deps.db, 'codes', [
      { ...code, code_hash: Buffer.from(`old-${id}`), expires_at: inHours(now, -1) },
      { ...code, code_hash: Buffer.from(`new-${id}`), expires_at: inHours(now, 1) },
    ])
    await sweep()
    const sessions = await readRows(app.deps.db, 'sessions', { member_id: id }, ['id'])
    expect(sessions.map((row) => row.id)).toContain(`new-${id}`)
    expect(sessions.map((row) => row.id)).not.toContain(`old-${id}`)
    const codes = await readRows(app.deps.db, 'codes', { member_id: id }, ['code_hash'])
    expect(codes.map((row) => row.code_hash.toString())).toEqual([`new-${id}`])
  })

  test('deletes idempotency keys after a day', async () => {
    const { id } = await buildMember(app)
    const now = app.clock.now()
    const stored = { member_id: id, fingerprint: Buffer.from('x'), status: 200, answer: '{}' }
    await insertRows(app.deps.db, 'idempotency_keys', [
      { ...stored, key: 'old', created_at: inHours(now, -25) },
      { ...stored, key: 'new', created_at: inHours(now, -23) },
    ])
    await sweep()
    const keys = await readRows(app.deps.db, 'idempotency_keys', { member_id: id }, ['key'])
    expect(keys).toEqual([{ key: 'new' }])
  })

  test('frees retired usernames after a year', async () => {
    const now = app.clock.now()
    await insertRows(app.deps.db, 'retired_usernames', [
      { username_hash: Buffer.from('old'), until: inHours(now, -1) },
      { username_hash: Buffer.from('new'), until: inDays(now, 1) },
    ])
    await sweep()
    const names = await app.deps.db.selectFrom('retired_usernames').select('username_hash').execute()
    expect(names.map((row) => row.username_hash.toString())).toEqual(['new'])
  })

  test('deletes familiar addresses after half a year', async () => {
    const { id } = await buildMember(app)
    const now = app.clock.now()
    await insertRows(app.deps.db, 'familiar_addresses', [
      { member_id: id, address_hash: Buffer.from('old'), seen_at: inDays(now, -181) },
      { member_id: id, address_hash: Buffer.from('new'), seen_at: inDays(now, -179) },
    ])
    await sweep()
    const left = app.deps.db
      .selectFrom('familiar_addresses')
      .select('address_hash')
      .where('member_id', '=', id)
    expect((await left.execute()).map((row) => row.address_hash.toString())).toEqual(['new'])
  })

  test('can run twice', async () => {
    const { id, token } = await buildMember(app)
    await Promise.all([sweep(), sweep(), purge(), purge()])
    expectOk(await app.call('GET', `/user/${id}`, { token }))
  })
})
