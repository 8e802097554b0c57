import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { z } from 'zod'
import { cloneDatabase } from '#api/test/database.ts'
import type { Clone } from '#api/test/database.ts'
import { openPool } from './db.ts'

let clone: Clone
let pool: pg.Pool
beforeAll(async () => {
  clone = await cloneDatabase()
  // One connection: what it has prepared can be asked of itself.
  pool = openPool(clone.url, () => {}, 1)
})
afterAll(async () => {
  await pool.end()
  await clone.drop()
})

const Prepared = z.array(z.object({ statement: z.string(), uses: z.number() }))

async function prepared(): Promise<z.output<typeof Prepared>> {
  const { rows } = await pool.query(
    'select statement, generic_plans + custom_plans as uses from pg_prepared_statements',
  )
  return Prepared.parse(rows)
}

test('after 500 names statements run without a name', async () => {
  for (let index = 0; index < 600; index += 1) {
    const { rows } = await pool.query(`select $1::int + ${index} as sum`, [1])
    expect(rows).toEqual([{ sum: index + 1 }])
  }
  expect((await prepared()).length).toBeLessThanOrEqual(500)
})
