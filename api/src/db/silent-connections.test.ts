import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from './connection-errors.ts'
import { closeSilent } from './silent-connections.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? ''

/** A way to the database on which nothing passes any more once it is stalled. */
async function stallableRoute() {
  const { host, port, user, database } = new pg.Client(databaseUrl)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let isStalled = false
  const server = createServer((near) => {
    const far = connect(target)
    near.on('data', (chunk) => isStalled || far.write(chunk))
    far.on('data', (chunk) => isStalled || near.write(chunk))
    near.on('close', () => far.destroy())
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const options = { host: '127.0.0.1', port: portOf(server.address()), user, database }
  return { options, stall: () => (isStalled = true), restore: () => (isStalled = false) }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  return address.port
}

function openWatched(options: pg.PoolConfig, withinMs: number): pg.Pool {
  const pool = new pg.Pool({ ...options, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  closeSilent(pool, withinMs)
  onTestFinished(() => pool.end())
  return pool
}

test('a statement without an answer fails, and the next one has a new connection', async () => {
  const route = await stallableRoute()
  const pool = openWatched(route.options, 300)
  await pool.query('select 1')
  route.stall()
  const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  route.restore()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
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
