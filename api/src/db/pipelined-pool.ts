import { sql } from 'kysely'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { NameOf } from './name-statements.ts'

const commitMark = '/* then commit */'

/**
 * At the end of the last statement of a transaction: the commit is sent with it, which saves a round trip while rows are
 * locked. If the statement fails, PostgreSQL rolls back instead. Its result must not decide whether to commit.
 */
export const thenCommit = sql.raw(commitMark)

/** The pool as Kysely uses it: with names for statements, and with `begin` and `commit` on the way of others. */
export function pipelinedPool(pool: pg.Pool, nameOf: NameOf): PostgresPool {
  // Kysely recognises a connection by its object, so each has one.
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
  /** `begin` goes out with the first statement. */
  #isBeginDue = false
  /** The answer to a commit that was sent with the statement before it. */
  #committed: Promise<unknown> | undefined

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Statements are not streamed here.')
    const committed = this.#committed
    this.#committed = undefined
    if (text === 'begin') return this.#skip(true)
    if (text === 'commit' && committed) return committed
    if (this.#isBeginDue && (text === 'commit' || text === 'rollback')) return this.#skip(false)
    return this.#send(text, values)
  }

  async #skip(isBeginDue: boolean) {
    this.#isBeginDue = isBeginDue
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }

  #send(text: string, values: readonly unknown[]): unknown {
    const { stream } = this.#client.connection
    // What is sent until then leaves in one packet.
    stream.cork()
    try {
      if (this.#isBeginDue) void this.#sendAlong('begin')
      this.#isBeginDue = false
      const name = values.length > 0 ? this.#nameOf(text) : undefined
      const result = this.#client.query({ name, text, values: [...values] })
      if (text.endsWith(commitMark)) this.#committed = this.#sendAlong('commit')
      return result
    } finally {
      stream.uncork()
    }
  }

  /** Nobody waits for `begin`, nor for `commit` after a failed statement: they fail only where that one does. */
  #sendAlong(text: 'begin' | 'commit'): Promise<unknown> {
    const result = this.#client.query(text)
    result.catch(() => {})
    return result
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}
