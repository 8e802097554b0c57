import { beforeAll, describe, expect, test } from 'vitest'
import { getGroup, listGroupMembers } from '@rootsquare/contract/groups'
import {
  buildBlock,
  buildFollow,
  buildMember,
  buildMembers,
  buildSeveral,
  groupIdOf,
} from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { updateRows } from '#api/test/rows.ts'

const app = await sharedApp()
const viewer = await buildMember(app)

type Query = Record<string, string | number>
type Signed = { token: string }

const ask = (groupId: number | string, query: Query = {}, { token }: Signed = viewer) =>
  app.call('GET', `/groups/members/${groupId}`, { token, query })
const list = async (groupId: number, query: Query = {}, by: Signed = viewer) =>
  dataOf(listGroupMembers, await ask(groupId, query, by))

async function idsIn(groupId: number, query: Query = {}, by: Signed = viewer): Promise<number[]> {
  const { content, totalElements } = await list(groupId, { size: 100, ...query }, by)
  expect(totalElements).toBe(content.length)
  return content.map(({ id }) => id)
}

/** Adds members, each one second after the previous one. */
async function joinLater(groupId: number, columns: Parameters<typeof buildMember>[1] = {}) {
  app.clock.move(1000)
  return buildMember(app, { group_id: groupId, ...columns })
}

const appoint = ({ id }: { id: number }) =>
  app.deps.db.updateTable('memberships').set({ is_moderator: true }).where('member_id', '=', id).execute()

describe('the members of a group', () => {
  test('are listed with moderators first, then the newest', async () => {
    const id = await groupIdOf(app, 'tiv')
    const [first, second, third, fourth] = await buildSeveral(4, () => joinLater(id))
    await appoint(first)
    await appoint(third)
    await buildFollow(app, viewer, second)
    const page = await list(id)
    expect(page.content.map((member) => member.id)).toEqual([third.id, first.id, fourth.id, second.id])
    expect(page.content[3]).toEqual({
      id: second.id,
      username: second.username,
      firstname: second.firstname,
      lastname: second.lastname,
      profileImage: null,
      isFollowedByUser: true,
      isModerator: false,
    })
    expect(page.content[0]).toMatchObject({ isFollowedByUser: false, isModerator: true })
    expect(page).toMatchObject({ totalElements: 4, totalPages: 1, last: true, number: 0 })
    expect(dataOf(getGroup, await app.call('GET', `/groups/${id}`)).users).toBe(4)
  })

  test('come page by page, each once, even with equal times', async () => {
    const id = await groupIdOf(app, 'efik')
    const joined_at = app.clock.now()
    const members = await buildMembers(app, 5, { group_id: id })
    await app.deps.db.updateTable('memberships').set({ joined_at }).where('group_id', '=', id).execute()
    const pages = await Promise.all([0, 1, 2].map((page) => list(id, { page, size: 2 })))
    expect(pages.map(({ content, last }) => [content.length, last])).toEqual([
      [2, false],
      [2, false],
      [1, true],
    ])
    const ids = pages.flatMap(({ content }) => content.map((member) => member.id))
    expect(ids).toEqual(members.map((member) => member.id).toSorted((one, other) => other - one))
    expect(await list(id, { page: 100 })).toMatchObject({ content: [], totalElements: 5, last: true })
  })

  test('is empty for a group without members', async () => {
    expect(await list(await groupIdOf(app, 'zaar'))).toMatchObject({
      content: [],
      totalElements: 0,
      last: true,
    })
  })

  test('leaves out banned and blocked members', async () => {
    const id = await groupIdOf(app, 'igala')
    const [shown, banned, blocking, blocked] = await buildSeveral(4, () => joinLater(id))
    const elsewhere = await buildMember(app)
    await buildBlock(app, blocking, viewer)
    await buildBlock(app, viewer, blocked)
    await buildBlock(app, viewer, elsewhere)
    const { db } = app.deps
    await db.updateTable('members').set({ banned_at: app.clock.now() }).where('id', '=', banned.id).execute()
    expect(await idsIn(id)).toEqual([shown.id])
    expect(await idsIn(id, {}, shown)).toEqual([blocked.id, blocking.id, shown.id])
  })

  test('shows members who hide the group only to themselves and to staff', async () => {
    const id = await groupIdOf(app, 'idoma')
    const open = await joinLater(id)
    const hiding = await joinLater(id, { shows_group: false })
    const both = await joinLater(id, { shows_group: false })
    await buildBlock(app, both, viewer)
    const guest = await buildMember(app, { shows_group: false })
    app.clock.move(1000)
    await app.call('POST', `/groups/join/${id}`, { token: guest.token })
    expect(await idsIn(id)).toEqual([guest.id, open.id])
    expect(await idsIn(id, { q: hiding.username })).toEqual([])
    expect(await idsIn(id, {}, hiding)).toEqual([guest.id, hiding.id, open.id])
    expect(await idsIn(id, { q: hiding.username }, hiding)).toEqual([hiding.id])
    const office = { is_moderator: true }
    await app.deps.db.updateTable('memberships').set(office).where('member_id', '=', both.id).execute()
    expect(await idsIn(id, {}, guest)).toEqual([both.id, guest.id, open.id])
    await updateRows(app.deps.db, 'memberships', { member_id: both.id }, { is_moderator: false })
    for (const role of ['ADMIN', 'SUPERADMIN'] as const) {
      const staff = await buildMember(app, { role })
      await buildBlock(app, staff, open)
      expect(await idsIn(id, {}, staff)).toEqual([guest.id, both.id, hiding.id, open.id])
      expect(await idsIn(id, { q: hiding.username }, staff)).toEqual([hiding.id])
    }
  })

  test('are counted correctly when a hidden one has left', async () => {
    const id = await groupIdOf(app, 'ebira')
    const stays = await joinLater(id)
    const left = await joinLater(id, { shows_group: false })
    await app.call('DELETE', `/groups/exit/${id}`, { token: left.token })
    expect(await idsIn(id)).toEqual([stays.id])
  })
})

describe('searching the members of a group', () => {
  let id: number
  let ade: number
  beforeAll(async () => {
    id = await groupIdOf(app, 'nupe')
    const named = { firstname: 'Adébáyọ̀', lastname: 'Ọ̀gbọ́nnà', username: 'ade_50%' }
    ade = (await joinLater(id, named)).id
    await joinLater(id, { firstname: 'Zainab', lastname: 'Bello' })
    await buildMember(app, { ...named, username: 'ade_elsewhere' })
  })

  test.each(['adebayo', 'ADÉBÁYỌ̀', 'ogbonna', 'Ogb adeb', 'ade_50%', '  bayo  ', '%', '_50'])(
    'finds one member for %j, whatever the accents and order',
    async (q) => {
      expect(await idsIn(id, { q })).toEqual([ade])
    },
  )

  test.each(['adebayo bello', 'nobody', '50_', "'; drop table members; --", '\\'])(
    'finds nobody for %j',
    async (q) => {
      expect(await idsIn(id, { q })).toEqual([])
    },
  )

  test('lists all for an empty text, and counts the matches', async () => {
    expect(await idsIn(id, { q: '  ' })).toHaveLength(2)
    expect(await list(id, { q: 'b', size: 1 })).toMatchObject({
      totalElements: 2,
      totalPages: 2,
      last: false,
    })
  })
})

test('rejects an unknown group', async () => {
  for (const q of ['', 'a']) {
    expect(expectFailure(await ask(987_654_321, { q }), 404, 'NOT_FOUND').message).toBe('No such group.')
  }
})
