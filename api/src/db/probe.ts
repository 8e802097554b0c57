import pg from 'pg'

export type Probe = { isUp: () => Promise<boolean>; close: () => Promise<void> }

const answersWithinMs = 1_000

/** Asks over a connection of its own: a pool that is only busy must not make the database look dead. */
export function openProbe(url: string): Probe {
  let connection: Promise<pg.Client> | undefined
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    connection ??= connect(url)
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
    /** However many ask at once, one statement answers them all. */
    isUp: () => (asking ??= ask().finally(() => (asking = undefined))),
    close,
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
    application_name: 'rootsquare health',
  })
  // Lost while idle: the next question finds out.
  client.on('error', () => {})
  await client.connect()
  return client
}
