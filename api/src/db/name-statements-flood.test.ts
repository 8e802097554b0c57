import { afterAll, beforeAll, expect, test } from 'vitest'
import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import { cloneDatabase, type Clone } from '#api/test/database.ts'
import { openDb, openPool, type Db } from './db.ts'

let clone: Clone
let db: Db
beforeAll(async () => {
  clone = await cloneDatabase()
  // One connection: what it has prepared can be asked of itself.
  db = openDb(openPool(clone.url, () => {}, 1))
})
afterAll(async () => {
  await db.destroy()
  await clone.drop()
})

const run = (text: string, values: unknown[] = []) => db.executeQuery(CompiledQuery.raw(text, values))

const Prepared = z.array(z.object({ statement: z.string(), uses: z.number() }))

async function prepared(): Promise<z.output<typeof Prepared>> {
  const { rows } = await run(
    'select statement, generic_plans + custom_plans as uses from pg_prepared_statements',
  )
  return Prepared.parse(rows)
}

test('after 500 names statements run without a name', async () => {
  for (let index = 0; index < 600; index += 1) {
    const { rows } = await run(`select $1::int + ${index} as sum`, [1])
    expect(rows).toEqual([{ sum: index + 1 }])
  }
  expect((await prepared()).length).toBeLessThanOrEqual(500)
})
