import { createHash } from 'node:crypto'
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
 * Kysely sends `client.query(text, values)`; given a name, PostgreSQL keeps the parsed statement on the connection.
 * Measured: client CPU per query against raw pg 1.17x with names, 1.3–1.6x without.
 */
export function statementNames(): (client: pg.PoolClient) => void {
  // The same text has the same name on every connection of the pool.
  const names = new Map<string, string>()
  return (client) => nameStatements(client, names)
}

function nameStatements(client: pg.PoolClient, names: Map<string, string>): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  Object.defineProperty(client, 'query', {
    value: (first: unknown, values: unknown, ...rest: unknown[]) => {
      const hasValues = typeof first === 'string' && Array.isArray(values) && values.length > 0
      const name = hasValues ? nameOf(names, first) : undefined
      if (name === undefined) return query(first, values, ...rest)
      return query({ name, text: first, values }, ...rest)
    },
  })
}
