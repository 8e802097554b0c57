import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import {
  buildGroup,
  buildMedia,
  buildMember,
  buildModerator,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })

type Ids = number | string
const write = (groupId: Ids, { token }: Member, body: unknown) =>
  app.call('POST', `/groups/${groupId}/page/create`, { token, body })
const history = (groupId: Ids, name: string, { token }: Member, query: Record<string, Ids> = {}) =>
  app.call('GET', `/groups/${groupId}/page/${encodeURIComponent(name)}/history`, { token, query })
const restore = (groupId: Ids, name: string, { token }: Member, body: unknown) =>
  app.call('POST', `/groups/${groupId}/page/${encodeURIComponent(name)}/restore`, { token, body })

const draft = (name: SectionName, description: string, detail = '') => ({ name, detail, description })
const written = async (groupId: number, member: Member, body: unknown) =>
  dataOf(api.writeSection, await write(groupId, member, body))
const versionsOf = async (groupId: number, name: SectionName, query: Record<string, Ids> = {}) =>
  dataOf(api.listVersions, await history(groupId, name, admin, query))
const textsOf = async (groupId: number, name: SectionName) =>
  (await versionsOf(groupId, name)).content.map(({ description }) => description)

async function sectionOf(groupId: number, name: SectionName) {
  const page = dataOf(api.getGroupPage, await app.call('GET', `/groups/page/${groupId}`))
  const section = page.find((one) => one.name === name)
  if (!section) throw new Error(name)
  return section
}

describe('the markup of a section', () => {
  test('is returned as written with headings, lists, links and pictures', async () => {
    const groupId = await buildGroup(app)
    const { url } = await buildMedia(app, await buildMember(app))
    const text = `## Looms\n- **old**\n- [new](https://a.example)\n\n![A loom](${url})`
    await written(groupId, admin, draft('Culture', text))
    expect((await sectionOf(groupId, 'Culture')).description).toBe(text)
    const kept = app.deps.db.selectFrom('media_in_use').select('url').where('url', '=', url)
    expect(await kept.execute()).toHaveLength(1)
  })

  test.each([
    '[x](javascript:alert(1))',
    'A line with ![p](https://elsewhere.example/p.webp) in it',
    '[x](/group/7)',
    '[x](data:text/html,x)',
    '![x](https://elsewhere.example/a.png)',
    '![x](/media/nobody.webp)',
  ])('is rejected with %s, in a proposal too', async (description) => {
    const groupId = await buildGroup(app)
    const member = await buildMember(app, { group_id: groupId })
    const body = draft('Diet', description)
    expect(expectFailure(await write(groupId, admin, body), 400).fields).toHaveProperty('description')
    const proposed = await app.call('POST', `/groups/${groupId}/page/propose`, { token: member.token, body })
    expect(expectFailure(proposed, 400).fields).toHaveProperty('description')
  })
})

describe('POST /groups/{groupId}/page/create', () => {
  test('lets a moderator write a section that everybody reads', async () => {
    const groupId = await buildGroup(app)
    const moderator = await buildModerator(app, { group_id: groupId })
    expect(await sectionOf(groupId, 'Art & Craft')).toMatchObject({
      detail: '',
      versionId: null,
      updatedDate: null,
    })
    const section = await written(
      groupId,
      moderator,
      draft('Art & Craft', ' Aṣọ òkè 🧵\n\nمرحبا ', ' The lead '),
    )
    expect(section).toEqual({
      name: 'Art & Craft',
      detail: 'The lead',
      description: 'Aṣọ òkè 🧵\n\nمرحبا',
      versionId: expect.any(Number),
      updatedDate: expect.any(String),
    })
    expect(await sectionOf(groupId, 'Art & Craft')).toEqual(section)
    expect((await versionsOf(groupId, 'Art & Craft')).content).toEqual([
      {
        versionId: section.versionId,
        userId: moderator.id,
        username: moderator.username,
        detail: section.detail,
        description: section.description,
        restoredFrom: null,
        acceptedBy: null,
        createdDate: section.updatedDate,
      },
    ])
    expect(await textsOf(groupId, 'Diet')).toEqual([])
  })

  test.each(['ADMIN', 'SUPERADMIN'] as const)('lets an %s write in every group', async (role) => {
    const groupId = await buildGroup(app)
    const staff = await buildMember(app, { role })
    expect(await written(groupId, staff, draft('About', 'Here'))).toMatchObject({ description: 'Here' })
  })

  test('rejects members and moderators of other groups', async () => {
    const groupId = await buildGroup(app)
    const body = draft('About', 'Mine')
    expectFailure(await write(groupId, await buildMember(app, { group_id: groupId }), body), 403, 'FORBIDDEN')
    const elsewhere = await buildModerator(app, { group_id: await buildGroup(app) })
    expectFailure(await write(groupId, elsewhere, body), 403, 'FORBIDDEN')
    const banned = await buildModerator(app, { group_id: groupId })
    await updateMember(app, banned, { banned_at: app.clock.now() })
    expectFailure(await write(groupId, banned, body), 403, 'ACCOUNT_BANNED')
    expect((await sectionOf(groupId, 'About')).versionId).toBeNull()
  })

  test('stores every change as a version, but no repeated text', async () => {
    const groupId = await buildGroup(app)
    const first = await written(groupId, admin, draft('Diet', 'One'))
    app.clock.move(60_000)
    const second = await written(groupId, admin, draft('Diet', 'Two'))
    expect(second.updatedDate).not.toBe(first.updatedDate)
    expect(await written(groupId, admin, draft('Diet', ' Two '))).toEqual(second)
    expect(await textsOf(groupId, 'Diet')).toEqual(['Two', 'One'])
    await written(groupId, admin, draft('Diet', '', ''))
    expect(await sectionOf(groupId, 'Diet')).toMatchObject({ detail: '', description: '', name: 'Diet' })
    expect(await textsOf(groupId, 'Diet')).toEqual(['', 'Two', 'One'])
  })

  test('stores no version for an empty text in an empty section', async () => {
    const groupId = await buildGroup(app)
    expect(await written(groupId, admin, draft('History', ' '))).toMatchObject({ versionId: null })
    expect(await textsOf(groupId, 'History')).toEqual([])
  })

  test('rejects a text that is based on an older version', async () => {
    const groupId = await buildGroup(app)
    const body = (description: string, basedOn?: number | null) => ({
      ...draft('Culture', description),
      basedOn,
    })
    const first = await written(groupId, admin, body('One', null))
    const rejected = await write(groupId, admin, body('Two', null))
    expect(expectFailure(rejected, 409, 'STALE').message).toBe(
      'Somebody has changed this section since you opened it.',
    )
    const second = await written(groupId, admin, body('Two', first.versionId))
    expectFailure(await write(groupId, admin, body('Three', first.versionId)), 409, 'STALE')
    expectFailure(await write(groupId, admin, body('Three', 987_654_321)), 409, 'STALE')
    // The response was lost, and the client repeats the request.
    expect(await written(groupId, admin, body('Two', first.versionId))).toEqual(second)
    await written(groupId, admin, body('Four'))
    expect(await textsOf(groupId, 'Culture')).toEqual(['Four', 'Two', 'One'])
  })

  test('accepts texts of the maximum length', async () => {
    const groupId = await buildGroup(app)
    const section = await written(groupId, admin, draft('About', '🥁'.repeat(20_000), 'ẹ'.repeat(300)))
    expect([...section.description]).toHaveLength(20_000)
  })

  test.each([
    ['a lead that is one character too long', draft('About', 'x', 'x'.repeat(301))],
    ['a text that is one character too long', draft('About', 'x'.repeat(20_001))],
  ])('rejects %s', async (_, body) => {
    const groupId = await buildGroup(app)
    expectFailure(await write(groupId, admin, body), 400)
    expect((await sectionOf(groupId, 'About')).versionId).toBeNull()
  })

  test.each([987_654_321, Number.MAX_SAFE_INTEGER])('answers 404 for the group %s', async (id) => {
    expectFailure(await write(id, admin, draft('About', 'x')), 404)
    expectFailure(await history(id, 'About', admin), 404)
    expectFailure(await restore(id, 'About', admin, { versionId: 1 }), 404)
  })
})

describe('concurrent writes', () => {
  test('of 30 writers to one section all become versions', async () => {
    const groupId = await buildGroup(app)
    const writers = [
      admin,
      await buildModerator(app, { group_id: groupId }),
      await buildModerator(app, { group_id: groupId }),
      await buildModerator(app, { group_id: groupId }),
    ]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        write(groupId, writers[nth % writers.length] ?? admin, draft('About', `Text ${nth}`)),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const versions = await versionsOf(groupId, 'About', { size: 100 })
    expect(versions.totalElements).toBe(30)
    expect(new Set(versions.content.map(({ description }) => description)).size).toBe(30)
    expect(await sectionOf(groupId, 'About')).toMatchObject({
      versionId: versions.content[0]?.versionId,
      description: versions.content[0]?.description,
      updatedDate: versions.content[0]?.createdDate,
    })
  })

  test('of the same version give nine of ten writers a conflict', async () => {
    const groupId = await buildGroup(app)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        write(groupId, admin, { ...draft('Diet', `Soup ${nth}`), basedOn: null }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const rejected of answers.filter(({ status }) => status !== 200))
      expectFailure(rejected, 409, 'STALE')
    expect(await textsOf(groupId, 'Diet')).toHaveLength(1)
  })

  test('by a member who is banned at that moment are rejected', async () => {
    const groupId = await buildGroup(app)
    const moderator = await buildModerator(app, { group_id: groupId })
    const writing = callDuring(
      app,
      'update members set banned_at = now() where id = $1',
      [moderator.id],
      () => write(groupId, moderator, draft('About', 'Quickly')),
    )
    expectFailure(await writing, 403, 'ACCOUNT_BANNED')
    expect(await textsOf(groupId, 'About')).toEqual([])
  })
})

describe('GET /groups/{id}/page/{name}/history', () => {
  test('lists the newest first, page by page', async () => {
    const groupId = await buildGroup(app)
    for (const text of ['1', '2', '3', '4', '5']) await written(groupId, admin, draft('Festivals', text))
    const pages = []
    for (const page of [0, 1, 2, 3]) pages.push(await versionsOf(groupId, 'Festivals', { page, size: 2 }))
    expect(pages.map(({ content }) => content.map(({ description }) => description))).toEqual([
      ['5', '4'],
      ['3', '2'],
      ['1'],
      [],
    ])
    expect(pages.map(({ last }) => last)).toEqual([false, false, true, true])
    for (const [number, page] of pages.entries())
      expect(page).toMatchObject({ number, totalElements: 5, totalPages: 3 })
  })

  test('shows no name for texts that the product wrote', async () => {
    const groupId = await groupIdOf(app, 'igala')
    const { content } = await versionsOf(groupId, 'About')
    expect(content).toMatchObject([{ userId: null, username: null, acceptedBy: null }])
    expect(content[0]?.versionId).toBe((await sectionOf(groupId, 'About')).versionId)
  })

  test('is visible only to the group’s moderators and staff', async () => {
    const groupId = await buildGroup(app)
    await written(groupId, admin, draft('About', 'x'))
    const member = await buildMember(app, { group_id: groupId })
    const elsewhere = await buildModerator(app, { group_id: await buildGroup(app) })
    expect((await history(groupId, 'About', await buildModerator(app, { group_id: groupId }))).status).toBe(
      200,
    )
    for (const other of [member, elsewhere]) {
      expectFailure(await history(groupId, 'About', other), 403, 'FORBIDDEN')
      expectFailure(await restore(groupId, 'About', other, { versionId: 1 }), 403, 'FORBIDDEN')
    }
  })

  test.each(['Language', 'about', '%', 'Art'])('answers 404 for the section %s', async (name) => {
    const groupId = await buildGroup(app)
    expectFailure(await history(groupId, name, admin), 400)
    expectFailure(await restore(groupId, name, admin, { versionId: 1 }), 400)
  })
})

describe('POST /groups/{id}/page/{name}/restore', () => {
  test('stores an older version as the newest and names its source', async () => {
    const groupId = await buildGroup(app)
    const first = await written(groupId, admin, draft('Art & Craft', 'Pots', 'Clay'))
    await written(groupId, admin, draft('Art & Craft', 'Baskets'))
    const moderator = await buildModerator(app, { group_id: groupId })
    const body = { versionId: first.versionId }
    const back = dataOf(api.restoreVersion, await restore(groupId, 'Art & Craft', moderator, body))
    expect(back).toMatchObject({ name: 'Art & Craft', detail: 'Clay', description: 'Pots' })
    expect(await sectionOf(groupId, 'Art & Craft')).toEqual(back)
    const { content } = await versionsOf(groupId, 'Art & Craft')
    expect(content.map(({ description }) => description)).toEqual(['Pots', 'Baskets', 'Pots'])
    expect(content[0]).toMatchObject({
      versionId: back.versionId,
      restoredFrom: first.versionId,
      userId: moderator.id,
    })
    expect(dataOf(api.restoreVersion, await restore(groupId, 'Art & Craft', moderator, body))).toEqual(back)
    expect(await textsOf(groupId, 'Art & Craft')).toHaveLength(3)
  })

  test('changes nothing for the current version', async () => {
    const groupId = await buildGroup(app)
    const { versionId } = await written(groupId, admin, draft('Diet', 'Beans'))
    const same = dataOf(api.restoreVersion, await restore(groupId, 'Diet', admin, { versionId }))
    expect(same.versionId).toBe(versionId)
    expect(await textsOf(groupId, 'Diet')).toEqual(['Beans'])
  })

  test('rejects versions of other sections or groups and unknown ones', async () => {
    const [groupId, otherId] = [await buildGroup(app), await buildGroup(app)]
    const { versionId } = await written(groupId, admin, draft('Diet', 'Beans'))
    expectFailure(await restore(groupId, 'About', admin, { versionId }), 404)
    expectFailure(await restore(otherId, 'Diet', admin, { versionId }), 404)
    expectFailure(await restore(groupId, 'Diet', admin, { versionId: 987_654_321 }), 404)
    expect(await textsOf(otherId, 'Diet')).toEqual([])
  })
})

test('texts of an erased member remain without a name', async () => {
  const groupId = await buildGroup(app)
  const moderator = await buildModerator(app, { group_id: groupId })
  const before = await written(groupId, moderator, draft('History', 'Our first market'))
  await updateMember(app, moderator, { closure_requested_at: new Date(0) })
  await eraseClosed.run(app.deps, {})
  expect(await sectionOf(groupId, 'History')).toEqual(before)
  expect((await versionsOf(groupId, 'History')).content).toMatchObject([
    { versionId: before.versionId, description: 'Our first market', userId: null, username: null },
  ])
})
