import pg from 'pg'

export type Probe = { isUp: () => Promise<boolean>; close: () => Promise<void> }

const timeoutMs = 1_000

/** Opens a probe with its own connection, so that a busy pool does not make the database look down. */
export function openProbe(url: string): Probe {
  const { query, close } = openReconnecting(url)
  let running: Promise<boolean> | undefined
  const check = () =>
    query('select 1').then(
      () => true,
      () => false,
    )
  // Concurrent calls share one statement.
  return { isUp: () => (running ??= check().finally(() => (running = undefined))), close }
}

/** Opens one connection, which is closed after a failure and opened again for the next statement. */
export function openReconnecting(url: string) {
  let connection: Promise<pg.Client> | undefined

  async function close(): Promise<void> {
    const closing = connection
    connection = undefined
    await closing?.then((client) => client.end()).catch(() => {})
  }
  async function query(statement: string): Promise<unknown[]> {
    connection ??= connect(url)
    try {
      return (await (await connection).query(statement)).rows
    } catch (error) {
      void close()
      throw error
    }
  }
  return { query, close }
}

/** Connects so that a hanging server fails the connection or its statement after a second. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'rootsquare health',
  })
  // The next statement notices a lost idle connection.
  client.on('error', () => {})
  await client.connect()
  return client
}
