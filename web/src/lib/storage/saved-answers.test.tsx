import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '#web/lib/session/session.ts'
import { hasAnswers } from '#web/lib/storage/answers-exist.ts'
import { commit, dropConnection, openDatabase } from '#web/lib/storage/database.ts'
import { deleteStored } from '#web/lib/storage/member-store.ts'
import {
  deleteAnswers,
  limits,
  readAnswer,
  readPages,
  writeAnswers,
  type AnswerToSave,
} from '#web/lib/storage/saved-answers.ts'
import { tokenFor } from '#web/test/open-app.tsx'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  for (const memberId of [1, 2]) dropConnection(memberId)
  startSession(tokenFor(1))
})

const answer = (json: string, updatedAt = 1): AnswerToSave => ({ json, updatedAt })
const save = (answers: Record<string, AnswerToSave | null>) =>
  writeAnswers(1, new Map(Object.entries(answers)))

async function savedNames(): Promise<string[]> {
  const db = await openDatabase(1)
  const request = db.transaction('answers').objectStore('answers').getAllKeys()
  await new Promise((resolve) => (request.onsuccess = resolve))
  return request.result.map(String)
}

test('an answer is read as it was saved last', async () => {
  await Promise.all([save({ '["feed"]': answer('1') }), save({ '["feed"]': answer('2', 2) })])
  expect(await readAnswer(1, '["feed"]')).toMatchObject({ json: '2', updatedAt: 2 })
  expect(hasAnswers(1)).toBe(true)
})

test('an answer of another shape is not shown', async () => {
  await save({ '["feed"]': answer('1') })
  const transaction = (await openDatabase(1)).transaction('answers', 'readwrite')
  transaction.objectStore('answers').put({ ...answer('1'), bytes: 2, shape: 'older' }, '["feed"]')
  await commit(transaction)
  expect(await readAnswer(1, '["feed"]')).toBeNull()
})

test('the oldest of too many answers go', async () => {
  const many = Array.from({ length: limits.answers }, (_, at) => [`["post",${at}]`, answer('1', at + 10)])
  await save(Object.fromEntries(many))
  await save({ '["old"]': answer('1', 1), '["new"]': answer('1', 1e6) })
  const names = await savedNames()
  expect(names).toHaveLength(limits.answers)
  expect(names).toContain('["new"]')
  expect(names).not.toContain('["old"]')
  expect(names).not.toContain('["post",0]')
})

test('the oldest answers go when all are too large, and one that is too large is not saved', async () => {
  const large = 'x'.repeat(limits.bytesOfOne / 2)
  const most = limits.bytes / limits.bytesOfOne
  const many = Array.from({ length: most + 2 }, (_, at) => [`["post",${at}]`, answer(large, at)])
  await save(Object.fromEntries(many))
  await save({ '["huge"]': answer(`${large}xx`, 1e6) })
  const names = await savedNames()
  expect(names).toHaveLength(most)
  for (const gone of ['["post",0]', '["post",1]', '["huge"]']) expect(names).not.toContain(gone)
})

test('a full device keeps the newest quarter', async () => {
  const many = Array.from({ length: 100 }, (_, at) => [`["post",${at}]`, answer('1', at)])
  await save(Object.fromEntries(many))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await save({ '["feed"]': answer('1', 1e6) })
  expect(await savedNames()).toHaveLength(limits.answers / 4)
})

test('pages lead to what is saved, the last one first', async () => {
  const page = (path: string) => ({ ...answer('1'), page: { path, title: path } })
  await save({ '["feed"]': page('/user') })
  await save({ '["inbox"]': page('/inbox'), '["cart"]': page('/cart') })
  await save({ '["cart"]': null, '["feed"]': page('/user') })
  expect((await readPages(1)).map(({ path }) => path)).toEqual(['/user', '/inbox'])
})

test('nobody else reads them, and a late answer after the end of the session is not saved', async () => {
  await save({ '["feed"]': answer('1') })
  startSession(tokenFor(2))
  expect(await readAnswer(1, '["feed"]')).toBeNull()
  expect(await readAnswer(2, '["feed"]')).toBeNull()
  expect(await readPages(1)).toEqual([])
  endSession()
  await save({ '["late"]': answer('1') })
  startSession(tokenFor(1))
  expect(await readAnswer(1, '["late"]')).toBeNull()
  expect(await readAnswer(1, '["feed"]')).not.toBeNull()
})

test('a sign-out deletes them, and nothing comes back', async () => {
  await save({ '["feed"]': answer('1') })
  endSession(null)
  deleteStored(1)
  await save({ '["late"]': answer('1') })
  expect(hasAnswers(1)).toBe(false)
  startSession(tokenFor(1))
  await expect.poll(savedNames).toEqual([])
})

test('a block deletes them', async () => {
  await save({ '["feed"]': answer('1') })
  await deleteAnswers(1)
  expect(await savedNames()).toEqual([])
})
