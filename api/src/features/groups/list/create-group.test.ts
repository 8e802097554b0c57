import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createGroup, getGroup, getMembership, listGroups } from '@rootsquare/contract/groups'
import { getGroupPage } from '@rootsquare/contract/sections'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { buildMedia, buildMember, buildModerator, updateMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { filesIn } from '#api/test/scan.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })

type CallOptions = { by?: { token: string }; key?: string }

const create = (body: unknown, { by = admin, key }: CallOptions = {}, to = app) =>
  to.call('POST', '/groups/create', {
    token: by.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const description = 'A people of the plateau.'
const named = (name: string) => ({ name, description })

async function namesLike(name: string): Promise<string[]> {
  const { content } = dataOf(listGroups, await app.call('GET', '/groups', { query: { name, size: 100 } }))
  return content.map((group) => group.name)
}

const nameTaken = { name: 'A group with this name already exists.' }

describe('creating a group', () => {
  test('creates a group with six empty sections and no members', async () => {
    const [image, header] = [await buildMedia(app, admin), await buildMedia(app, admin)]
    const body = {
      name: '  Berom-Ọ̀yọ́  ',
      description: ` ${description}\nOf the hills. `,
      image: image.url,
      header: header.url,
      stateCodes: ['NG-PL', 'NG-BE', 'NG-PL'],
    }
    const called = await create(body)
    expect(called.body.message).toBe('Group created successfully')
    const group = dataOf(createGroup, called)
    expect(group).toEqual({
      id: expect.any(Number),
      name: 'Berom-Ọ̀yọ́'.normalize('NFC'),
      description: `${description}\nOf the hills.`,
      users: 0,
      image: image.url,
      header: header.url,
      stateCodes: ['NG-PL', 'NG-BE'],
      otherNames: [],
      greeting: null,
      lastPostDate: null,
      createdDate: expect.any(String),
    })
    expect(dataOf(getGroup, await app.call('GET', `/groups/${group.id}`))).toEqual(group)
    expect(await namesLike('berom-oyo')).toEqual([group.name])
    const sections = dataOf(getGroupPage, await app.call('GET', `/groups/page/${group.id}`))
    expect(
      sections.filter(({ versionId, description: words }) => versionId === null && words === ''),
    ).toHaveLength(6)
    const request = await app.call('GET', `/groups/group-user/${group.id}`, { token: admin.token })
    expect(dataOf(getMembership, request)).toMatchObject({ joined: false, can: { edit: true } })
    expectOk(await app.call('POST', `/groups/join/${group.id}`, { token: admin.token }))
  })

  test('needs only name and description, and allows a null picture', async () => {
    const group = dataOf(createGroup, await create({ ...named('Bare'), image: null, header: null }))
    expect(group).toMatchObject({ image: null, header: null, stateCodes: [], users: 0 })
    const by = await buildMember(app, { role: 'SUPERADMIN' })
    expect(dataOf(createGroup, await create(named('Barer'), { by }))).toMatchObject({ name: 'Barer' })
  })

  test.each(['Yoruba', 'YORUBA', ' yoruba '])(
    'rejects the name %j as taken, whatever its case',
    async (name) => {
      const rejected = expectFailure(await create(named(name)), 409, 'TAKEN')
      expect(rejected.fields).toEqual(nameTaken)
    },
  )

  test('compares names without regard to case and Unicode form', async () => {
    expectOk(await create(named('Ẹ̀gbá Ìjẹ̀bú'.normalize('NFD'))))
    for (const same of ['ẹ̀GBÁ ìjẹ̀BÚ', 'Ẹ̀GBÁ ÌJẸ̀BÚ'.normalize('NFD')]) {
      expect(expectFailure(await create(named(same)), 409).fields).toEqual(nameTaken)
    }
    for (const other of ['Egba Ijebu', 'Yorùbá']) {
      expect(dataOf(createGroup, await create(named(other))).name).toBe(other)
    }
  })

  test.each([
    [named(''), ['name']],
    [named('   '), ['name']],
    [named('\u200b'), ['name']],
    [named('x'.repeat(81)), ['name']],
    [{ name: 'Long', description: 'x'.repeat(1001) }, ['description']],
    [{ ...named('Bad'), image: 'x'.repeat(1001) }, ['image']],
    [{ ...named('Bad'), image: '' }, ['image']],
    [{ ...named('Bad'), image: 'https://example.com/a.png' }, ['image']],
    [{ ...named('Bad'), header: '/media/nobody.webp' }, ['header']],
    [{ ...named('Bad'), stateCodes: ['NG-XX'] }, ['stateCodes']],
    [{ ...named('Bad'), stateCodes: ['ng-la'] }, ['stateCodes']],
    [{ ...named('Bad'), stateCodes: ['NG-LA', ''] }, ['stateCodes']],
    [{ ...named('Bad'), stateCodes: Array(38).fill('NG-LA') }, ['stateCodes']],
    [named('Ti\0v'), ['name']],
    [named('Yoru\u200bba'), ['name']],
    [named('\u202eYoruba'), ['name']],
    [named('Be\u0007ll'), ['name']],
    [named('\ufb2c'.repeat(41)), ['name']],
    [named('Half \ud83d'), ['name']],
  ])('rejects %j with errors for the fields %j', async (body, fields) => {
    const rejected = expectFailure(await create(body), 400)
    expect(Object.keys(rejected.fields ?? {})).toEqual(fields)
    expect(await namesLike('bad')).not.toContain('Bad')
  })

  test('collapses spaces before it measures a name', async () => {
    expect(dataOf(createGroup, await create(named('\n Two \t  words '))).name).toBe('Two words')
    expect(dataOf(createGroup, await create(named('o\u0301'.repeat(80)))).name).toBe('ó'.repeat(80))
  })

  test('rejects a video as a picture', async () => {
    const { url } = await buildMedia(app, admin)
    await app.deps.db.updateTable('media').set({ type: 'video/mp4' }).where('url', '=', url).execute()
    const rejected = expectFailure(await create({ ...named('Moving'), header: url }), 400)
    expect(rejected.fields).toEqual({ header: 'This must be a picture.' })
  })

  test('rejects an unknown state, and accepts texts of the maximum length', async () => {
    const rejected = expectFailure(await create({ ...named('Nowhere'), stateCodes: ['NG-LA', 'NG-XX'] }), 400)
    expect(rejected.fields).toEqual({ stateCodes: 'There is no such state.' })
    const longest = { name: 'ọ'.repeat(80), description: '🥁'.repeat(1000) }
    expect(dataOf(createGroup, await create(longest))).toMatchObject(longest)
  })

  test('rejects members and moderators', async () => {
    const [member, moderator] = [await buildMember(app), await buildModerator(app)]
    for (const by of [member, moderator]) {
      expectFailure(await create(named('Mine'), { by }), 403, 'FORBIDDEN')
    }
    expect(await namesLike('mine')).not.toContain('Mine')
  })
})

describe('concurrent creations of groups', () => {
  test('of the same name by two admins give one conflict', async () => {
    const other = await buildMember(app, { role: 'ADMIN' })
    for (let round = 0; round < 5; round += 1) {
      const name = `Twice ${round}`
      const answers = await Promise.all([
        create(named(name)),
        create(named(name.toUpperCase()), { by: other }),
      ])
      const [won, lost] = answers.toSorted((one, second) => one.status - second.status)
      expectOk(won)
      expect(expectFailure(lost ?? answers[0], 409, 'TAKEN').fields).toEqual(nameTaken)
      expect(await namesLike(name)).toHaveLength(1)
    }
  })

  test('with the same key get the first response again', async () => {
    const [body, key] = [named('Keyed'), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(body, { key })))
    answers.push(await create(body, { key }))
    const ids = answers.map((answer) => dataOf(createGroup, answer).id)
    expect(new Set(ids).size).toBe(1)
    expect(await namesLike('keyed')).toEqual(['Keyed'])
    expectFailure(await create(body, { key: randomUUID() }), 409, 'TAKEN')
    expectFailure(await create(named('Another'), { key }), 409, 'IDEMPOTENCY_MISMATCH')
  })
})

describe('the pictures of a group', () => {
  test('must be the admin’s own uploads', async () => {
    const other = await buildMember(app, { role: 'ADMIN' })
    const { url } = await buildMedia(app, other)
    const rejected = expectFailure(await create({ ...named('Foreign'), header: url }), 400)
    expect(rejected.fields).toEqual({ header: 'Please upload this picture first.' })
    expectFailure(await create({ ...named('Yoruba'), image: url }, { by: other }), 409)
    expectOk(await create({ ...named('Own'), image: url }, { by: other }))
  })

  test('stay in the store when the admin who uploaded them is erased', async () => {
    const ownApp = await temporaryApp()
    const by = await buildMember(ownApp, { role: 'ADMIN' })
    const [image, header, own] = [
      await buildMedia(ownApp, by),
      await buildMedia(ownApp, by),
      await buildMedia(ownApp, by),
    ]
    const small = image.url.replace('.webp', '-small.webp')
    const group = dataOf(
      createGroup,
      await create({ ...named('Lasting'), image: small, header: header.url }, { by }, ownApp),
    )
    ownApp.clock.move(31 * 86_400_000)
    await updateMember(ownApp, by, {
      closure_requested_at: new Date(ownApp.clock.now().getTime() - 30 * 86_400_000),
    })
    await eraseClosed.run(ownApp.deps, {})
    await sweepMedia.run(ownApp.deps, {})
    await ownApp.runJobs()
    expect(await ownApp.deps.db.selectFrom('members').select('id').execute()).toEqual([])
    expect(dataOf(getGroup, await ownApp.call('GET', `/groups/${group.id}`))).toEqual(group)
    const left = await filesIn(join(ownApp.folder, 'media'))
    expect(left.toSorted()).toEqual([...image.keys, ...header.keys].toSorted())
    for (const url of [small, header.url]) expect((await fetch(`${ownApp.url}${url}`)).status).toBe(200)
    expect((await fetch(`${ownApp.url}${own.url}`)).status).toBe(404)
  })
})
