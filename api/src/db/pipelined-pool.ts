import { sql } from 'kysely'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { NameOf } from './name-statements.ts'

const commitMark = '/* then commit */'

/**
 * Marks the last statement of a transaction: the commit is sent with it, which saves a round trip while rows are locked. If
 * the statement fails, PostgreSQL rolls back instead. Nothing may follow it, and its result must not decide whether to
 * commit.
 */
export const thenCommit = sql.raw(commitMark)

/** Wraps the pool for Kysely: statements have names, and `begin` and `commit` are sent together with other statements. */
export function pipelinedPool(pool: pg.Pool, nameOf: NameOf): PostgresPool {
  // Kysely recognises a connection by its object, so each connection has one wrapper.
  const pipelined = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = pipelined.get(client) ?? new PipelinedClient(client, nameOf)
      pipelined.set(client, known)
      return known
    },
  }
}

class PipelinedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #nameOf: NameOf
  /** Is true until `begin` has been sent, which happens with the first statement. */
  #isBeginDue = false
  /** The response to a commit that was sent with the statement before it. */
  #commitResult: Promise<unknown> | undefined

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Statements are not streamed here.')
    const isEnd = text === 'commit' || text === 'rollback'
    const commitResult = this.#commitResult
    if (commitResult && !isEnd) throw new Error('Nothing may follow the statement that commits.')
    this.#commitResult = undefined
    if (text === 'begin') return this.#skip(true)
    if (commitResult && text === 'commit') return commitResult
    if (this.#isBeginDue && isEnd) return this.#skip(false)
    return this.#send(text, values)
  }

  async #skip(isBeginDue: boolean) {
    this.#isBeginDue = isBeginDue
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }

  #send(text: string, values: readonly unknown[]): unknown {
    const { stream } = this.#client.connection
    // Everything that is written until the stream is uncorked is sent in one packet.
    stream.cork()
    try {
      const begun = this.#isBeginDue ? this.#client.query('begin') : undefined
      this.#isBeginDue = false
      const name = values.length > 0 ? this.#nameOf(text) : undefined
      const result = this.#client.query({ name, text, values: [...values] })
      if (text.endsWith(commitMark)) this.#commitResult = this.#sendCommit()
      return begun ? afterBegin(begun, result) : result
    } finally {
      stream.uncork()
    }
  }

  #sendCommit(): Promise<unknown> {
    const result = this.#client.query('commit')
    // After a failed statement no code awaits this promise.
    result.catch(() => {})
    return result
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

/** Fails if `begin` was canceled: then the first statement has run outside a transaction, and no other statement may follow. */
async function afterBegin<T>(begun: Promise<unknown>, first: Promise<T>): Promise<T> {
  // The statement may fail before `begin` has been answered.
  first.catch(() => {})
  await begun
  return first
}
