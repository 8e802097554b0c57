import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/moderation'
import { buildMember, buildToken, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { ban, suspend, unsuspend } from '#api/test/builders/moderation.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

type Query = Record<string, string | number>

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })

const list = async (query: Query = {}, { token } = admin) =>
  dataOf(api.listSuspended, await app.call('GET', '/user/admin/suspended-users', { token, query }))
const namesFor = async (search: string) => (await list({ search })).content.map(({ username }) => username)

const day = 86_400_000

async function buildSuspended(columns: object = {}, reasonForSuspension = 'Sold a goat twice', days = 1) {
  const member = await buildMember(app, columns)
  expectOk(await suspend(app, superadmin, member, { days, reasonForSuspension }))
  return member
}

describe('running suspensions', () => {
  test('lists suspensions newest first, with actor, reason and dates', async () => {
    const [first, second] = [await buildSuspended(), await buildMember(app)]
    const before = app.clock.now().getTime()
    await suspend(app, admin, second, { days: 7, reasonForSuspension: 'Rude to elders' })
    const { content, totalElements } = await list({ size: 2 })
    expect(totalElements).toBeGreaterThanOrEqual(2)
    expect(content.map(({ userId }) => userId)).toEqual([second.id, first.id])
    const [newest] = content
    expect(newest).toEqual({
      userId: second.id,
      username: second.username,
      suspenderUserName: admin.username,
      reasonForSuspension: 'Rude to elders',
      createdDate: expect.any(Number),
      endDate: new Date((newest?.createdDate ?? 0) + 7 * day).toISOString(),
      can: { unsuspend: true },
    })
    expect(newest?.createdDate).toBeGreaterThanOrEqual(before)
    expect(newest?.createdDate).toBeLessThanOrEqual(app.clock.now().getTime())
  })

  test('moves a member to the top after a second suspension', async () => {
    const [first, second] = [await buildSuspended(), await buildSuspended()]
    await suspend(app, admin, first, { days: 30, reasonForSuspension: 'Again' })
    const { content } = await list({ size: 2 })
    expect(content).toMatchObject([
      { userId: first.id, reasonForSuspension: 'Again', suspenderUserName: admin.username },
      { userId: second.id },
    ])
  })

  test('leaves out suspensions that were lifted, expired or became bans', async () => {
    const own = await temporaryApp()
    const boss = await buildMember(own, { role: 'SUPERADMIN' })
    const suspended = async (days: number) => {
      const member = await buildMember(own)
      await suspend(own, boss, member, { days })
      return member
    }
    const [short, long] = [await suspended(1), await suspended(3)]
    const [lifted, banned] = [await suspended(7), await suspended(14)]
    const left = async () => {
      const token = await buildToken(own, boss)
      const answer = await own.call('GET', '/user/admin/suspended-users', { token })
      return dataOf(api.listSuspended, answer).content.map(({ userId }) => userId)
    }
    expect(await left()).toEqual([banned.id, lifted.id, long.id, short.id])
    await unsuspend(own, boss, lifted)
    await ban(own, boss, banned)
    expect(await left()).toEqual([long.id, short.id])
    own.clock.move(day)
    expect(await left()).toEqual([long.id])
    own.clock.move(2 * day)
    expect(await left()).toEqual([])
  })

  test('shows no name for an erased admin', async () => {
    const gone = await buildMember(app, { role: 'ADMIN' })
    const member = await buildMember(app)
    await suspend(app, gone, member, { reasonForSuspension: 'Left behind' })
    await app.deps.db.deleteFrom('members').where('id', '=', gone.id).execute()
    expect((await list({ search: 'left behind' })).content).toMatchObject([
      { userId: member.id, suspenderUserName: null, reasonForSuspension: 'Left behind' },
    ])
  })

  test('shows which suspensions the viewer may lift', async () => {
    const staff = await buildSuspended({ role: 'ADMIN' }, 'Staff in trouble')
    const of = async (by: Member) => (await list({ search: 'Staff in trouble' }, by)).content
    expect(await of(admin)).toMatchObject([{ userId: staff.id, can: { unsuspend: false } }])
    expect(await of(superadmin)).toMatchObject([{ userId: staff.id, can: { unsuspend: true } }])
  })

  test('searches names and reason without regard to case and accents', async () => {
    const columns = { username: 'bola.q', firstname: 'Bọ́lá', lastname: 'Quadri' }
    await buildSuspended(columns, 'Ẹ̀tàn: took 100% and sent nothing')
    await buildSuspended({ username: 'bola.r' }, 'Rude')
    for (const search of ['bola quadri', 'ETAN bọla', '100%', 'sent nothing etan', 'BOLA.Q'])
      expect(await namesFor(search), search).toEqual(['bola.q'])
    expect(await namesFor('bola')).toEqual(['bola.r', 'bola.q'])
    expect(await namesFor('bola.q rude')).toEqual([])
    expect(await list({ search: 'bola', size: 1, page: 1 })).toMatchObject({
      content: [{ username: 'bola.q' }],
      totalElements: 2,
      last: true,
    })
  })
})
