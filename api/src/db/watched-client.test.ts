import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { stallableRoute } from '#api/test/fakes/stallable-route.ts'
import { isDatabaseUnavailable } from './connection-errors.ts'
import { WatchedClient } from './watched-client.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? ''

/** Opens a route to the database whose connections the test can make silent. */
async function silentRoute() {
  const { host, port, user, database } = new pg.Client(databaseUrl)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const { port: ownPort, stall } = await stallableRoute(target)
  return { options: { host: '127.0.0.1', port: ownPort, user, database }, stall }
}

function openWatched(options: pg.PoolConfig, withinMs: number): pg.Pool {
  class ImpatientClient extends WatchedClient {
    constructor(config?: pg.ClientConfig) {
      super(config, withinMs)
    }
  }
  const pool = new pg.Pool({ ...options, max: 1, Client: ImpatientClient })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  onTestFinished(() => pool.end())
  return pool
}

test('a statement without an answer fails, and the next one has a new connection', async () => {
  const route = await silentRoute()
  const pool = openWatched(route.options, 300)
  await pool.query('select 1')
  route.stall()
  const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a statement sent after another one has its limit too', async () => {
  const pool = openWatched({ connectionString: databaseUrl, pipeline: true }, 50)
  const client = await pool.connect()
  const answered = client.query('select 1')
  const silent = client.query('select pg_sleep(1)').catch((reason: unknown) => reason)
  await answered
  expect(isDatabaseUnavailable(await silent)).toBe(true)
  client.release(true)
})

test('a transaction with a timeout of its own may take longer', async () => {
  const pool = openWatched({ connectionString: databaseUrl }, 50)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`set local statement_timeout = '1min'`)
  await client.query('select pg_sleep(0.2)')
  await client.query('commit')
  client.release()
  await expect(pool.query('select pg_sleep(0.2)')).rejects.toThrow('Connection terminated')
})
