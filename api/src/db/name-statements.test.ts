import { afterAll, expect, test } from 'vitest'
import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import { cloneDatabase } from '#api/test/database.ts'
import { openDb, openPool, sqlState } from './db.ts'

const clone = await cloneDatabase()
/** Opens a pool of one connection, so that a query can list the statements which that connection has prepared. */
const open = () => openDb(openPool(clone.url, () => {}, 1))
const [db, flooded] = [open(), open()]
afterAll(async () => {
  await Promise.all([db.destroy(), flooded.destroy()])
  await clone.drop()
})

const run = (text: string, values: unknown[] = [], on = db) =>
  on.executeQuery(CompiledQuery.raw(text, values))

const Prepared = z.array(z.object({ statement: z.string(), uses: z.number() }))

async function prepared(on = db) {
  const text = 'select statement, generic_plans + custom_plans as uses from pg_prepared_statements'
  const { rows } = await run(text, [], on)
  return Prepared.parse(rows)
}

test('a statement with values is prepared once and used again', async () => {
  const text = 'select $1::int + 1 as next'
  for (const value of [1, 2, 3]) expect((await run(text, [value])).rows).toEqual([{ next: value + 1 }])
  const found = (await prepared()).filter(({ statement }) => statement === text)
  expect(found).toEqual([{ statement: text, uses: 3 }])
})

test('a statement without values is not prepared', async () => {
  const text = 'select 1 as one; select 2 as two'
  await run(text)
  expect((await prepared()).some(({ statement }) => statement.includes('as two'))).toBe(false)
})

test('a wrong statement fails in the same way each time', async () => {
  for (const _ of [1, 2]) {
    await expect(run('select nothing from nowhere where $1', [1])).rejects.toSatisfy(
      (error) => sqlState(error) === '42P01',
    )
  }
  expect((await run('select $1::text as word', ['fine'])).rows).toEqual([{ word: 'fine' }])
})

test('a new column breaks no select * of a running server', async () => {
  await run('create table growing (id int); insert into growing values (1)')
  const texts = ['select * from growing where id = $1', 'select "growing".* from "growing" where id = $1']
  const returning = 'update growing set id = id where id = $1 returning *'
  for (const text of [...texts, returning]) expect((await run(text, [1])).rows).toEqual([{ id: 1 }])
  await run('alter table growing add column size int')
  for (const text of [...texts, returning])
    expect((await run(text, [1])).rows).toEqual([{ id: 1, size: null }])
})

test('after 500 names statements run without a name', async () => {
  for (let index = 0; index < 600; index += 1) {
    const { rows } = await run(`select $1::int + ${index} as sum`, [1], flooded)
    expect(rows).toEqual([{ sum: index + 1 }])
  }
  expect((await prepared(flooded)).length).toBeLessThanOrEqual(500)
})
