import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/moderation'
import { buildMember, type Member } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

type Query = Record<string, string | number>

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })

const list = async (query: Query = {}, { token } = admin) =>
  dataOf(api.listUsers, await app.call('GET', '/user/admin/app/users', { token, query }))
const namesFor = async (search: string) => (await list({ search })).content.map(({ username }) => username)
const find = async ({ username }: Member, by: Member = admin) => {
  const { content } = await list({ search: username, size: 100 }, by)
  return content.find((user) => user.username === username)
}

const named = (username: string, firstname: string, lastname: string, email = `${username}@example.com`) =>
  buildMember(app, { username, firstname, lastname, email })

const hour = 3_600_000
const later = (hours = 1) => new Date(app.clock.now().getTime() + hours * hour)

describe('all users', () => {
  test('lists members newest first, with the fields for staff', async () => {
    const first = await buildMember(app, {
      firstname: 'Ngozi',
      lastname: 'Eze',
      profile_image: '/media/n.webp',
    })
    const second = await buildMember(app, { role: 'ADMIN' })
    const { content } = await list({ size: 2 })
    expect(content.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(content[1]).toEqual({
      id: first.id,
      firstname: 'Ngozi',
      lastname: 'Eze',
      email: first.email,
      username: first.username,
      profileImage: '/media/n.webp',
      role: 'USER',
      status: 'ACTIVE',
      suspendedUntil: null,
      lockReason: null,
      createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
      can: { suspend: true, unsuspend: false, ban: true },
    })
  })

  test('lists each member once, page by page', async () => {
    for (let turn = 0; turn < 5; turn += 1) await buildMember(app)
    const whole = await list({ size: 100 })
    const pages = [await list({ size: 3 }), await list({ size: 3, page: 1 })]
    expect(pages.flatMap(({ content }) => content)).toEqual(whole.content.slice(0, 6))
    const { count } = await app.deps.db
      .selectFrom('members')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(pages[1]).toMatchObject({
      number: 1,
      totalElements: count,
      totalPages: Math.ceil(count / 3),
      last: false,
    })
    expect(await list({ page: 1_000_000 })).toMatchObject({ content: [], last: true, totalElements: count })
  })

  test('shows the most severe status', async () => {
    const now = app.clock.now()
    const cases = {
      ACTIVE: {},
      CLOSING: { closure_requested_at: now },
      UNVERIFIED: { closure_requested_at: now, verified_at: null },
      SUSPENDED: { closure_requested_at: now, verified_at: null, suspended_until: later() },
      BANNED: { closure_requested_at: now, verified_at: null, suspended_until: later(), banned_at: now },
    }
    for (const [status, columns] of Object.entries(cases))
      expect(await find(await buildMember(app, columns))).toMatchObject({ status })
    expect(await find(await buildMember(app, { suspended_until: later(-1) }))).toMatchObject({
      status: 'ACTIVE',
      can: { unsuspend: false },
    })
  })

  test('shows a status with its reason and end while it lasts', async () => {
    const end = later()
    const suspension = { suspended_until: end, suspension_reason: 'Insults' }
    expect(await find(await buildMember(app, suspension))).toMatchObject({
      suspendedUntil: end.toISOString(),
      lockReason: 'Insults',
    })
    const banned = { ...suspension, banned_at: app.clock.now(), ban_reason: 'Threats' }
    const nothing = { suspendedUntil: null, lockReason: null }
    expect(await find(await buildMember(app, banned))).toMatchObject({ ...nothing, lockReason: 'Threats' })
    const over = { ...suspension, suspended_until: later(-1) }
    expect(await find(await buildMember(app, over))).toMatchObject(nothing)
  })

  test('protects the last super admin from suspension and ban', async () => {
    const own = await temporaryApp()
    await own.deps.db.deleteFrom('members').where('role', '=', 'SUPERADMIN').execute()
    const leaving = await buildMember(own, { role: 'SUPERADMIN', closure_requested_at: own.clock.now() })
    await buildMember(own, { role: 'SUPERADMIN', username: 'the.last' })
    const canOn = async (query: Query) => {
      const answer = await own.call('GET', '/user/admin/app/users', { token: leaving.token, query })
      return dataOf(api.listUsers, answer).content.find(({ username }) => username === 'the.last')?.can
    }
    const nothing = { suspend: false, unsuspend: false, ban: false }
    const queries: Query[] = [{}, { search: 'the.last' }]
    for (const query of queries) expect(await canOn(query)).toEqual(nothing)
    await buildMember(own, { role: 'SUPERADMIN' })
    for (const query of queries)
      expect(await canOn(query)).toEqual({ suspend: true, unsuspend: false, ban: true })
  })

  test('says in `can` what the viewer may do with each member', async () => {
    const nothing = { suspend: false, unsuspend: false, ban: false }
    const lockOut = { suspend: true, unsuspend: false, ban: true }
    const [user, other] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
    const equal = await buildMember(app, { role: 'SUPERADMIN', suspended_until: later() })
    const suspended = await buildMember(app, { suspended_until: later() })
    const banned = await buildMember(app, { banned_at: app.clock.now(), suspended_until: later() })
    const all = { suspend: true, unsuspend: true, ban: true }
    const expected: [Member, object, object][] = [
      [user, lockOut, lockOut],
      [suspended, all, all],
      [banned, nothing, nothing],
      [other, nothing, lockOut],
      [equal, nothing, all],
      [admin, nothing, lockOut],
      [superadmin, nothing, nothing],
    ]
    for (const [member, byAdmin, bySuperadmin] of expected) {
      expect((await find(member))?.can, member.username).toEqual(byAdmin)
      expect((await find(member, superadmin))?.can, member.username).toEqual(bySuperadmin)
    }
  })
})

describe('the search', () => {
  test('searches names and e-mail without regard to case and accents', async () => {
    await named('ade.bayo', 'Adébáyọ̀', 'Ọlátúnjí', 'kowe@agidigbo.example')
    await named('ada.okoro', 'Ada', 'Okoro', 'Ada_Okoro@Udu.example')
    for (const search of [
      'adebayo',
      'ADÉBÁYỌ̀ olatunji',
      'olat ade.b',
      'agidigbo',
      'Àgídígbo adé',
      '  ade  kowe ',
    ])
      expect(await namesFor(search), search).toEqual(['ade.bayo'])
    for (const search of ['ada_okoro@udu.example', 'UDU.ex okoro', 'Àdá udu'])
      expect(await namesFor(search), search).toEqual(['ada.okoro'])
    expect(await namesFor('adebayo udu.example')).toEqual([])
  })

  test('finds an e-mail address with an accent as it is typed', async () => {
    await named('zikora', 'Zikora', 'Obi', 'Zíkora.Öbi@example.com')
    expect(await namesFor('zíkora.öbi@')).toEqual(['zikora'])
  })

  test('treats the signs of patterns as text', async () => {
    await named('per_cent', 'Percent', 'Sign', 'per_cent+100%@sign.example')
    await named('perxcent', 'Other', 'Sign', 'perxcent@other-sign.example')
    expect(await namesFor('per_cent')).toEqual(['per_cent'])
    expect(await namesFor('100%@')).toEqual(['per_cent'])
    for (const search of ['%%%', '\\', "'; drop table members --"]) expect(await namesFor(search)).toEqual([])
  })

  test('finds at most the newest 1000', async () => {
    const made = Array.from({ length: 1100 }, (_, nth) => ({
      username: `crowd.${nth}`,
      email: `crowd.${nth}@many.example`,
      password_hash: 'x',
      firstname: 'Wuraola',
      lastname: nth % 2 ? 'Odd' : 'Even',
      created_at: app.clock.now(),
    }))
    const rows = await app.deps.db.insertInto('members').values(made).returning(['id', 'username']).execute()
    const all = rows.toSorted((one, other) => other.id - one.id).map(({ username }) => username)
    const found = async (search: string, page = 0) => list({ search, page, size: 99 })
    for (const search of ['wuraola', 'many.exam', 'crowd wuraola', 'cr', 'u']) {
      const first = await found(search)
      expect(first, search).toMatchObject({ totalElements: 1000, totalPages: 11, last: false, capped: true })
      expect(first.content.map(({ username }) => username)).toEqual(all.slice(0, 99))
      const last = await found(search, 10)
      expect(last.content.map(({ username }) => username)).toEqual(all.slice(990, 1000))
      expect(await found(search, 11)).toMatchObject({
        content: [],
        totalElements: 1000,
        last: true,
        capped: true,
      })
    }
    expect((await found('wuraola odd', 5)).content).toHaveLength(550 - 5 * 99)
    expect(await found('crowd.1099')).toMatchObject({ totalElements: 1 })
    expect(await found('crowd.1099')).not.toHaveProperty('capped')
    const everybody = await list()
    expect(everybody.totalElements).toBeGreaterThan(1100)
    expect(everybody).not.toHaveProperty('capped')
    // Deletes a hundred at a time, because one statement would check so many foreign keys that it could time out.
    const ids = rows.map(({ id }) => id)
    for (let at = 0; at < ids.length; at += 100) {
      await app.deps.db
        .deleteFrom('members')
        .where('id', 'in', ids.slice(at, at + 100))
        .execute()
    }
  })

  test('lists everybody for an empty search, and counts what it finds', async () => {
    await named('uju.one', 'Ujunwa', 'Qq')
    await named('uju.two', 'Ujunwa', 'Qq')
    const whole = await list()
    expect(await list({ search: '   ' })).toEqual(whole)
    expect(await list({ search: 'ujunwa', size: 1, page: 1 })).toMatchObject({
      content: [{ username: 'uju.one' }],
      totalElements: 2,
      totalPages: 2,
      last: true,
    })
  })
})
