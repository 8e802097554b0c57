import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { deleteInBatches, repeatInBatches } from './batches.ts'

const app = await sharedApp()
const { db } = app.deps

const isOld = sql<boolean>`until < '2020-01-01'`
const deleteOld = () => deleteInBatches(db, 'retired_usernames', isOld)

async function addNames(count: number, until: string): Promise<void> {
  await sql`insert into retired_usernames select sha256(${until}::text::bytea || n::text::bytea), ${until}::timestamptz
    from generate_series(1, ${count}::integer) n`.execute(db)
}

async function countNames(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from retired_usernames`.execute(db)
  return rows[0]?.n ?? 0
}

test('deletes old rows in several batches, and nothing when run again', async () => {
  await addNames(2500, '2019-01-01')
  await addNames(3, '2030-01-01')
  await deleteOld()
  expect(await countNames()).toBe(3)
  await deleteOld()
  expect(await countNames()).toBe(3)
})

test('leaves a locked row, and deletes it the next time', async () => {
  await addNames(5, '2018-01-01')
  const before = await countNames()
  const touch = `update retired_usernames set until = until where username_hash = (
    select username_hash from retired_usernames where until = '2018-01-01' limit 1) and $1 = 1`
  await callDuring(app, touch, [1], deleteOld)
  expect(await countNames()).toBe(before - 4)
  await deleteOld()
  expect(await countNames()).toBe(before - 5)
})

test('repeats until a batch is not full', async () => {
  const batches = [10, 10, 4, 10]
  let calls = 0
  await repeatInBatches(db, async () => batches[calls++] ?? 0, 10)
  expect(calls).toBe(3)
})
