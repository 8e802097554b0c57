import { expect, test } from 'vitest'
import { createGenre, listGenres } from '@rootsquare/contract/trade/genres'
import { buildMember, buildModerator } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })

const add = (body: unknown, { token }: { token: string } = admin) =>
  app.call('POST', '/genre/create', { token, body })
const names = async () =>
  dataOf(listGenres, await app.call('GET', '/genre/', { token: admin.token })).map(({ name }) => name)

test('lets an admin add a category, which is logged', async () => {
  const answer = await add({ name: '  Beads  &   jewellery ' })
  expect(answer.body.message).toBe('The category has been added.')
  const genre = dataOf(createGenre, answer)
  expect(genre).toEqual({ id: expect.any(Number), name: 'Beads & jewellery' })
  expect(await names()).toContain('Beads & jewellery')
  const lines = app.deps.db.selectFrom('audit_log').selectAll().where('target_id', '=', genre.id)
  expect(await lines.where('target_type', '=', 'category').execute()).toMatchObject([
    { actor_id: admin.id, action: 'CREATE_CATEGORY', member_id: null },
  ])
})

test.each([
  ['Pottery', 'POTTERY'],
  ['Éléko', 'éLÉKO'],
  ['Ẹ̀wà', 'ẸWÀ'.replace('Ẹ', 'Ẹ\u0300')],
  ['Straße', 'STRASSE'.replace('SS', 'ß')],
])('treats %s and %s as the same name', async (one, other) => {
  dataOf(createGenre, await add({ name: one }))
  const failure = expectFailure(await add({ name: other }), 409, 'TAKEN')
  expect(failure.fields).toEqual({ name: 'A category with this name already exists.' })
})

test('adds one of 20 equal categories at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => add({ name: 'Raffia' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  expect((await names()).filter((name) => name === 'Raffia')).toHaveLength(1)
})

test.each([
  [{}, 'Required.'],
  [{ name: null }, 'Required.'],
  [{ name: '   ' }, 'Required.'],
  [{ name: 'x'.repeat(61) }, 'Maximum 60 characters allowed'],
  [{ name: 'a\u200bb' }, 'This holds a character that cannot be seen.'],
])('rejects %.30j', async (body, message) => {
  expect(expectFailure(await add(body), 400).fields).toEqual({ name: message })
})

test('rejects members and moderators', async () => {
  for (const by of [await buildMember(app), await buildModerator(app)])
    expectFailure(await add({ name: 'Mine' }, by), 403)
  expect(await names()).not.toContain('Mine')
})
