import { describe, expect, test } from 'vitest'
import { getGroup, listMemberGroups } from '@rootsquare/contract/groups'
import { homeFeed } from '@rootsquare/contract/posts'
import { buildFollow, buildMember, buildPost, buildToken, groupIdOf } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { updateRows } from '#api/test/rows.ts'

const app = await sharedApp()

type Signed = { token: string }

const join = ({ token }: Signed, id: number | string, to = app) =>
  to.call('POST', `/groups/join/${id}`, { token })
const exit = ({ token }: Signed, id: number | string) => app.call('DELETE', `/groups/exit/${id}`, { token })

const rowsOf = (groupId: number, memberId?: number) =>
  app.deps.db
    .selectFrom('memberships')
    .select(['member_id', 'is_moderator', 'joined_at'])
    .where('group_id', '=', groupId)
    .$if(memberId !== undefined, (rows) => rows.where('member_id', '=', memberId ?? 0))
    .execute()

const usersOf = async (groupId: number) => dataOf(getGroup, await app.call('GET', `/groups/${groupId}`)).users

async function groupsCountOf({ id }: { id: number }): Promise<number> {
  const member = app.deps.db.selectFrom('members').select('groups_count').where('id', '=', id)
  return (await member.executeTakeFirstOrThrow()).groups_count
}

const joined = { status: 200, body: { data: { joined: true } } }
const left = { status: 200, body: { data: { joined: false } } }

describe('joining a group', () => {
  test('and leaving it update the group, the own list and the counts', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'tiv')]
    const namesNow = async () => {
      const called = await app.call('GET', '/user/group-list', { token: member.token })
      return dataOf(listMemberGroups, called).content.map(({ name }) => name)
    }
    expect(await join(member, id)).toMatchObject(joined)
    expect(await namesNow()).toEqual(['Tiv', 'Yoruba'])
    expect([await usersOf(id), await groupsCountOf(member)]).toEqual([1, 2])
    expect(await exit(member, id)).toMatchObject(left)
    expect(await namesNow()).toEqual(['Yoruba'])
    expect([await usersOf(id), await groupsCountOf(member)]).toEqual([0, 1])
    expect(await join(member, id)).toMatchObject(joined)
    expect(await usersOf(id)).toBe(1)
  })

  test('is harmless when repeated, and keeps the first time', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'efik')]
    expect(await exit(member, id)).toMatchObject(left)
    await join(member, id)
    const first = await rowsOf(id)
    app.clock.move(60_000)
    expect(await join(member, id)).toMatchObject(joined)
    expect(await rowsOf(id)).toEqual(first)
    for (let turn = 0; turn < 2; turn += 1) expect(await exit(member, id)).toMatchObject(left)
    expect([await usersOf(id), await groupsCountOf(member)]).toEqual([0, 1])
  })

  test('does not restore the moderator role after leaving', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'idoma')]
    await join(member, id)
    await updateRows(app.deps.db, 'memberships', { group_id: id }, { is_moderator: true })
    await exit(member, id)
    await join(member, id)
    expect(await rowsOf(id)).toMatchObject([{ member_id: member.id, is_moderator: false }])
  })

  test('adds the posts of the group to the home feed', async () => {
    const [reader, author, friend] = [
      await buildMember(app, { group_id: null }),
      await buildMember(app),
      await buildMember(app),
    ]
    await buildFollow(app, reader, friend)
    const id = await groupIdOf(app, 'nupe')
    const post = await buildPost(app, author, { group_id: id })
    const followed = await buildPost(app, friend, { group_id: id })
    const feed = async () => {
      const called = await app.call('GET', '/post/user/post/feed', { token: reader.token })
      return dataOf(homeFeed, called).content.map((one) => one.id)
    }
    expect(await feed()).toEqual([followed.id])
    await app.runJobs()
    await join(reader, id)
    expect(await feed()).toEqual([followed.id, post.id])
    await exit(reader, id)
    expect(await feed()).toEqual([followed.id])
  })

  test('is required for posting in the group', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'jukun')]
    const post = () =>
      app.call('POST', `/post/group/${id}/create`, { token: member.token, body: { caption: 'Here' } })
    await join(member, id)
    expectOk(await post())
    await exit(member, id)
    expectFailure(await post(), 403, 'NOT_A_MEMBER')
    await join(member, id)
    expectOk(await post())
  })

  test('rejects an unknown group', async () => {
    const member = await buildMember(app)
    const unknown = Number.MAX_SAFE_INTEGER
    expect(expectFailure(await join(member, unknown), 404, 'NOT_FOUND').message).toBe('No such group.')
    expect(expectFailure(await exit(member, unknown), 404, 'NOT_FOUND').message).toBe('No such group.')
    expect(await groupsCountOf(member)).toBe(1)
  })

  test('answers 429 after 300 an hour, not counting rejected ones', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const member = await buildMember(limited)
    const joinBy = async (slug: string) => {
      limited.clock.move(61_000)
      return join(member, await groupIdOf(limited, slug), limited)
    }
    for (let turn = 0; turn < 2; turn += 1) expectFailure(await join(member, 987_654, limited), 404)
    for (const slug of ['tiv', 'tiv', 'tiv', 'tiv', 'igbo', 'efik'])
      expect(await joinBy(slug)).toMatchObject(joined)
    expectFailure(await joinBy('nupe'), 429, 'TOO_MANY_REQUESTS')
  })
})

describe('concurrent joins and leaves', () => {
  async function expectExact(groupId: number): Promise<void> {
    expect(await usersOf(groupId)).toBe((await rowsOf(groupId)).length)
  }

  test('of one member on two devices create one row', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'igala')]
    const phone = { token: await buildToken(app, member) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => join(turn % 2 ? phone : member, id)),
    )
    for (const answer of answers) expect(answer).toMatchObject(joined)
    expect(await rowsOf(id)).toHaveLength(1)
    expect([await usersOf(id), await groupsCountOf(member)]).toEqual([1, 2])
  })

  test('of 30 members keep the count exact', async () => {
    const id = await groupIdOf(app, 'kanuri')
    const members = await Promise.all(
      Array.from({ length: 30 }, (_, place) => buildMember(app, { group_id: place < 15 ? id : null })),
    )
    expect(await usersOf(id)).toBe(15)
    const both = members.flatMap((member, place) =>
      place % 2 ? [join(member, id), exit(member, id)] : [exit(member, id), join(member, id)],
    )
    const answers = await Promise.all(both)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    await expectExact(id)
    for (const member of members.slice(10, 20)) {
      expect(await groupsCountOf(member)).toBe((await rowsOf(id, member.id)).length)
    }
    const again = await Promise.all(members.flatMap((member) => [join(member, id), join(member, id)]))
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
    await expectExact(id)
    expect(await usersOf(id)).toBe(30)
    const exits = await Promise.all(members.flatMap((member) => [exit(member, id), exit(member, id)]))
    expect(exits.filter(({ status }) => status !== 200)).toEqual([])
    expect(await usersOf(id)).toBe(0)
  })

  test('leave no membership behind when the member is banned', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'urhobo')]
    const joining = callDuring(app, 'update members set banned_at = now() where id = $1', [member.id], () =>
      join(member, id),
    )
    expectFailure(await joining, 403, 'ACCOUNT_BANNED')
    expect(await usersOf(id)).toBe(0)
    expect(await groupsCountOf(member)).toBe(0)
  })

  test('leave no late post behind when the member posts', async () => {
    const [member, id] = [await buildMember(app), await groupIdOf(app, 'itsekiri')]
    await join(member, id)
    const leaving = `select from members where id = ${member.id} for no key update;
      delete from memberships where member_id = ${member.id} and group_id = ${id}`
    const post = { token: member.token, body: { caption: 'Too late' } }
    const posting = callDuring(app, leaving, [], () => app.call('POST', `/post/group/${id}/create`, post))
    expectFailure(await posting, 403, 'NOT_A_MEMBER')
  })
})

test('leaving during a join ends the membership', async () => {
  const [member, id] = [await buildMember(app), await groupIdOf(app, 'tiv')]
  const joins = 'insert into memberships (group_id, member_id, joined_at) values ($1, $2, now())'
  expect(await callDuring(app, joins, [id, member.id], () => exit(member, id))).toMatchObject(left)
  expect(await rowsOf(id, member.id)).toEqual([])
})
