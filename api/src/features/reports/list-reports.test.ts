import { beforeEach, describe, expect, test } from 'vitest'
import type { ReportRecord } from '@rootsquare/contract/reports'
import { withLongTimeout } from '#api/db/db.ts'
import {
  buildComment,
  buildMember,
  buildModerator,
  buildPost,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { write } from '#api/test/builders/messages.ts'
import { askReports, buildReport, report, reportsFor, resolve } from '#api/test/builders/reports.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { updateRows } from '#api/test/rows.ts'

type Query = Record<string, string | number>

const app = await sharedApp()
const yoruba = await groupIdOf(app, 'yoruba')
const igbo = await groupIdOf(app, 'igbo')
const admin = await buildMember(app, { role: 'ADMIN' })
const moderator = await buildModerator(app)
const reporter = await buildMember(app, { username: 'bimpe.reports', profile_image: '/media/b.webp' })
const author = await buildMember(app, { username: 'tayo.writes', firstname: 'Ṣọlá' })
beforeEach(() => app.deps.db.deleteFrom('reports').execute())

const idsOf = ({ content }: { content: ReportRecord[] }) => content.map(({ id }) => id)
const idsFor = async (by: Member, query: Query = {}) => {
  const page = await reportsFor(app, by, query)
  expect(page.totalElements).toBe(page.content.length)
  return idsOf(page)
}

/** Gives the reports distinct times, so that their order is fixed. */
async function made(columns: Parameters<typeof buildReport>[3] = {}, by = reporter, on = author) {
  app.clock.move(1000)
  return buildReport(app, by, on, { target_type: 'post', target_id: app.clock.now().getTime(), ...columns })
}

describe('the queue', () => {
  test('shows a report with all its fields', async () => {
    const post = await buildPost(app, author, { caption: 'Buy my drum', group_id: yoruba })
    const { id, createdDate } = await report(app, reporter, { postId: post.id, reason: 'Not theirs' })
    await app.deps.db.deleteFrom('posts').where('id', '=', post.id).execute()
    expect(await reportsFor(app, admin)).toEqual({
      content: [
        {
          id,
          targetType: 'post',
          targetId: post.id,
          postId: post.id,
          userId: author.id,
          username: 'tayo.writes',
          reporterId: reporter.id,
          createdBy: 'bimpe.reports',
          reporterEmail: reporter.email,
          reporterProfileImage: '/media/b.webp',
          groupId: yoruba,
          groupName: 'Yoruba',
          reason: 'Not theirs',
          snapshot: { username: 'tayo.writes', caption: 'Buy my drum', location: null, media: [] },
          userStatus: 'ACTIVE',
          suspendedUntil: null,
          addressed: false,
          addressedBy: null,
          addressedDate: null,
          createdDate,
          can: { resolve: true, remove: false, suspend: true, ban: true },
        },
      ],
      last: true,
      totalPages: 1,
      totalElements: 1,
      number: 0,
    })
    await resolve(app, moderator, id)
    const [addressed] = (await reportsFor(app, admin)).content
    expect(addressed).toMatchObject({
      addressed: true,
      addressedBy: moderator.username,
      addressedDate: expect.any(String),
      can: { resolve: false, suspend: true, ban: true },
    })
  })

  test('lists every kind with its snapshot', async () => {
    const post = await buildPost(app, reporter, { group_id: igbo })
    const commentId = await buildComment(app, post, author, 'An insult')
    const { chatId } = await write(app, author, reporter, 'Send me money')
    await report(app, reporter, { commentId })
    await report(app, reporter, { chatId })
    await report(app, reporter, { reportedUserId: author.id })
    const { content } = await reportsFor(app, admin)
    expect(content).toMatchObject([
      { targetType: 'user', postId: null, groupId: null, snapshot: { firstname: 'Ṣọlá' } },
      { targetType: 'chat', targetId: chatId, groupName: null, snapshot: { text: 'Send me money' } },
      {
        targetType: 'comment',
        postId: null,
        groupName: 'Igbo',
        snapshot: { text: 'An insult', postId: post.id },
      },
    ])
  })

  test('lists reports newest first, with the total even beyond the last page', async () => {
    const ids = []
    for (let turn = 0; turn < 5; turn += 1) ids.unshift(await made())
    const same = app.clock.now()
    ids.unshift(await made({ created_at: same }))
    const first = await reportsFor(app, admin, { size: 4 })
    expect(first).toMatchObject({ last: false, totalPages: 2, totalElements: 6, number: 0 })
    const second = await reportsFor(app, admin, { size: 4, page: 1 })
    expect(second).toMatchObject({ last: true, number: 1 })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
    const beyond = { content: [], last: true, totalPages: 2, totalElements: 6, number: 9 }
    expect(await reportsFor(app, admin, { size: 4, page: 9 })).toEqual(beyond)
    expect(await reportsFor(app, admin, { size: 4, page: 9, userId: author.id })).toEqual(beyond)
  })

  test('has the same order when a deep page is read from the other end', async () => {
    const rows = Array.from({ length: 1205 }, (_, nth) => ({
      reporter_id: reporter.id,
      reported_id: author.id,
      target_type: 'post' as const,
      target_id: nth + 1,
      reason: 'Rude',
      snapshot: '{}',
      created_at: new Date(1_790_000_000_000 + nth * 1000),
    }))
    await app.deps.db.insertInto('reports').values(rows).execute()
    const targets = async (query: Query) =>
      (await reportsFor(app, admin, { size: 100, ...query })).content.map(({ targetId }) => targetId)
    const all = []
    for (let page = 0; page < 13; page += 1) all.push(...(await targets({ page })))
    expect(all).toEqual(rows.map(({ target_id }) => target_id).toReversed())
    const last = await reportsFor(app, admin, { size: 100, page: 12 })
    expect(last).toMatchObject({ last: true, totalPages: 13, totalElements: 1205 })
    expect(await targets({ page: 12, userId: author.id })).toEqual([5, 4, 3, 2, 1])
    const beyond = { content: [], last: true, totalPages: 13, totalElements: 1205 }
    for (const page of [13, 14, 1_000_000])
      expect(await reportsFor(app, admin, { size: 100, page })).toMatchObject(beyond)
  })

  test('contains reports by erased and banned members', async () => {
    const leaving = await buildMember(app)
    const banned = await buildMember(app)
    const lonely = await made({}, leaving)
    const by = await made({}, banned)
    const of = await made({}, reporter, banned)
    await app.deps.db.deleteFrom('members').where('id', '=', leaving.id).execute()
    await updateMember(app, banned, { banned_at: app.clock.now() })
    const { content } = await reportsFor(app, admin)
    const nobody = { reporterId: null, createdBy: null, reporterEmail: null, reporterProfileImage: null }
    expect(content).toMatchObject([
      { id: of, username: banned.username, can: { resolve: true, suspend: false, ban: false } },
      { id: by, createdBy: banned.username, reporterEmail: banned.email },
      { id: lonely, ...nobody, username: 'tayo.writes' },
    ])
  })

  test('says what the viewer may do', async () => {
    const superadmin = await buildMember(app, { role: 'SUPERADMIN' })
    for (const on of [author, admin, superadmin, moderator]) await made({ group_id: yoruba }, reporter, on)
    const canFor = async (by: Member) => (await reportsFor(app, by)).content.map(({ can }) => can)
    const [all, resolveOnly] = [
      { resolve: true, suspend: true, ban: true },
      { resolve: true, suspend: false, ban: false },
    ]
    // The rows are about the moderator, the super admin, the admin and the author; nobody may act on themselves.
    expect(await canFor(admin)).toMatchObject([all, resolveOnly, all])
    expect(await canFor(superadmin)).toMatchObject([all, all, all])
    expect(await canFor(moderator)).toMatchObject([resolveOnly, resolveOnly, resolveOnly])
  })

  test('shows the status of the reported member to staff only', async () => {
    const until = new Date(app.clock.now().getTime() + 3_600_000)
    const suspended = await buildMember(app, { suspended_until: until })
    await made({ group_id: yoruba }, reporter, suspended)
    expect((await reportsFor(app, admin)).content).toMatchObject([
      { userStatus: 'SUSPENDED', suspendedUntil: until.toISOString() },
    ])
    expect((await reportsFor(app, moderator)).content).toMatchObject([
      { userStatus: null, suspendedUntil: null },
    ])
  })

  test('hides reports about the viewer, also from the count', async () => {
    const superadmin = await buildMember(app, { role: 'SUPERADMIN' })
    const seen = await made({ group_id: yoruba })
    for (const own of [admin, superadmin, moderator]) {
      await app.deps.db.deleteFrom('reports').where('id', '<>', seen).execute()
      const group = { group_id: yoruba, reason: 'About one who looks' }
      const about = await made(group, reporter, own)
      await made({ ...group, closed_at: app.clock.now() }, reporter, own)
      expect(await idsFor(own)).toEqual([seen])
      expect(await idsFor(own, { groupId: yoruba, targetType: 'post' })).toEqual([seen])
      expect(await idsFor(own, { state: 'open' })).toEqual([seen])
      expect(await idsFor(own, { postReporter: reporter.id })).toEqual([seen])
      const none: Query[] = [
        { state: 'addressed' },
        { userId: own.id },
        { reportId: about },
        { search: 'looks' },
        { search: 'oo' },
      ]
      for (const query of none) expect(await idsFor(own, query)).toEqual([])
      expect(await reportsFor(app, own, { page: 1 })).toMatchObject({ content: [], totalElements: 1 })
      const another = own === admin ? superadmin : admin
      expect(await idsFor(another)).toHaveLength(3)
    }
  })
})

describe('filters', () => {
  test('select reports alone and together', async () => {
    const other = await buildMember(app)
    const plain = await made()
    const comment = await made({ target_type: 'comment', group_id: igbo })
    const done = await made({ group_id: igbo, closed_at: app.clock.now() }, other)
    const onOther = await made({ target_type: 'user' }, reporter, other)
    expect(await idsFor(admin)).toEqual([onOther, done, comment, plain])
    expect(await idsFor(admin, { postReporter: reporter.id })).toEqual([onOther, comment, plain])
    expect(await idsFor(admin, { userId: author.id })).toEqual([done, comment, plain])
    expect(await idsFor(admin, { groupId: igbo })).toEqual([done, comment])
    expect(await idsFor(admin, { reportId: comment })).toEqual([comment])
    expect(await idsFor(moderator, { reportId: comment })).toEqual([])
    expect(await idsFor(admin, { groupId: yoruba })).toEqual([])
    expect(await idsFor(admin, { state: 'open' })).toEqual([onOther, comment, plain])
    expect(await idsFor(admin, { state: 'addressed' })).toEqual([done])
    expect(await idsFor(admin, { targetType: 'post' })).toEqual([done, plain])
    expect(await idsFor(admin, { targetType: 'chat' })).toEqual([])
    expect(await idsFor(admin, { groupId: igbo, state: 'open', targetType: 'comment' })).toEqual([comment])
    expect(await idsFor(admin, { userId: author.id, state: 'open', postReporter: reporter.id })).toEqual([
      comment,
      plain,
    ])
    expect(await idsFor(admin, { postReporter: 999_999_999 })).toEqual([])
    expectFailure(await askReports(app, admin, { groupId: 999_999_999 }), 404, 'NOT_FOUND')
  })

  test.each([
    ['drum', [0]],
    ['DRÙM', [0]],
    ['ilu', [1]],
    ['Ìlù gángan', [1]],
    ['gangan ilu', [1]],
    ['ilu drum', []],
    ['tayo.writes', [0, 1]],
    ['TAYO', [0, 1]],
    ['bimpe', [0, 1, 2]],
    ['bimpe tayo ilu', [1]],
    ['sola', []],
    ['First', []],
    ['example.com', []],
    ['%', [2]],
    ['_', []],
    ['\\', []],
    ["'; drop table reports; --", []],
    ['', [0, 1, 2]],
    ['   ', [0, 1, 2]],
    ['100%', [2]],
  ])('the search %j finds %j', async (search, expected) => {
    const other = await buildMember(app, { username: `else.${app.clock.now().getTime()}` })
    const ids = [
      await made({ reason: 'A stolen drum' }),
      await made({ reason: 'Ìlù gángan from my shop' }),
      await made({ reason: '100% a lie' }, reporter, other),
    ]
    const found = expected.map((nth) => ids[nth]).toReversed()
    expect(await idsFor(admin, { search })).toEqual(found)
    expect(await idsFor(admin, { search, state: 'addressed' })).toEqual([])
  })
})

describe('a search with very many results', () => {
  const count = 1203
  const targets = async (query: Query) =>
    (await reportsFor(app, admin, query)).content.map(({ targetId }) => targetId)

  test.each([
    ['rude', 1000],
    ['ru', 1000],
    ['u', 1000],
    ['rude is', 1000],
    ['even', 602],
    ['ev', 602],
    ['odd rude', 601],
    ['1199', 1],
    ['zz', 0],
  ])('%s: finds at most the newest 1000', async (search, expected) => {
    const rows = Array.from({ length: count }, (_, nth) => ({
      reporter_id: reporter.id,
      reported_id: author.id,
      target_type: 'post' as const,
      target_id: nth + 1,
      reason: `This is rude, number ${nth}, ${nth % 2 ? 'odd' : 'even'}`,
      snapshot: '{}',
      created_at: new Date(1_790_000_000_000 + nth * 1000),
    }))
    await withLongTimeout(app.deps.db, (tx) => tx.insertInto('reports').values(rows).execute())
    const message = search.split(' ')
    const all = rows
      .filter(({ reason }) => message.every((word) => reason.includes(word)))
      .map(({ target_id }) => target_id)
      .toReversed()
      .slice(0, 1000)
    expect(all).toHaveLength(expected)
    const found = []
    for (let page = 0; page < 11; page += 1) found.push(...(await targets({ search, size: 99, page })))
    expect(found).toEqual(all)
    const totals = { totalElements: expected, totalPages: Math.ceil(expected / 99) }
    for (const page of [0, 5, 10, 11, 500]) {
      const { capped = false, ...rest } = await reportsFor(app, admin, { search, size: 99, page })
      expect(rest).toMatchObject(totals)
      expect(capped).toBe(expected === 1000)
    }
    expect(await targets({ search, state: 'addressed' })).toEqual([])
  })
})

test('finds nothing by the name of an erased reporter', async () => {
  const leaving = await buildMember(app, { username: 'gone.tomorrow' })
  const id = await made({}, leaving)
  expect(await idsFor(admin, { search: 'gone.tomorrow' })).toEqual([id])
  await app.deps.db.deleteFrom('members').where('id', '=', leaving.id).execute()
  expect(await idsFor(admin, { search: 'gone' })).toEqual([])
  expect(await idsFor(admin, { search: 'rude' })).toEqual([id])
})

describe('group moderators', () => {
  test('see the reports of their group only, without e-mail addresses', async () => {
    const own = await made({ group_id: yoruba })
    const done = await made({ group_id: yoruba, closed_at: app.clock.now() })
    await made({ group_id: igbo })
    await made({ target_type: 'user' })
    const page = await reportsFor(app, moderator)
    expect(idsOf(page)).toEqual([done, own])
    expect(page.totalElements).toBe(2)
    for (const record of page.content)
      expect(record).toMatchObject({
        reporterEmail: null,
        createdBy: 'bimpe.reports',
        reporterId: reporter.id,
      })
    expect(JSON.stringify(page)).not.toContain('@example.com')
    expect(await idsFor(moderator, { groupId: yoruba, state: 'open' })).toEqual([own])
    expect(await idsFor(moderator, { userId: author.id })).toEqual([done, own])
    expect(await idsFor(moderator, { search: 'rude' })).toEqual([done, own])
    expect(await idsFor(moderator, { targetType: 'user' })).toEqual([])
  })

  test('see the reports of several groups', async () => {
    const both = await buildModerator(app)
    const membership = { group_id: igbo, member_id: both.id, is_moderator: true, joined_at: app.clock.now() }
    await app.deps.db.insertInto('memberships').values(membership).execute()
    const [one, two] = [await made({ group_id: yoruba }), await made({ group_id: igbo })]
    expect(await idsFor(both)).toEqual([two, one])
    expect(await idsFor(both, { groupId: igbo })).toEqual([two])
  })

  test('find nothing by e-mail or of another group', async () => {
    await made({ group_id: yoruba })
    await made({ group_id: igbo, reason: 'Secret' })
    for (const search of [reporter.email, '@example.com', 'secret'])
      expect(await idsFor(moderator, { search })).toEqual([])
    expectFailure(await askReports(app, moderator, { groupId: igbo }), 403, 'FORBIDDEN')
    expectFailure(await askReports(app, moderator, { groupId: 999_999_999 }), 404, 'NOT_FOUND')
  })
})

describe('other members', () => {
  test('cannot read the queue', async () => {
    expectFailure(await askReports(app, reporter), 403, 'FORBIDDEN')
    const former = await buildModerator(app)
    expectOk(await askReports(app, former))
    await updateRows(app.deps.db, 'memberships', { member_id: former.id }, { is_moderator: false })
    expectFailure(await askReports(app, former), 403, 'FORBIDDEN')
  })
})
