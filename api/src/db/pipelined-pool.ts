import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { NameOf } from './name-statements.ts'

/** Wraps the pool for Kysely: statements have names, and `begin` is sent together with the first statement. */
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

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Statements are not streamed here.')
    if (text === 'begin') return this.#skip(true)
    if (this.#isBeginDue && (text === 'commit' || text === 'rollback')) return this.#skip(false)
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
      return begun ? afterBegin(begun, result) : result
    } finally {
      stream.uncork()
    }
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
