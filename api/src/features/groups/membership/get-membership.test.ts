import { expect, test } from 'vitest'
import { getMembership } from '@rootsquare/contract/groups'
import { buildMember, buildMembers, buildModerator, groupIdOf } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRows, updateRows } from '#api/test/rows.ts'

const app = await sharedApp()
const groupId = await groupIdOf(app, 'igbo')

const standing = async ({ token }: { token: string }, id = groupId) =>
  dataOf(getMembership, await app.call('GET', `/groups/group-user/${id}`, { token }))

async function propose({ id }: { id: number }, detail: string, columns: { group_id?: number } = {}) {
  const now = app.clock.now()
  await insertRows(app.deps.db, 'proposals', {
    group_id: groupId,
    name: 'Diet',
    member_id: id,
    detail,
    description: '',
    created_at: now,
    ...columns,
  })
}

const nothing = { post: false, propose: false, edit: false, appoint: false, analytics: false }

test('lets a member post and propose, but not a stranger', async () => {
  expect(await standing(await buildMember(app))).toEqual({
    joined: false,
    moderator: false,
    can: nothing,
    openProposals: 0,
  })
  expect(await standing(await buildMember(app, { group_id: groupId }))).toEqual({
    joined: true,
    moderator: false,
    can: { ...nothing, post: true, propose: true },
    openProposals: 0,
  })
})

test('lets a moderator write, decide and see figures in the own group only', async () => {
  const moderator = await buildModerator(app, { group_id: groupId })
  expect(await standing(moderator)).toMatchObject({
    joined: true,
    moderator: true,
    can: { post: true, propose: true, edit: true, appoint: false, analytics: true },
  })
  expect(await standing(moderator, await groupIdOf(app, 'tiv'))).toMatchObject({
    joined: false,
    moderator: false,
    can: nothing,
  })
})

test.each(['ADMIN', 'SUPERADMIN'] as const)(
  'lets %s do everything except post and propose without joining',
  async (role) => {
    const can = { post: false, propose: false, edit: true, appoint: true, analytics: true }
    expect(await standing(await buildMember(app, { role }))).toMatchObject({
      joined: false,
      moderator: false,
      can,
    })
    expect(await standing(await buildMember(app, { role, group_id: groupId }))).toMatchObject({
      joined: true,
      can: { ...can, post: true, propose: true },
    })
  },
)

test('counts the open proposals for those who decide on them', async () => {
  const [member, banned] = await buildMembers(app, 2, { group_id: groupId })
  const [moderator, admin] = [
    await buildModerator(app, { group_id: groupId }),
    await buildMember(app, { role: 'ADMIN' }),
  ]
  await propose(member, 'One')
  await propose(member, 'Two')
  await propose(member, 'Elsewhere', { group_id: await groupIdOf(app, 'tiv') })
  await propose(banned, 'Three')
  const { db } = app.deps
  await propose(member, 'Done')
  await updateRows(db, 'proposals', { detail: 'Done' }, { state: 'DECLINED', decided_at: app.clock.now() })
  expect((await standing(moderator)).openProposals).toBe(3)
  await db.updateTable('members').set({ banned_at: app.clock.now() }).where('id', '=', banned.id).execute()
  const counts = await Promise.all(
    [moderator, admin, member].map(async (one) => (await standing(one)).openProposals),
  )
  expect(counts).toEqual([2, 2, 0])
})

test('answers 404 for an unknown group', async () => {
  const { token } = await buildMember(app)
  const answer = await app.call('GET', '/groups/group-user/987654321', { token })
  expect(expectFailure(answer, 404, 'NOT_FOUND').message).toBe('No such group.')
})
