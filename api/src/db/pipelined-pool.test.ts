import { afterAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { cloneDatabase } from '#api/test/database.ts'
import { openDb, openPool, sqlState, type Db, type Tx } from './db.ts'

const clone = await cloneDatabase()
// The pool has one connection, so that the packets sent on it can be counted.
const pool = openPool(clone.url, () => {}, 1)
const db = openDb(pool)
const other = openDb(openPool(clone.url, () => {}, 1))
await sql`create table marks (name text primary key)`.execute(db)
afterAll(async () => {
  await db.destroy()
  await other.destroy()
  await clone.drop()
})

const insert = (tx: Db, name: string) => sql`insert into marks values (${name})`.execute(tx)

async function marks(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from marks order by name`.execute(other)
  return rows.map(({ name }) => name)
}

/** Counts the packets that `work` sends. */
async function packetsOf(work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect()
  client.release()
  const { stream } = client.connection
  const uncork = stream.uncork.bind(stream)
  let packets = 0
  const spy = vi.spyOn(stream, 'uncork').mockImplementation(() => {
    uncork()
    if (stream.writableCorked === 0) packets += 1
  })
  await work().finally(() => spy.mockRestore())
  return packets
}

const transaction = (work: (tx: Tx) => Promise<unknown>) => db.transaction().execute(work)

test('a transaction begins with its first statement', async () => {
  await transaction(async (tx) => {
    const ask = () => sql`select pg_current_xact_id()::text as id`.execute(tx)
    expect((await ask()).rows).toEqual((await ask()).rows)
  })
})

test('a transaction without statements sends nothing', async () => {
  expect(await packetsOf(() => transaction(async () => 'nothing'))).toBe(0)
  const failing = () =>
    transaction(async () => {
      throw new Error('changed my mind')
    })
  expect(await packetsOf(() => expect(failing()).rejects.toThrow('changed my mind'))).toBe(0)
  expect(await packetsOf(() => insert(db, 'after nothing'))).toBe(1)
  expect(await marks()).toContain('after nothing')
})

test('no statement follows a begin that failed', async () => {
  const client = await pool.connect()
  client.release()
  const { connection } = client
  const query = connection.query.bind(connection)
  vi.spyOn(connection, 'query').mockImplementationOnce(() => query('begin nonsense'))
  const failing = transaction(async (tx) => {
    await sql`select 1`.execute(tx)
    await insert(tx, 'without begin')
  })
  await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '42601')
  expect(await marks()).not.toContain('without begin')
})

test('a failure rolls back what came before it', async () => {
  const failing = transaction(async (tx) => {
    await insert(tx, 'rolled back')
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await marks()).not.toContain('rolled back')
})
