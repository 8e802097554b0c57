import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { markLostConnection } from './connection-errors.ts'
import { statementNames } from './name-statements.ts'
import type { Tables } from './schema.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

const int8 = 20
const int8Array = 1016

/** Ids and counts as numbers: they stay far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === int8Array) return (text: string) => (text.match(/-?\d+/g) ?? []).map(Number)
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}

export function openPool(url: string, onError: (error: Error) => void, max = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5000,
    // A connection that the network dropped in silence is noticed, and does not hold its request for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'rootsquare',
  })
  // A connection lost while idle: the pool makes a new one; unhandled, the event would end the process.
  pool.on('error', (error) => {
    // The pool says it has ended while its sockets are still closing: a server that stops then is no news.
    if (!pool.ending) onError(error)
  })
  // Lost while in use: its query fails and tells; the event besides would end the process too.
  pool.on('connect', (client) => client.on('error', markLostConnection))
  pool.on('connect', statementNames())
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function isTx(db: Db): db is Tx {
  return db.isTransaction
}

const afterwards = new WeakMap<Tx, (() => void)[]>()

/** Runs once the transaction is committed, and never if it is not. For what may be lost when the process dies just then. */
export function afterCommit(tx: Tx, work: () => void): void {
  const todo = afterwards.get(tx)
  if (!todo) throw new Error('Only a transaction begun by transact() runs something afterwards.')
  todo.push(work)
}

/** Runs when what was just written stands: at once, or where a transaction is under way once that is committed. */
export function onceWritten(db: Db, work: () => void): void {
  if (isTx(db)) afterCommit(db, work)
  else work()
}

const deadlock = '40P01'
const serialization = '40001'

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** All or nothing. Inside a transaction already begun (an idempotent call), the work joins that one. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(db)) return work(db)
  const { result, todo } = await retried(db, async () => {
    const todo: (() => void)[] = []
    const result = await db.transaction().execute((tx) => {
      afterwards.set(tx, todo)
      return work(tx)
    })
    return { result, todo }
  })
  for (const run of todo) run()
  return result
}

/**
 * A transaction, or one statement by itself. Deadlocks and serialization failures are tried again: the other side has won
 * and is gone by then. Inside a transaction only that as a whole can be.
 */
export async function retried<T>(db: Db, work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const state = sqlState(error)
    if (tries <= 1 || isTx(db) || (state !== deadlock && state !== serialization)) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50))
    return retried(db, work, tries - 1)
  }
}

/** For jobs, which nobody waits for, and for what must be done however long it takes (a ban of somebody whom very many follow). */
export async function unhurried<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    return work(tx)
  })
}
