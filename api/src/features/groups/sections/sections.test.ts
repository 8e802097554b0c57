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
import type { Called } from '#api/test/call.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { untilWaiting } from '#api/test/waiting.ts'

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

describe('markup', () => {
  test('a text with headings, lists, links and uploaded pictures is answered as written', async () => {
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
  ])('rejects %s, in a proposal too', async (description) => {
    const groupId = await buildGroup(app)
    const member = await buildMember(app, { group_id: groupId })
    const body = draft('Diet', description)
    expect(expectFailure(await write(groupId, admin, body), 400).fields).toHaveProperty('description')
    const proposed = await app.call('POST', `/groups/${groupId}/page/propose`, { token: member.token, body })
    expect(expectFailure(proposed, 400).fields).toHaveProperty('description')
  })
})

describe('POST /groups/{groupId}/page/create', () => {
  test('a moderator writes a section, and everybody reads it', async () => {
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

  test.each(['ADMIN', 'SUPERADMIN'] as const)('an %s writes in every group', async (role) => {
    const groupId = await buildGroup(app)
    const staff = await buildMember(app, { role })
    expect(await written(groupId, staff, draft('About', 'Here'))).toMatchObject({ description: 'Here' })
  })

  test('rejects members, moderators of other groups and visitors', async () => {
    const groupId = await buildGroup(app)
    const body = draft('About', 'Mine')
    expectFailure(await write(groupId, await buildMember(app, { group_id: groupId }), body), 403, 'FORBIDDEN')
    expectFailure(
      await write(groupId, await buildModerator(app, { group_id: await buildGroup(app) }), body),
      403,
      'FORBIDDEN',
    )
    expectFailure(await app.call('POST', `/groups/${groupId}/page/create`, { body }), 401)
    const banned = await buildModerator(app, { group_id: groupId })
    await updateMember(app, banned, { banned_at: app.clock.now() })
    expectFailure(await write(groupId, banned, body), 403, 'ACCOUNT_BANNED')
    expect((await sectionOf(groupId, 'About')).versionId).toBeNull()
  })

  test('stores every change as a version, and none for the same text', async () => {
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
    const refused = await write(groupId, admin, body('Two', null))
    expect(expectFailure(refused, 409, 'STALE').message).toBe(
      'Somebody has changed this section since you opened it.',
    )
    const second = await written(groupId, admin, body('Two', first.versionId))
    expectFailure(await write(groupId, admin, body('Three', first.versionId)), 409, 'STALE')
    expectFailure(await write(groupId, admin, body('Three', 987_654_321)), 409, 'STALE')
    // The answer was lost and the same is sent again.
    expect(await written(groupId, admin, body('Two', first.versionId))).toEqual(second)
    await written(groupId, admin, body('Four'))
    expect(await textsOf(groupId, 'Culture')).toEqual(['Four', 'Two', 'One'])
  })

  test('as long as may be', async () => {
    const groupId = await buildGroup(app)
    const section = await written(groupId, admin, draft('About', '🥁'.repeat(20_000), 'ẹ'.repeat(300)))
    expect([...section.description]).toHaveLength(20_000)
  })

  test.each([
    ['no body', undefined],
    ['nothing in it', {}],
    ['no name', { detail: '', description: 'x' }],
    ['another name', { ...draft('About', 'x'), name: 'Language' }],
    ['a name in other letters', { ...draft('About', 'x'), name: 'about' }],
    ['no detail', { name: 'About', description: 'x' }],
    ['no description', { name: 'About', detail: 'x' }],
    ['a number', { ...draft('About', 'x'), description: 7 }],
    ['null', { ...draft('About', 'x'), detail: null }],
    ['a lead too long by one', draft('About', 'x', 'x'.repeat(301))],
    ['a text too long by one', draft('About', 'x'.repeat(20_001))],
    ['NUL', draft('About', 'a\0b')],
    ['half a letter', draft('About', '\uDE00')],
    ['a version by name', { ...draft('About', 'x'), basedOn: 'latest' }],
    ['version 0', { ...draft('About', 'x'), basedOn: 0 }],
  ])('refuses %s', async (_, body) => {
    const groupId = await buildGroup(app)
    expectFailure(await write(groupId, admin, body), 400)
    expect((await sectionOf(groupId, 'About')).versionId).toBeNull()
  })

  test.each([
    ['987654321', 404],
    ['9007199254740991', 404],
    ['0', 400],
    ['x', 400],
    ['1.5', 400],
    ['-2', 400],
  ])('there is no group %s', async (id, status) => {
    expectFailure(await write(id, admin, draft('About', 'x')), status)
    expectFailure(await history(id, 'About', admin), status)
    expectFailure(await restore(id, 'About', admin, { versionId: 1 }), status)
  })
})

describe('two at once', () => {
  test('stores every version when 30 writers save the same section at once', async () => {
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

  test('of ten changes of the same version nine get a conflict', async () => {
    const groupId = await buildGroup(app)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        write(groupId, admin, { ...draft('Diet', `Soup ${nth}`), basedOn: null }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 200)) expectFailure(refused, 409, 'STALE')
    expect(await textsOf(groupId, 'Diet')).toHaveLength(1)
  })

  test('who is banned while writing has not written', async () => {
    const groupId = await buildGroup(app)
    const moderator = await buildModerator(app, { group_id: groupId })
    let writing = Promise.resolve<Called | null>(null)
    await app.deps.db.transaction().execute(async (tx) => {
      const banned_at = app.clock.now()
      await tx.updateTable('members').set({ banned_at }).where('id', '=', moderator.id).execute()
      writing = write(groupId, moderator, draft('About', 'Quickly'))
      await untilWaiting(app, 1)
    })
    const refused = await writing
    if (!refused) throw new Error('Nobody wrote.')
    expectFailure(refused, 403, 'ACCOUNT_BANNED')
    expect(await textsOf(groupId, 'About')).toEqual([])
  })
})

describe('GET /groups/{id}/page/{name}/history', () => {
  test('newest first, page by page', async () => {
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

  test('what the product wrote has no name', async () => {
    const groupId = await groupIdOf(app, 'igala')
    const { content } = await versionsOf(groupId, 'About')
    expect(content).toMatchObject([{ userId: null, username: null, acceptedBy: null }])
    expect(content[0]?.versionId).toBe((await sectionOf(groupId, 'About')).versionId)
  })

  test('only for the group’s moderators and staff', async () => {
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
    expectFailure(await app.call('GET', `/groups/${groupId}/page/About/history`), 401)
  })

  test.each([
    ['page', '-1'],
    ['size', '0'],
    ['size', '101'],
    ['size', 'x'],
  ])('refuses %s=%s', async (field, value) => {
    expectFailure(await history(await buildGroup(app), 'About', admin, { [field]: value }), 400)
  })

  test.each(['Language', 'about', '%', 'Art'])('there is no section %s', async (name) => {
    const groupId = await buildGroup(app)
    expectFailure(await history(groupId, name, admin), 400)
    expectFailure(await restore(groupId, name, admin, { versionId: 1 }), 400)
  })
})

describe('POST /groups/{id}/page/{name}/restore', () => {
  test('an older version comes back as the newest one, and says from where', async () => {
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

  test('restoring the current version changes nothing', async () => {
    const groupId = await buildGroup(app)
    const { versionId } = await written(groupId, admin, draft('Diet', 'Beans'))
    const same = dataOf(api.restoreVersion, await restore(groupId, 'Diet', admin, { versionId }))
    expect(same.versionId).toBe(versionId)
    expect(await textsOf(groupId, 'Diet')).toEqual(['Beans'])
  })

  test('not from another section or group, nor what never was', async () => {
    const [groupId, otherId] = [await buildGroup(app), await buildGroup(app)]
    const { versionId } = await written(groupId, admin, draft('Diet', 'Beans'))
    expectFailure(await restore(groupId, 'About', admin, { versionId }), 404)
    expectFailure(await restore(otherId, 'Diet', admin, { versionId }), 404)
    expectFailure(await restore(groupId, 'Diet', admin, { versionId: 987_654_321 }), 404)
    expect(await textsOf(otherId, 'Diet')).toEqual([])
  })

  test.each([
    [undefined],
    [{}],
    [{ versionId: null }],
    [{ versionId: '1' }],
    [{ versionId: 0 }],
    [{ versionId: 1.5 }],
  ])('refuses %j', async (body) => {
    expectFailure(await restore(await buildGroup(app), 'Diet', admin, body), 400)
  })
})

test('the texts of an erased member stay without a name', async () => {
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
