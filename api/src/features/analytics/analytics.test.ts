import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/analytics'
import { fetchSeries, figuresOf, moveTo, readSeries } from '#api/test/builders/analytics.ts'
import { buildMember, buildModerator, buildPost, buildToken, groupIdOf } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

type Member = Awaited<ReturnType<typeof buildMember>>

const unknownId = 99_999_999
const own = ({ id }: Member, figure = 'posts') => `/user/${id}/${figure}`

describe('invalid queries for figures', () => {
  const day = 'A day, such as 2026-01-31.'
  const rejected = [
    [{ startDate: '16.11.2026' }, { startDate: day }],
    [{ startDate: '2026-02-30' }, { startDate: day }],
    [{ endDate: '2027-02-29' }, { endDate: day }],
    [{ endDate: '2026-11-16T00:00:00Z' }, { endDate: day }],
    [{ startDate: '' }, { startDate: day }],
    [{ startDate: '2026-11-16', endDate: '2026-11-15' }, { endDate: 'Must not be before the start.' }],
    [{ startDate: '9999-12-31' }, { endDate: 'Must not be before the start.' }],
    [{ endDate: '0000-01-10' }, { endDate: 'Must not be before the start.' }],
    [{ startDate: '2021-11-15', endDate: '2026-11-16' }, { endDate: 'At most 1,827 days.' }],
    [{ startDate: '0001-01-01' }, { endDate: 'At most 1,827 days.' }],
    [{ granularity: 'hourly' }, { granularity: 'One of daily, weekly and monthly.' }],
    [{ granularity: 'DAILY' }, { granularity: 'One of daily, weekly and monthly.' }],
  ] as const

  test.each(rejected)('%j is rejected with its fields', async (query, fields) => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    for (const path of [own(admin), `/groups/${admin.group_id}/posts`, '/system/posts'])
      expect(expectFailure(await fetchSeries(app, admin, path, query), 400).fields).toEqual(fields)
  })

  test('an unknown member or group is a 404', async () => {
    const [admin, moderator] = [await buildMember(app, { role: 'ADMIN' }), await buildModerator(app)]
    for (const id of [unknownId, Number.MAX_SAFE_INTEGER])
      for (const path of [`/user/${id}/usership`, `/user/${id}/logins`, `/groups/${id}/likes`])
        expectFailure(await fetchSeries(app, admin, path), 404)
    expectFailure(await fetchSeries(app, moderator, `/groups/${unknownId}/likes`), 404)
  })
})

describe('the range of the figures', () => {
  /** Creates a member who wrote one post at each of these moments. */
  async function writer(...moments: string[]): Promise<Member> {
    const member = await buildMember(app)
    for (const moment of moments) await buildPost(app, member, { created_at: new Date(moment) })
    return member
  }
  const read = (member: Member, startDate: string, endDate: string, granularity = 'daily') =>
    readSeries(app, member, own(member), { startDate, endDate, granularity })

  test('compares one day in Lagos with the day before it', async () => {
    const member = await writer(
      '2026-03-01T22:59:59.999Z',
      '2026-03-01T23:00:00Z',
      '2026-03-02T22:59:59.999Z',
      '2026-03-02T23:00:00Z',
    )
    for (const granularity of ['daily', 'weekly', 'monthly'])
      expect(await read(member, '2026-03-02', '2026-03-02', granularity)).toEqual({
        total: 2,
        growthRate: 100,
        average: 2,
        trend: [{ date: '2026-03-02', value: 2 }],
      })
  })

  test('splits the week in which it begins', async () => {
    // The range is from Wednesday to the Monday after next.
    const member = await writer(
      '2026-10-26T12:00:00Z',
      '2026-10-27T12:00:00Z',
      '2026-10-28T12:00:00Z',
      '2026-11-01T12:00:00Z',
      '2026-11-01T23:30:00Z',
    )
    expect(await read(member, '2026-10-28', '2026-11-09', 'weekly')).toEqual({
      total: 3,
      growthRate: 50,
      average: 0.2,
      trend: [
        { date: '2026-10-28', value: 2 },
        { date: '2026-11-02', value: 1 },
        { date: '2026-11-09', value: 0 },
      ],
    })
  })

  test('handles the leap day and the ends of months', async () => {
    const member = await writer('2028-02-28T23:30:00Z', '2028-02-29T22:30:00Z', '2028-02-29T23:30:00Z')
    expect((await read(member, '2028-02-28', '2028-03-01')).trend).toEqual([
      { date: '2028-02-28', value: 0 },
      { date: '2028-02-29', value: 2 },
      { date: '2028-03-01', value: 1 },
    ])
    expect(await read(member, '2028-01-31', '2028-03-01', 'monthly')).toMatchObject({
      total: 3,
      trend: [
        { date: '2028-01-31', value: 0 },
        { date: '2028-02-01', value: 2 },
        { date: '2028-03-01', value: 1 },
      ],
    })
  })

  test('has zeros for empty and future days, and rejects the ends of time', async () => {
    const member = await writer('2026-03-02T12:00:00Z')
    for (const [from, to, days] of [
      ['2026-03-03', '2026-03-05', 3],
      ['2999-12-30', '3000-01-01', 3],
      ['0001-01-01', '0001-01-02', 2],
      ['9999-12-30', '9999-12-31', 2],
      ['1995-01-01', '2000-01-01', 1827],
    ] as const) {
      const series = await read(member, from, to)
      expect(series).toMatchObject({ total: 0, average: 0, growthRate: from === '2026-03-03' ? -100 : 0 })
      expect(series.trend).toHaveLength(days)
      expect([series.trend[0]?.date, series.trend.at(-1)?.date]).toEqual([from, to])
    }
  })

  test('defaults to one month up to today in Lagos', async () => {
    moveTo(app, '2027-03-30T23:10:00Z')
    const member = await writer('2027-03-30T22:50:00Z', '2027-03-30T23:05:00Z')
    const { trend } = await readSeries(app, member, own(member))
    expect(trend).toHaveLength(32)
    expect([trend[0]?.date, ...trend.slice(-2)]).toEqual([
      '2027-02-28',
      { date: '2027-03-30', value: 1 },
      { date: '2027-03-31', value: 1 },
    ])
  })
})

test('usership counts days of Lagos from zero', async () => {
  moveTo(app, '2027-05-04T22:50:00Z')
  const member = await buildMember(app)
  const signUpDate = app.clock.now().toISOString().slice(0, 16)
  const days = async () => {
    const token = await buildToken(app, member)
    const usership = dataOf(api.getUsership, await app.call('GET', own(member, 'usership'), { token }))
    expect(usership).toMatchObject({ userId: member.id, signUpDate: expect.stringContaining(signUpDate) })
    return usership.usershipDurationDays
  }
  expect(await days()).toBe(0)
  app.clock.move(15 * 60_000)
  expect(await days()).toBe(1)
  moveTo(app, '2028-05-04T12:00:00Z')
  expect(await days()).toBe(366)
})

describe('staff who view the figures of another member', () => {
  const looksAt = async (actor: Member, member: { id: number }) => {
    const lines = app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'target_type', 'reason', 'detail'])
      .where('actor_id', '=', actor.id)
      .where('member_id', '=', member.id)
    return lines.execute()
  }
  const line = { action: 'VIEW_ANALYTICS', target_type: null, reason: null, detail: null }
  const figures = ['usership', ...figuresOf.user.split(' ')]

  test('cause one log entry per member in ten minutes', async () => {
    const [admin, member, other] = [
      await buildMember(app, { role: 'ADMIN' }),
      await buildMember(app),
      await buildMember(app, { role: 'SUPERADMIN' }),
    ]
    const openPage = (of: Member) =>
      Promise.all(figures.map((figure) => fetchSeries(app, admin, own(of, figure))))
    for (const { status } of await openPage(member)) expect(status).toBe(200)
    expect(await looksAt(admin, member)).toEqual([line])
    app.clock.move(9.5 * 60_000)
    await openPage(member)
    await fetchSeries(app, admin, own(other))
    expect(await looksAt(admin, member)).toEqual([line])
    expect(await looksAt(admin, other)).toEqual([line])
    app.clock.move(60_000)
    await openPage(member)
    expect(await looksAt(admin, member)).toEqual([line, line])
  })

  test('cause no log entry for their own or for rejected requests', async () => {
    const [admin, member, moderator] = [
      await buildMember(app, { role: 'ADMIN' }),
      await buildMember(app),
      await buildModerator(app),
    ]
    expect((await fetchSeries(app, admin, own(admin))).status).toBe(200)
    expectFailure(await fetchSeries(app, admin, own(member), { granularity: 'hourly' }), 400)
    const backwards = { startDate: '2026-11-16', endDate: '2026-11-15' }
    expectFailure(await fetchSeries(app, admin, own(member), backwards), 400)
    expectFailure(await fetchSeries(app, admin, `/user/${unknownId}/posts`), 404)
    for (const by of [member, moderator])
      for (const figure of figures) expectFailure(await fetchSeries(app, by, own(admin, figure)), 403)
    for (const [by, of] of [
      [admin, admin],
      [admin, member],
      [admin, { id: unknownId }],
      [member, admin],
      [moderator, admin],
    ] as const)
      expect(await looksAt(by, of)).toEqual([])
  })
})

test('moderators see group figures, and staff see system figures', async () => {
  const moderator = await buildModerator(app)
  const elsewhere = await buildModerator(app, { group_id: await groupIdOf(app, 'igbo') })
  const member = await buildMember(app)
  const paths = figuresOf.groups.split(' ').map((figure) => `/groups/${moderator.group_id}/${figure}`)
  const statuses = (by: Member) =>
    Promise.all(paths.map(async (path) => (await fetchSeries(app, by, path)).status))
  expect(await statuses(moderator)).toEqual([200, 200, 200, 200])
  expect(await statuses(elsewhere)).toEqual([403, 403, 403, 403])
  expect(await statuses(member)).toEqual([403, 403, 403, 403])
  for (const figure of figuresOf.system.split(' '))
    expectFailure(await fetchSeries(app, moderator, `/system/${figure}`), 403)
  const exit = `/groups/exit/${moderator.group_id}`
  expect((await app.call('DELETE', exit, { token: moderator.token })).status).toBe(200)
  expect(await statuses(moderator)).toEqual([403, 403, 403, 403])
})
