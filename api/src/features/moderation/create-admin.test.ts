import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/moderation'
import { hashUsername } from '#api/features/accounts/sign-up/retired-usernames.ts'
import { buildMember, buildModerator, password } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { insertRows } from '#api/test/rows.ts'

const app = await sharedApp()
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })

let number = 0

function newAdmin(newcomer: Record<string, unknown> = {}) {
  number += 1
  return {
    firstName: 'Ene',
    lastName: 'Ochigbo',
    username: `new.admin${number}`,
    emailAddress: `new.admin${number}@example.com`,
    cipherCode: password,
    userLevel: 3,
    roleId: 2,
    ...newcomer,
  }
}

const create = (body: unknown, by = superadmin) =>
  app.call('POST', '/user/admin/create', { token: by.token, body })
const make = async (newcomer: Record<string, unknown> = {}) =>
  dataOf(api.createAdmin, await create(newAdmin(newcomer)))
const rowsOf = (username: string) =>
  app.deps.db.selectFrom('members').selectAll().where('username', '=', username).execute()

describe('a new admin', () => {
  test('is verified, in no group, and can sign in at once', async () => {
    const newcomer = newAdmin()
    const answer = await create(newcomer)
    expect(answer.body).toMatchObject({ message: 'Admin was created successfully' })
    const admin = dataOf(api.createAdmin, answer)
    expect(admin).toEqual({
      id: expect.any(Number),
      firstname: 'Ene',
      lastname: 'Ochigbo',
      email: newcomer.emailAddress,
      username: newcomer.username,
      profileImage: null,
      role: 'ADMIN',
      status: 'ACTIVE',
      suspendedUntil: null,
      lockReason: null,
      createdDate: expect.any(String),
      can: { suspend: true, unsuspend: false, ban: true },
    })
    const body = { username: newcomer.emailAddress.toUpperCase(), userSecret: newcomer.cipherCode }
    const session = await app.call('POST', '/login', { body })
    expect(session.body.data).toMatchObject({ user_id: admin.id, roles: ['ADMIN'] })
    const token = String(session.body.data?.access_token)
    expectOk(await app.call('GET', '/user/admin/app/users', { token }))
    const profile = await app.call('GET', `/user/${admin.id}`, { token })
    expect(profile.body.data).toMatchObject({ groupId: null, groupsCount: 0 })
  })

  test('is logged', async () => {
    const { id } = await make()
    const lines = app.deps.db.selectFrom('audit_log').selectAll().where('member_id', '=', id)
    expect(await lines.execute()).toMatchObject([{ actor_id: superadmin.id, action: 'CREATE_ADMIN' }])
  })

  test('has no fields beyond those of the contract', async () => {
    const { username } = await make({ role: 'SUPERADMIN', groupId: 1, id: 1, banned_at: '2026-01-01' })
    expect(await rowsOf(username)).toMatchObject([{ role: 'ADMIN', group_id: null, banned_at: null }])
  })

  test('cannot have a taken name or address', async () => {
    const { username, email } = await make()
    const name = { username: 'This username is already taken.' }
    const address = { emailAddress: 'This email address is already registered.' }
    const refusedFor = async (newcomer: Record<string, unknown>) =>
      expectFailure(await create(newAdmin(newcomer)), 409, 'TAKEN').fields
    expect(await refusedFor({ username: username.toUpperCase() })).toEqual(name)
    expect(await refusedFor({ emailAddress: email.toUpperCase() })).toEqual(address)
    expect(await refusedFor({ username, emailAddress: email })).toEqual({ ...name, ...address })
  })

  test('cannot have the reserved name of an erased member', async () => {
    const username = 'gone.admin'
    const until = new Date(app.clock.now().getTime() + 60_000)
    await insertRows(app.deps.db, 'retired_usernames', {
      username_hash: hashUsername(username, app.deps.jwtSecret),
      until,
    })
    expect(expectFailure(await create(newAdmin({ username })), 409, 'TAKEN').fields).toEqual({
      username: 'This username is already taken.',
    })
  })

  test('is created once by ten calls at once', async () => {
    const newcomer = newAdmin()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(newcomer)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(9)
    for (const answer of refused) expectFailure(answer, 409, 'TAKEN')
    const rows = await rowsOf(newcomer.username)
    expect(rows).toHaveLength(1)
    const lines = app.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('member_id', '=', rows[0]?.id ?? 0)
    expect(await lines.execute()).toHaveLength(1)
  })

  test('is rejected if a sign-up with the same name is faster', async () => {
    const newcomer = newAdmin()
    const group = await app.deps.db.selectFrom('groups').select('id').limit(1).executeTakeFirstOrThrow()
    const validationUrl = `${app.deps.settings.publicUrl}/mail-validate`
    const body = { ...newcomer, emailAddress: 'another@example.com', groupId: group.id, validationUrl }
    const answers = await Promise.all([create(newcomer), app.call('POST', '/create/user', { body })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await rowsOf(newcomer.username)).toHaveLength(1)
  })
})

describe('rejects a new admin', () => {
  test('from everybody but super admins', async () => {
    const others = [
      await buildMember(app),
      await buildModerator(app),
      await buildMember(app, { role: 'ADMIN' }),
    ]
    for (const by of others) {
      const newcomer = newAdmin()
      expectFailure(await create(newcomer, by), 403, 'FORBIDDEN')
      expect(await rowsOf(newcomer.username)).toEqual([])
    }
  })

  test('from a super admin who is banned at the same moment', async () => {
    const leaving = await buildMember(app, { role: 'SUPERADMIN' })
    const newcomer = newAdmin()
    const making = callDuring(app, 'update members set banned_at = now() where id = $1', [leaving.id], () =>
      create(newcomer, leaving),
    )
    expectFailure(await making, 403, 'ACCOUNT_BANNED')
    expect(await rowsOf(newcomer.username)).toEqual([])
  })

  test.each([
    ['username', 'admin'],
    ['emailAddress', 'nobody'],
    ['firstName', ' '],
    ['cipherCode', 'short#1A'.slice(0, 7)],
  ])('with a bad %s (%j)', async (field, value) => {
    const failure = expectFailure(await create(newAdmin({ [field]: value })), 400)
    expect(failure.fields).toEqual({ [field]: expect.any(String) })
  })
})
