import { Kysely, PostgresDialect, sql, type LogEvent, type Transaction } from 'kysely'
import pg from 'pg'
import { markLostConnection, readOnlyState } from './connection-errors.ts'
import { statementNames } from './name-statements.ts'
import { pipelinedPool } from './pipelined-pool.ts'
import type { Tables } from './schema.ts'
import { WatchedClient } from './watched-client.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

const int8 = 20
const int8Array = 1016

/** Parses ids and counts as numbers, because they stay far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === int8Array) return (text: string) => (text.match(/-?\d+/g) ?? []).map(Number)
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}

/** Timeouts in milliseconds, for every connection of the product. */
export const timeouts = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 30_000,
}

/**
 * A pooler in transaction mode rejects timeouts at the start of a connection, so they are defaults of the role instead
 * (migrate.ts). It accepts connections while the database is down, so only a statement shows that one is usable.
 */
const poolerOptions: pg.PoolConfig = { onConnect: (client) => client.query('select 1') }

type PoolOptions = { isPooler?: boolean; connectionTimeoutMillis?: number }

export function openPool(
  url: string,
  onError: (error: Error) => void,
  max = 20,
  { isPooler = false, connectionTimeoutMillis = 5000 }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: WatchedClient,
    connectionString: url,
    max,
    types,
    // Statements are sent without waiting for earlier responses (pipelined-pool.ts).
    pipeline: true,
    connectionTimeoutMillis,
    // Keep-alive detects connections that the network dropped silently, so that their requests do not hang.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'rootsquare',
    ...(isPooler ? poolerOptions : timeouts),
  })
  // An idle connection was lost, and the pool will open a new one. Without a handler the event would end the process.
  pool.on('error', (error) => {
    // A pool that is ending still closes its sockets, so a server that stops then is expected.
    if (!pool.ending) onError(error)
  })
  // A connection in use was lost. Its query fails, and without a handler the event would end the process.
  pool.on('connect', (client) => client.on('error', markLostConnection))
  closeReadOnly(pool)
  return pool
}

/** Closes a connection that leads to a replica after its use, so that the next one may reach the primary. */
function closeReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === readOnlyState) readOnly.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end()
  })
}

export type OnStatement = (statement: { sql: string; milliseconds: number; error?: unknown }) => void
type DbOptions = {
  /** In transaction mode the next statement may use another connection, which does not know the statement's name. */
  isPooler?: boolean
  /** Is called for each statement once it has ended. */
  onStatement?: OnStatement | undefined
}

export function openDb(pool: pg.Pool, { isPooler = false, onStatement }: DbOptions = {}): Db {
  const nameOf = isPooler ? () => undefined : statementNames()
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pipelinedPool(pool, nameOf) }),
    ...(onStatement && { log: (event) => onStatement(statementOf(event)) }),
  })
}

function statementOf(event: LogEvent) {
  const statement = { sql: event.query.sql, milliseconds: event.queryDurationMillis }
  return event.level === 'error' ? { ...statement, error: event.error } : statement
}

function isTx(db: Db): db is Tx {
  return db.isTransaction
}

const afterwards = new WeakMap<Tx, (() => void)[]>()

/** Runs `work` after the commit, and not after a rollback. It is lost if the process dies in between. */
export function afterCommit(tx: Tx, work: () => void): void {
  const todo = afterwards.get(tx)
  if (!todo) throw new Error('Only a transaction begun by transact() runs something afterwards.')
  todo.push(work)
}

/** Runs `work` at once, or after the commit when called inside a transaction. */
export function afterWrite(db: Db, work: () => void): void {
  if (isTx(db)) afterCommit(db, work)
  else work()
}

const deadlock = '40P01'
const serialization = '40001'

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

export const isUniqueViolation = (error: unknown) => sqlState(error) === '23505'

/** Runs `work` in a transaction. Inside another one (an idempotent call) it joins that one. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(db)) return work(db)
  const { result, todo } = await withRetries(db, async () => {
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
 * Retries deadlocks and serialization failures of a transaction or a single statement. Inside a transaction it does not
 * retry, because only the whole transaction can be repeated.
 */
export async function withRetries<T>(db: Db, work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const state = sqlState(error)
    if (tries <= 1 || isTx(db) || (state !== deadlock && state !== serialization)) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50))
    return withRetries(db, work, tries - 1)
  }
}

/** Runs a transaction with a long timeout: for jobs, and for writes that must succeed, such as a ban of a popular member. */
export async function withLongTimeout<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    return work(tx)
  })
}
