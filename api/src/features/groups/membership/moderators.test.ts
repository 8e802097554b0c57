import { describe, expect, test } from 'vitest'
import { getMembership } from '@rootsquare/contract/groups'
import {
  buildMember,
  buildPost,
  buildSeveral,
  groupIdOf,
  systemMessagesTo,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { updateRows } from '#api/test/rows.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const groupId = await groupIdOf(app, 'igbo')

type One = { id: number }

const make = ({ id }: One, by: { token: string } = admin, group = groupId) =>
  app.call('POST', '/user/admin/moderator/create', {
    token: by.token,
    body: { groupId: group, userId: id },
  })
const end = ({ id }: One, by: { token: string } = admin, group = groupId) =>
  app.call('DELETE', `/user/admin/moderator/${group}/${id}`, { token: by.token })

const newMember = () => buildMember(app, { group_id: groupId })
const standing = async ({ token }: Member) =>
  dataOf(getMembership, await app.call('GET', `/groups/group-user/${groupId}`, { token }))

const appointed =
  'You are now a moderator of Igbo. You can remove posts and comments there, write its page and decide on what members propose, and its members see you as a moderator.'
const dismissed = 'You are no longer a moderator of Igbo.'

describe('appointing a moderator', () => {
  test('rejects a suspended member until the suspension ends', async () => {
    const member = await newMember()
    const until = (hours: number) =>
      updateRows(
        app.deps.db,
        'members',
        { id: member.id },
        { suspended_until: new Date(app.clock.now().getTime() + hours * 3_600_000) },
      )
    await until(1)
    expectFailure(await make(member), 409, 'SUSPENDED')
    await until(-1)
    expectOk(await make(member))
    await until(1)
    expectOk(await end(member))
  })

  test('and dismissing one take effect at once and notify the member', async () => {
    const [member, author] = [await newMember(), await newMember()]
    const posts = await buildSeveral(2, () => buildPost(app, author, { group_id: groupId }))
    const remove = (post: One | undefined) =>
      app.call('DELETE', `/post/delete/${post?.id}`, { token: member.token })
    expectFailure(await remove(posts[0]), 403)
    expect(await make(member)).toMatchObject({
      status: 200,
      body: { data: null, message: 'The member is now a moderator.' },
    })
    expect(await standing(member)).toMatchObject({ moderator: true, can: { edit: true, appoint: false } })
    expect(await systemMessagesTo(app, member)).toEqual([appointed])
    expectOk(await remove(posts[0]))
    expect(await end(member)).toMatchObject({
      status: 200,
      body: { data: null, message: 'The member is no longer a moderator.' },
    })
    expect(await standing(member)).toMatchObject({ joined: true, moderator: false, can: { edit: false } })
    expect(await systemMessagesTo(app, member)).toEqual([appointed, dismissed])
    expectFailure(await remove(posts[1]), 403)
    expectOk(await make(member, await buildMember(app, { role: 'SUPERADMIN' })))
  })

  test('gives the role in one group only', async () => {
    const member = await newMember()
    const tiv = await groupIdOf(app, 'tiv')
    await app.call('POST', `/groups/join/${tiv}`, { token: member.token })
    await make(member)
    const elsewhere = await app.call('GET', `/groups/group-user/${tiv}`, { token: member.token })
    expect(dataOf(getMembership, elsewhere)).toMatchObject({ joined: true, moderator: false })
    expectFailure(await end(member, admin, tiv), 404, 'NOT_FOUND')
    expect(await standing(member)).toMatchObject({ moderator: true })
  })

  test('rejects a second appointment and one of a non-member', async () => {
    const [member, stranger] = [await newMember(), await buildMember(app)]
    await make(member)
    expect(expectFailure(await make(member), 409, 'ALREADY_MODERATOR').message).toBe(
      'This member is a moderator of this group already.',
    )
    expect(expectFailure(await make(stranger), 409, 'NOT_A_MEMBER').message).toBe(
      'Only a member of the group can be its moderator.',
    )
    expect([await systemMessagesTo(app, member), await systemMessagesTo(app, stranger)]).toEqual([
      [appointed],
      [],
    ])
  })

  test('answers 404 to dismissing a member who does not moderate', async () => {
    const [member, stranger] = [await newMember(), await buildMember(app)]
    for (const one of [member, stranger]) {
      expect(expectFailure(await end(one), 404, 'NOT_FOUND').message).toBe(
        'This member is not a moderator here.',
      )
      expect(await systemMessagesTo(app, one)).toEqual([])
    }
  })

  test('answers 404 for an unknown, unverified or banned member', async () => {
    const [unverified, banned, member] = [
      await buildMember(app, { group_id: groupId, verified_at: null }),
      await newMember(),
      await newMember(),
    ]
    await make(banned)
    await updateMember(app, banned, { banned_at: app.clock.now() })
    for (const hidden of [{ id: 987_654_321 }, unverified, banned]) {
      expect(expectFailure(await make(hidden), 404, 'NOT_FOUND').message).toBe('User not found')
      expectFailure(await end(hidden), 404, 'NOT_FOUND')
    }
    expect(expectFailure(await make(member, admin, 987_654_321), 404).message).toBe('No such group.')
    expect(expectFailure(await end(member, admin, 987_654_321), 404).message).toBe('No such group.')
    expect(await systemMessagesTo(app, banned)).toEqual([appointed])
  })

  test('rejects members and moderators', async () => {
    const [moderator, member] = [await newMember(), await newMember()]
    await make(moderator)
    for (const by of [moderator, member]) {
      expectFailure(await make(member, by), 403, 'FORBIDDEN')
      expectFailure(await end(moderator, by), 403, 'FORBIDDEN')
    }
    expect(await standing(moderator)).toMatchObject({ moderator: true })
  })
})

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

describe('concurrent changes of moderators', () => {
  test('give one 409 to two admins', async () => {
    const other = await buildMember(app, { role: 'ADMIN' })
    for (let round = 0; round < 5; round += 1) {
      const member = await newMember()
      expect(statusesOf(await Promise.all([make(member), make(member, other)]))).toEqual([200, 409])
      expect(await systemMessagesTo(app, member)).toEqual([appointed])
      expect(statusesOf(await Promise.all([end(member), end(member, other)]))).toEqual([200, 404])
      expect(await systemMessagesTo(app, member)).toEqual([appointed, dismissed])
    }
  })

  test('never make a leaving member a moderator', async () => {
    for (let round = 0; round < 10; round += 1) {
      const member = await newMember()
      const leave = () => app.call('DELETE', `/groups/exit/${groupId}`, { token: member.token })
      const calls = round % 2 ? [make(member), leave()] : [leave(), make(member)]
      const answers = await Promise.all(calls)
      const made = answers.filter(({ body }) => body.data === null).length
      for (const { status, body } of answers) {
        if (status !== 200) expect(body).toMatchObject({ code: 'NOT_A_MEMBER' })
      }
      expect(await standing(member)).toMatchObject({ joined: false, moderator: false })
      expect(await systemMessagesTo(app, member)).toHaveLength(made)
    }
  })

  test.each([
    ['the member is banned: 404', 'member', 404, 'NOT_FOUND'],
    ['the admin is banned: 403', 'admin', 403, 'ACCOUNT_BANNED'],
  ] as const)('send no message when %s', async (_, who, status, code) => {
    const both = { member: await newMember(), admin: await buildMember(app, { role: 'ADMIN' }) }
    const making = callDuring(app, 'update members set banned_at = now() where id = $1', [both[who].id], () =>
      make(both.member, both.admin),
    )
    expectFailure(await making, status, code)
    expect(await systemMessagesTo(app, both.member)).toEqual([])
  })
})
