import { afterAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { toApiError } from '#api/http/errors.ts'
import { cloneDatabase } from '#api/test/database.ts'
import { openDb, openPool, sqlState, transact, type Tx } from './db.ts'

const clone = await cloneDatabase()
const lost: Error[] = []
const pool = openPool(clone.url, (error) => lost.push(error), 5)
const db = openDb(pool)
await sql`create table notes (id int primary key, text text not null)`.execute(db)
await sql`insert into notes values (1, 'one'), (2, 'two')`.execute(db)
afterAll(async () => {
  await db.destroy()
  await clone.drop()
})

const write = (tx: Tx, id: number) => sql`insert into notes values (${id}, 'new')`.execute(tx)
const change = (tx: Tx, id: number) => sql`update notes set text = text || '.' where id = ${id}`.execute(tx)

/** Queries a connection. The pool may hand one out before it notices its end: then the query fails, but never the process. */
const one = async () => (await pool.query('select 1 as one').catch(() => ({ rows: [] }))).rows

async function has(id: number): Promise<boolean> {
  return (await pool.query('select from notes where id = $1', [id])).rowCount === 1
}

describe('a transaction', () => {
  test('writes all or nothing', async () => {
    const work = async (tx: Tx) => {
      await write(tx, 10)
      throw new Error('changed my mind')
    }
    await expect(transact(db, work)).rejects.toThrow('changed my mind')
    expect(await has(10)).toBe(false)
  })

  test('returns the result of the work', async () => {
    const answer = await transact(db, async (tx) => {
      await write(tx, 11)
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await has(11)).toBe(true)
  })

  test('joins the outer one and is rolled back with it', async () => {
    const work = async (outer: Tx) => {
      await transact(outer, async (inner) => {
        expect(inner).toBe(outer)
        await write(inner, 12)
      })
      expect((await sql`select 1 from notes where id = 12`.execute(outer)).rows).toHaveLength(1)
      throw new Error('the outer one failed')
    }
    await expect(transact(db, work)).rejects.toThrow('the outer one failed')
    expect(await has(12)).toBe(false)
  })

  test('is retried after a deadlock, and both succeed', async () => {
    let tries = 0
    const bothHoldOne = barrier(2)
    const ring = (first: number, second: number) =>
      transact(db, async (tx) => {
        tries += 1
        await change(tx, first)
        await bothHoldOne()
        await change(tx, second)
      })
    await Promise.all([ring(1, 2), ring(2, 1)])
    expect(tries).toBe(3)
    const { rows } = await pool.query('select text from notes where id in (1, 2) order by id')
    expect(rows).toEqual([{ text: 'one..' }, { text: 'two..' }])
  })

  test.each([
    ['40001', 3],
    ['40P01', 3],
    ['23505', 1],
    ['55P03', 1],
  ])('that fails with %s is tried %i times in all', async (state, times) => {
    let tries = 0
    const failing = transact(db, async (tx) => {
      tries += 1
      await sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${state}'; end $$`)}`.execute(tx)
    })
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === state)
    expect(tries).toBe(times)
  })

  test('is retried only with the outer one when it is nested', async () => {
    let outer = 0
    let inner = 0
    const failing = transact(db, (tx) => {
      outer += 1
      return transact(tx, async (same) => {
        inner += 1
        await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(same)
      })
    })
    await expect(failing).rejects.toThrow('no')
    expect([outer, inner]).toEqual([3, 3])
  })

  test('releases its connection, however it ended', () => {
    expect(pool.idleCount).toBe(pool.totalCount)
    expect(pool.waitingCount).toBe(0)
  })
})

/** Resolves for all callers once this many have come. Later callers pass at once. */
function barrier(count: number): () => Promise<void> {
  let come = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    come += 1
    if (come >= count) resolve()
    return promise
  }
}

describe('the pool', () => {
  test('returns ids and counts as numbers, and times as dates', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as big, count(*) as count, '2026-11-15 21:00:00+01'::timestamptz as at
      from notes where id < 3`.execute(db)
    expect(rows).toEqual([{ big: 9007199254740991, count: 2, at: new Date('2026-11-15T20:00:00Z') }])
  })

  test('stops a statement after 5 seconds and a wait for a lock after 2', async () => {
    const settings = `select current_setting('statement_timeout') as s, current_setting('lock_timeout') as l`
    const { rows } = await pool.query(settings)
    expect(rows).toEqual([{ s: '5s', l: '2s' }])
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from notes where id = 1 for update')
    await expect(transact(db, (tx) => change(tx, 1))).rejects.toSatisfy(
      (error) => sqlState(error) === '55P03',
    )
    await holder.query('rollback')
    holder.release()
  })

  test('survives the loss of its idle connections', async () => {
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)))
    const own = openPool(clone.url, () => {}, 1)
    await own.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await own.end()
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await expect.poll(one).toEqual([{ one: 1 }])
  })

  test('survives the loss of a connection in use', async () => {
    const asleep = expect(sql`select pg_sleep(4), 'at work'`.execute(db)).rejects.toThrow()
    const own = openPool(clone.url, () => {}, 1)
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where query like '%at work%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await own.query(end)).rowCount).toBeGreaterThan(0)
    await asleep
    await own.end()
    await expect.poll(one).toEqual([{ one: 1 }])
  })

  test('replaces a connection to a read-only server, as after a failover', async () => {
    const own = openPool(clone.url, () => {}, 1)
    const first = await own.query('select pg_backend_pid() as pid')
    await own.query('set default_transaction_read_only = on')
    const error = await transact(openDb(own), (tx) => write(tx, 7)).catch((error: unknown) => error)
    expect(toApiError(error)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    const second = await own.query('select pg_backend_pid() as pid')
    expect(second.rows).not.toEqual(first.rows)
    await own.end()
  })
})
