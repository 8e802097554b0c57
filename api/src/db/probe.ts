import pg from 'pg'

export type Probe = { isUp: () => Promise<boolean>; close: () => Promise<void> }

const timeoutMs = 1_000

/** Uses its own connection, so that a busy pool does not make the database look down. */
export function openProbe(url: string): Probe {
  let connection: Promise<pg.Client> | undefined
  let running: Promise<boolean> | undefined

  async function check(): Promise<boolean> {
    connection ??= connectBriefly(url)
    try {
      await (await connection).query('select 1')
      return true
    } catch {
      await close()
      return false
    }
  }

  async function close(): Promise<void> {
    const client = await connection?.catch(() => undefined)
    connection = undefined
    await client?.end().catch(() => {})
  }

  return {
    /** Concurrent calls share one statement. */
    isUp: () => (running ??= check().finally(() => (running = undefined))),
    close,
  }
}

/** A server that hangs fails the connection or its statement after a second. */
export async function connectBriefly(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'rootsquare health',
  })
  // A lost idle connection is noticed by the next check.
  client.on('error', () => {})
  await client.connect()
  return client
}
