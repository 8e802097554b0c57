import { describe, expect, test } from 'vitest'
import { listMemberGroups } from '@rootsquare/contract/groups'
import { buildBlock, buildMember, buildMembers, groupIdOf, updateMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const ask = (token: string, query: Record<string, string | number> = {}) =>
  app.call('GET', '/user/group-list', { token, query })
const list = async (token: string, query: Record<string, string | number> = {}) =>
  dataOf(listMemberGroups, await ask(token, query))
const namesIn = ({ content }: { content: { name: string }[] }) => content.map(({ name }) => name)

async function join({ id }: { id: number }, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    const membership = { group_id: await groupIdOf(app, slug), member_id: id, joined_at: app.clock.now() }
    await app.deps.db.insertInto('memberships').values(membership).execute()
  }
}

describe('the list of a member’s groups', () => {
  test('contains the joined groups by name', async () => {
    const member = await buildMember(app)
    await join(member, 'tiv', 'igbo')
    const own = await list(member.token)
    expect(namesIn(own)).toEqual(['Igbo', 'Tiv', 'Yoruba'])
    expect(own).toMatchObject({ totalElements: 3, totalPages: 1, last: true, number: 0 })
    const received = await app.call('GET', `/groups/${await groupIdOf(app, 'tiv')}`)
    expect(own.content[1]).toEqual(received.body.data)
  })

  test('is empty for a member who has joined none', async () => {
    const { token } = await buildMember(app, { group_id: null })
    expect(await list(token)).toMatchObject({ content: [], totalElements: 0, last: true })
  })

  test('is visible to others, page by page', async () => {
    const [viewer, member] = await buildMembers(app, 2)
    await join(member, 'tiv', 'igbo')
    const first = await list(viewer.token, { userId: member.id, size: 2 })
    expect(namesIn(first)).toEqual(['Igbo', 'Tiv'])
    expect(first).toMatchObject({ totalElements: 3, totalPages: 2, last: false })
    const second = await list(viewer.token, { userId: member.id, size: 2, page: 1 })
    expect(namesIn(second)).toEqual(['Yoruba'])
    expect(second.last).toBe(true)
  })

  test('omits a hidden own group, also from the count', async () => {
    const member = await buildMember(app, { shows_group: false })
    await join(member, 'igbo')
    const admin = await buildMember(app, { role: 'ADMIN' })
    for (const { token } of [await buildMember(app), admin]) {
      const seen = await list(token, { userId: member.id })
      expect(namesIn(seen)).toEqual(['Igbo'])
      expect(seen.totalElements).toBe(1)
    }
    expect(namesIn(await list(member.token))).toEqual(['Igbo', 'Yoruba'])
    expect(namesIn(await list(member.token, { userId: member.id }))).toEqual(['Igbo', 'Yoruba'])
  })

  test('is complete when the hidden group was not joined', async () => {
    const member = await buildMember(app, { shows_group: false })
    await join(member, 'igbo')
    await updateMember(app, member, { group_id: await groupIdOf(app, 'tiv') })
    const { token } = await buildMember(app)
    expect(namesIn(await list(token, { userId: member.id }))).toEqual(['Igbo', 'Yoruba'])
  })

  test('is a 404 for a member whom the viewer may not see', async () => {
    const viewer = await buildMember(app)
    const unverified = await buildMember(app, { verified_at: null })
    const banned = await buildMember(app, { banned_at: app.clock.now() })
    const blocking = await buildMember(app)
    await buildBlock(app, blocking, viewer)
    for (const userId of [unverified.id, banned.id, blocking.id, Number.MAX_SAFE_INTEGER]) {
      const failure = expectFailure(await ask(viewer.token, { userId }), 404, 'NOT_FOUND')
      expect(failure.message).toBe('User not found')
    }
  })
})
