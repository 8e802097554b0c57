import { createHash } from 'node:crypto'
import type pg from 'pg'

const mostNames = 500

/** The answer of such a statement changes with its tables, and PostgreSQL then refuses the one it has kept. */
const takesAllColumns = /(?:select|returning) \*|\.\*/i

/** Bounded: what does not fit is planned anew each time, as without names. */
function nameOf(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames || takesAllColumns.test(text)) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * Kysely sends `client.query(text, values)`; given a name, PostgreSQL keeps the parsed statement on the connection.
 * Measured: client CPU per query against raw pg 1.17x with names, 1.3–1.6x without.
 */
export function statementNames(): (client: pg.PoolClient) => void {
  // Same text, same name, on every connection of the pool.
  const names = new Map<string, string>()
  return (client) => nameStatements(client, names)
}

function nameStatements(client: pg.PoolClient, names: Map<string, string>): void {
  const plain: (...given: unknown[]) => unknown = client.query.bind(client)
  Object.defineProperty(client, 'query', {
    value: (first: unknown, values: unknown, ...rest: unknown[]) => {
      const hasValues = typeof first === 'string' && Array.isArray(values) && values.length > 0
      const name = hasValues ? nameOf(names, first) : undefined
      if (name === undefined) return plain(first, values, ...rest)
      return plain({ name, text: first, values }, ...rest)
    },
  })
}
