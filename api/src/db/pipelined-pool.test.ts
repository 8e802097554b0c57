import { afterAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { cloneDatabase } from '#api/test/database.ts'
import { openDb, openPool, sqlState, type Db, type Tx } from './db.ts'
import { thenCommit } from './pipelined-pool.ts'

const clone = await cloneDatabase()
// The pool has one connection, so that the packets sent on it can be counted.
const pool = openPool(clone.url, () => {}, 1)
const db = openDb(pool)
const other = openDb(openPool(clone.url, () => {}, 1))
await sql`create table marks (name text primary key deferrable initially immediate)`.execute(db)
afterAll(async () => {
  await db.destroy()
  await other.destroy()
  await clone.drop()
})

const insert = (tx: Db, name: string, end = sql``) =>
  sql`insert into marks values (${name}) ${end}`.execute(tx)

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

test('the commit travels with the last statement', async () => {
  const work = async (tx: Tx) => {
    await insert(tx, 'first')
    await insert(tx, 'last', thenCommit)
  }
  expect(await packetsOf(() => transaction(work))).toBe(2)
  expect(await marks()).toEqual(expect.arrayContaining(['first', 'last']))
})

test('a last statement that fails rolls back all of it', async () => {
  await insert(db, 'taken')
  const failing = transaction(async (tx) => {
    await insert(tx, 'before taken')
    await insert(tx, 'taken', thenCommit)
  })
  await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '23505')
  expect(await marks()).not.toContain('before taken')
  await insert(db, 'next')
  expect(await marks()).toContain('next')
})

test('an error that appears only at the commit fails the transaction', async () => {
  await insert(db, 'twice')
  const failing = transaction(async (tx) => {
    await sql`set constraints all deferred`.execute(tx)
    await insert(tx, 'before twice')
    await insert(tx, 'twice', thenCommit)
  })
  await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '23505')
  expect(await marks()).not.toContain('before twice')
})

test('nothing is sent after the statement that commits', async () => {
  const failing = transaction(async (tx) => {
    await insert(tx, 'committed', thenCommit)
    await insert(tx, 'too late')
  })
  await expect(failing).rejects.toThrow('Nothing may follow the statement that commits.')
  expect(await marks()).not.toContain('too late')
})
