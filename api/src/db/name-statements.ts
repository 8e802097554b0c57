import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

const maxNames = 500

/** The result type of `select *` changes with its table, and PostgreSQL then rejects the prepared statement. */
const selectsAllColumns = /(?:select|returning) \*|\.\*/i

/** The number of names is limited. Further statements are sent without a name and planned each time. */
function nameOf(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames || selectsAllColumns.test(text)) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * The pool as Kysely uses it. Given a name, PostgreSQL keeps the parsed statement on the connection.
 * Measured: client CPU per query against raw pg 1.17x with names, 1.3–1.6x without.
 */
export function withStatementNames(pool: pg.Pool): PostgresPool {
  // The same text has the same name on every connection of the pool.
  const names = new Map<string, string>()
  // Kysely recognises a connection by its object, so each has one.
  const named = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = named.get(client) ?? new NamedClient(client, names)
      named.set(client, known)
      return known
    },
  }
}

class NamedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names: Map<string, string>

  constructor(client: pg.PoolClient, names: Map<string, string>) {
    this.#client = client
    this.#names = names
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Statements are not streamed here.')
    const name = values.length > 0 ? nameOf(this.#names, text) : undefined
    return this.#client.query({ name, text, values: [...values] })
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}
