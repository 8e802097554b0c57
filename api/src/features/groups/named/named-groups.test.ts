import * as api from '@rootsquare/contract/named-groups'
import { listAudit } from '@rootsquare/contract/moderation'
import { getProfile } from '@rootsquare/contract/profiles'
import { getGroup, suggestGroups } from '@rootsquare/contract/groups'
import { describe, expect, test } from 'vitest'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import {
  buildMember,
  buildSignUp,
  codeIn,
  groupIdOf,
  mailsTo,
  systemMessagesTo,
} from '#api/test/builders/members.ts'
import { insertRow, insertRows, readRow, readRows } from '#api/test/rows.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const { db } = app.deps
const another = await groupIdOf(app, 'another-people')
const admin = await buildMember(app, { role: 'ADMIN' })
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })
let number = 0

/** Signs up over HTTP, and returns the id. */
async function signUpAs(proposedGroup: string, { isVerified = true } = {}) {
  const body = await buildSignUp(app, { groupId: another, proposedGroup })
  expectOk(await app.call('POST', '/create/user', { body }))
  if (isVerified) {
    const verificationCode = codeIn((await mailsTo(app, body.emailAddress))[0])
    expectOk(await app.call('POST', '/signup/email/verify', { body: { verificationCode } }))
  }
  const { id } = await readRow(db, 'members', { username: body.username }, ['id'])
  return { id, ...body }
}

async function newGroup(): Promise<number> {
  number += 1
  return (await insertRow(db, 'groups', { name: `New people ${number}`, created_at: app.clock.now() })).id
}

const list = async (query = {}) =>
  dataOf(api.listNamedGroups, await app.call('GET', '/groups/named', { token: admin.token, query }))

async function rowOf(name: string) {
  return (await list({ size: 100 })).content.find((row) => row.name === name)
}

const move = (id: number | string, groupId: unknown, { token } = admin) =>
  app.call('POST', `/groups/named/${id}`, { token, body: { groupId } })

const groupsOf = async (id: number) =>
  (await readRows(db, 'memberships', { member_id: id })).map(({ group_id }) => group_id)

const usersOf = async (id: number) => dataOf(getGroup, await app.call('GET', `/groups/${id}`)).users

describe('the group "Another people"', () => {
  test('can be found, read and joined, but is not suggested', async () => {
    const query = { name: 'Another people' }
    const found = await app.call('GET', '/groups', { query })
    expect(found).toHaveProperty(
      'body.data.content.0',
      expect.objectContaining({ id: another, isAnotherPeople: true }),
    )
    const member = await buildMember(app, { group_id: null })
    const suggested = await app.call('GET', '/groups/suggestions', { token: member.token })
    expect(dataOf(suggestGroups, suggested).map(({ id }) => id)).not.toContain(another)
    expectOk(await app.call('POST', `/groups/join/${another}`, { token: member.token }))
    expect(await groupsOf(member.id)).toEqual([another])
  })
})

describe('a people that is named at sign-up', () => {
  test('is listed once for all its spellings, with its verified members', async () => {
    await signUpAs('Ìgàrà')
    await signUpAs('  igara ')
    await signUpAs('IGARA')
    await signUpAs('Igara', { isVerified: false })
    expect(await rowOf('Ìgàrà')).toMatchObject({ members: 3 })
    expect((await list()).content.filter(({ name }) => /g.r/i.test(name))).toHaveLength(1)
  })

  test('is listed page by page, most members first', async () => {
    for (const name of ['Paged two', 'Paged one', 'Paged two']) await signUpAs(name)
    const all = await list({ size: 100 })
    const counts = all.content.map(({ members }) => members)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    const second = await list({ size: 1, page: 1 })
    expect(second).toMatchObject({ content: [all.content[1]], number: 1, totalElements: all.totalElements })
  })

  test('is not public', async () => {
    const { id } = await signUpAs('Whispered')
    const { token } = await buildMember(app)
    const called = await app.call('GET', `/user/${id}`, { token })
    expect(dataOf(getProfile, called)).toMatchObject({ groupId: another, groupName: 'Another people' })
    expect(JSON.stringify(called.body)).not.toContain('Whispered')
  })

  test('is erased with the member', async () => {
    const { id } = await signUpAs('Erased')
    await db.deleteFrom('members').where('id', '=', id).execute()
    expect(await readRows(db, 'proposed_groups', { member_id: id })).toEqual([])
    expect(await rowOf('Erased')).toBeUndefined()
  })

  test.each([
    ['', 'Required.'],
    ['  ', 'Required.'],
    ['x'.repeat(81), 'Maximum 80 characters allowed'],
    ['see evil.com', 'A name cannot hold a web or e-mail address.'],
  ])('cannot be %j', async (proposedGroup, text) => {
    const body = await buildSignUp(app, { groupId: another, proposedGroup })
    const called = await app.call('POST', '/create/user', { body })
    expect(expectFailure(called, 400).fields).toEqual({ proposedGroup: text })
  })

  test('cannot be a number or come with another group', async () => {
    const number = await buildSignUp(app, { groupId: another, proposedGroup: 7 })
    expect(
      expectFailure(await app.call('POST', '/create/user', { body: number }), 400).fields,
    ).toHaveProperty('proposedGroup')
    const body = await buildSignUp(app, { proposedGroup: 'Igara' })
    const called = await app.call('POST', '/create/user', { body })
    expect(expectFailure(called, 400).fields).toEqual({
      proposedGroup: 'This is only for the group "Another people".',
    })
    expect(await readRows(db, 'members', { username: body.username })).toEqual([])
  })

  test.each([null, undefined])('may be %s', async (proposedGroup) => {
    const body = await buildSignUp(app, { groupId: another, proposedGroup })
    expectOk(await app.call('POST', '/create/user', { body }))
  })
})

describe('moving those who named a people', () => {
  test('changes their group and membership, tells them, and is in the audit log', async () => {
    const members = [await signUpAs('Ogori'), await signUpAs('ògòrì')]
    const [group, before] = [await newGroup(), await usersOf(another)]
    const row = await rowOf('Ogori')
    const called = await move(row?.id ?? 0, group)
    expect(dataOf(api.moveNamedGroup, called)).toEqual({ moved: 2 })
    for (const { id } of members) {
      expect(await groupsOf(id)).toEqual([group])
      expect(await readRow(db, 'members', { id }, ['group_id'])).toEqual({ group_id: group })
      expect((await systemMessagesTo(app, { id })).at(-1)).toMatch(/^New people \d+ now has a group here/)
    }
    expect([await usersOf(another), await usersOf(group)]).toEqual([before - 2, 2])
    expect(await rowOf('Ogori')).toBeUndefined()
    const audit = await app.call('GET', '/user/admin/audit', {
      token: superadmin.token,
      query: { action: 'MOVE_NAMED_GROUP', actorId: admin.id, size: 1 },
    })
    expect(dataOf(listAudit, audit).content).toMatchObject([
      { targetType: 'group', targetId: group, detail: '2 members' },
    ])
  })

  test('lets those who verify their address later join the right group', async () => {
    await signUpAs('Late')
    const late = await signUpAs('LATE', { isVerified: false })
    const group = await newGroup()
    expect(dataOf(api.moveNamedGroup, await move((await rowOf('Late'))?.id ?? 0, group))).toEqual({
      moved: 1,
    })
    expect(await groupsOf(late.id)).toEqual([])
    const verificationCode = codeIn((await mailsTo(app, late.emailAddress))[0])
    expectOk(await app.call('POST', '/signup/email/verify', { body: { verificationCode } }))
    expect(await groupsOf(late.id)).toEqual([group])
  })

  test('keeps a membership that a member already has, and gives back none that was left', async () => {
    const { id } = await signUpAs('Early')
    const group = await newGroup()
    await db.deleteFrom('memberships').where('member_id', '=', id).execute()
    await insertRows(db, 'memberships', { group_id: group, member_id: id, joined_at: app.clock.now() })
    expectOk(await move((await rowOf('Early'))?.id ?? 0, group))
    expect(await groupsOf(id)).toEqual([group])
    expect(await usersOf(group)).toBe(1)
  })

  test('happens once, however many admins move them at once', async () => {
    const { id } = await signUpAs('Contested')
    const groups = [await newGroup(), await newGroup(), await newGroup()]
    const row = await rowOf('Contested')
    const answers = await Promise.all(
      groups.map((group, at) => move(row?.id ?? 0, group, at === 0 ? superadmin : admin)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await groupsOf(id)).toEqual([groups[answers.findIndex(({ status }) => status === 200)]])
    expectFailure(await move(row?.id ?? 0, groups[0] ?? 0), 404)
  })

  test('rejects an unknown group, the same group, an unknown name and members', async () => {
    const member = await signUpAs('Waiting')
    const id = (await rowOf('Waiting'))?.id ?? 0
    for (const groupId of [987_654_321, another, 'x', null, -1])
      expect(expectFailure(await move(id, groupId), 400).fields).toHaveProperty('groupId')
    const group = await newGroup()
    expectFailure(await move(987_654_321, group), 404)
    expectFailure(await move('x', group), 400)
    expectFailure(await move(id, group, await buildMember(app)), 403)
    expect(await groupsOf(member.id)).toEqual([another])
  })
})
