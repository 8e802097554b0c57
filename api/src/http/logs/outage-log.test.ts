import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionErrorsOf, isQueueTimeout, markLostConnection } from '#api/db/connection-errors.ts'
import { openPool } from '#api/db/db.ts'
import { openLog } from '#api/http/logs/log.ts'
import { outageLog } from '#api/http/logs/outage-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const url = 'postgresql://rootsquare@localhost:5432/rootsquare?host=/srv/data/run'
const cut = () => new Error('Connection terminated unexpectedly')

function openTestLog() {
  const lines: Record<string, unknown>[] = []
  const outage = outageLog(connectionErrorsOf(url))
  const log = openLog('info', (line) => lines.push(JSON.parse(line)), outage.hook)
  return { lines, log, outage }
}

test('writes one line per second for many errors, without a stack', () => {
  const { lines, log } = openTestLog()
  for (let count = 0; count < 20_000; count += 1) {
    log.child({ reqId: 'a' }).error({ err: cut() }, 'request failed')
    if (count % 5_000 === 4_999) vi.advanceTimersByTime(1_000)
  }
  expect(lines).toMatchObject([
    { level: 50, msg: 'the database is away', reason: 'Connection terminated unexpectedly', leftOut: 0 },
    { leftOut: 4_999 },
    { leftOut: 4_999 },
    { leftOut: 4_999 },
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test('writes one line when the database is back', () => {
  const { lines, log, outage } = openTestLog()
  outage.end(log)
  for (let count = 0; count < 3; count += 1) log.warn({ err: cut() }, 'a database connection was lost')
  outage.end(log)
  outage.end(log)
  expect(lines).toMatchObject([{ msg: 'the database is away' }, { msg: 'the database is back', leftOut: 2 }])
})

test('an unstable connection adds no lines', () => {
  const { lines, log, outage } = openTestLog()
  for (let count = 0; count < 100; count += 1) {
    log.warn({ err: cut() }, 'a database connection was lost')
    outage.end(log)
  }
  expect(lines).toHaveLength(2)
})

test('all other lines pass while the database is down', () => {
  const { lines, log } = openTestLog()
  log.warn({ err: cut() }, 'a database connection was lost')
  log.error({ err: new TypeError('a fault of ours') }, 'request failed')
  log.info({ status: 503 }, 'request')
  log.warn('only words')
  expect(lines).toMatchObject([
    { msg: 'the database is away' },
    { msg: 'request failed', err: { type: 'TypeError', stack: expect.stringContaining('a fault of ours') } },
    { msg: 'request', status: 503 },
    { msg: 'only words' },
  ])
})

test('a busy pool is logged in full unless the database is down', () => {
  const { lines, log } = openTestLog()
  const busy = () => new Error('timeout exceeded when trying to connect')
  log.error({ err: busy() }, 'request failed')
  log.error({ err: cut() }, 'request failed')
  log.error({ err: busy() }, 'request failed')
  expect(lines).toMatchObject([{ msg: 'request failed' }, { msg: 'the database is away' }])
  expect(isQueueTimeout(busy())).toBe(true)
})

const system = (code: string, more: object) => Object.assign(new Error(code), { code, ...more })

test.each([
  [system('ENOENT', { syscall: 'connect', address: '/srv/data/run/.s.PGSQL.5432' }), true],
  [system('ECONNREFUSED', { syscall: 'connect', address: '127.0.0.1', port: 6379 }), false],
  [system('ECONNRESET', { syscall: 'read' }), false],
  [system('ENOENT', { syscall: 'open', path: '/srv/data/media/x' }), false],
  ['ECONNREFUSED', false],
  [undefined, false],
])('%s is of the database: %s', (error, expected) => {
  expect(connectionErrorsOf(url)(error)).toBe(expected)
})

test('a database on another host is recognised by port and name', () => {
  const isConnectionError = connectionErrorsOf('postgresql://a:b@db.example.com:6432/c')
  const refused = system('ECONNREFUSED', { syscall: 'connect', address: '10.0.0.7', port: 6432 })
  expect(isConnectionError(refused)).toBe(true)
  expect(isConnectionError(new AggregateError([refused, refused]))).toBe(true)
  expect(isConnectionError(system('ENOTFOUND', { hostname: 'db.example.com' }))).toBe(true)
  expect(isConnectionError(system('ENOTFOUND', { hostname: 'mail.example.com' }))).toBe(false)
})

test('a pooler and the database behind it are both recognised', () => {
  const isConnectionError = connectionErrorsOf('postgresql://pooler:6432/c', 'postgresql://primary:5432/c')
  for (const port of [6432, 5432])
    expect(isConnectionError(system('ECONNREFUSED', { syscall: 'connect', port }))).toBe(true)
  for (const hostname of ['pooler', 'primary'])
    expect(isConnectionError(system('ENOTFOUND', { hostname }))).toBe(true)
})

test('the pool marks errors of its own connections', async () => {
  const reset = system('ECONNRESET', { syscall: 'read' })
  markLostConnection(reset)
  expect(connectionErrorsOf(url)(reset)).toBe(true)
})

test('a failed statement is not a connection error', async () => {
  vi.useRealTimers()
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const isConnectionError = connectionErrorsOf(server)
  const pool = openPool(server, () => {}, 1)
  const failure = (sql: string) => pool.query(sql).catch((error: unknown) => error)
  expect(isConnectionError(await failure('select pg_terminate_backend(pg_backend_pid())'))).toBe(true)
  expect(isConnectionError(await failure('select 1 / 0'))).toBe(false)
  expect(isConnectionError(await failure(`set statement_timeout = 1; select pg_sleep(1)`))).toBe(false)
  await pool.end()
})
