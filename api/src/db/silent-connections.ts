import type pg from 'pg'

/** Is longer than statement_timeout and a pooler's wait for a connection usually take together. */
const answersWithinMs = 8000

/** A transaction that sets its own timeout (`withLongTimeout`) may take as long as that. */
const ownTimeout = /^set local statement_timeout/i

/**
 * Closes a connection whose statement gets no response. statement_timeout works only while the server can be reached. Without
 * this, the kernel would keep sending for 15 minutes. The statement then fails as on any lost connection.
 */
export function closeSilentConnections(pool: pg.Pool, withinMs = answersWithinMs): void {
  const unlimited = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    const { connection, query } = client
    let unanswered = 0
    const closeIfSilent = () => {
      if (unanswered > 0 && !unlimited.has(client)) connection.stream.destroy()
    }
    // One timer for all statements of the connection is cheaper than one for each statement.
    const timer = setTimeout(closeIfSilent, withinMs).unref()
    const send = (...args: unknown[]): unknown => {
      if (ownTimeout.test(textOf(args[0]))) unlimited.add(client)
      unanswered += 1
      timer.refresh()
      return Reflect.apply(query, client, args)
    }
    Object.defineProperty(client, 'query', { value: send })
    connection.on('readyForQuery', () => {
      unanswered = Math.max(0, unanswered - 1)
    })
    client.on('end', () => clearTimeout(timer))
  })
  pool.on('release', (_error, client) => unlimited.delete(client))
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isObject = typeof statement === 'object' && statement !== null
  return isObject && 'text' in statement ? String(statement.text) : ''
}
