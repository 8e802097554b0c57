import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  freshFolder,
  folderWithDatabase,
  query,
  startChild,
  startHere,
  urlOf,
} from '#api/test/processes/embedded-server.ts'

const quick = { fsync: 'off' }

test('later starts keep the data of the first one', async () => {
  const dataDir = join(freshFolder(), 'made', 'on demand')
  const said: string[] = []
  const first = await startHere({ dataDir, say: (line) => said.push(line) })
  await query(first.url, `CREATE TABLE saved AS SELECT 'yam' AS word`)
  await first.stop()

  for (let again = 0; again < 3; again++) {
    const next = await startHere({ dataDir, say: (line) => said.push(line) })
    expect(await query(next.url, 'SELECT word FROM saved')).toEqual([{ word: 'yam' }])
    await next.stop()
  }
  expect(said.filter((line) => line === 'Setting up the database …')).toHaveLength(1)
})

test('the role may create databases and the needed extensions', async () => {
  const { url } = await startHere({ dataDir: folderWithDatabase(), settings: quick })
  await query(url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION citext')
  expect(
    await query(
      url,
      `SELECT current_user AS who, current_database() AS db, usesuper FROM pg_user WHERE usename = current_user`,
    ),
  ).toEqual([{ who: 'rootsquare', db: 'rootsquare', usesuper: false }])
  await query(url, 'CREATE DATABASE "copy" TEMPLATE rootsquare')
  const copy = new URL(url)
  copy.pathname = '/copy'
  expect(await query(copy.href, `SELECT similarity('ọmọ', 'ọmọ') AS alike, unaccent('Ṣẹ́') AS plain`)).toEqual(
    [{ alike: 1, plain: 'Se' }],
  )
})

test('lower case and trigrams work for Yoruba, Igbo and Hausa', async () => {
  const { url } = await startHere({ dataDir: folderWithDatabase(), settings: quick })
  await query(url, 'CREATE EXTENSION pg_trgm')
  const sql = `SELECT lower('ỌMỌ ẸṢẸ ỊỤ ƁƊƘ') AS low, cardinality(show_trgm('ọẹṣ')) AS trigrams`
  expect(await query(url, sql)).toEqual([{ low: 'ọmọ ẹṣẹ ịụ ɓɗƙ', trigrams: 4 }])
})

test('runs in UTC with fsync and without a network port', async () => {
  const { url } = await startHere({ dataDir: folderWithDatabase(), settings: { max_connections: '37' } })
  const sql = `SELECT name, setting FROM pg_settings WHERE name IN
    ('TimeZone', 'fsync', 'listen_addresses', 'max_connections', 'server_encoding', 'shared_buffers') ORDER BY lower(name)`
  expect(await query(url, sql)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'max_connections', setting: '37' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'shared_buffers', setting: '8192' },
    { name: 'TimeZone', setting: 'UTC' },
  ])
})

test('many connections work at the same time', async () => {
  const { url } = await startHere({ dataDir: folderWithDatabase(), settings: quick })
  await query(url, 'CREATE TABLE taken (by int)')
  const pool = new pg.Pool({ connectionString: url, max: 30 })
  // The promise of end() resolves while sockets are still closing, so the server may stop before they have closed.
  pool.on('error', () => {})
  await Promise.all(
    Array.from({ length: 30 }, async (_, by) => {
      const client = await pool.connect()
      await client.query('BEGIN')
      await client.query('INSERT INTO taken VALUES ($1)', [by])
      await client.query('SELECT pg_sleep(0.1)')
      await client.query(by % 2 ? 'COMMIT' : 'ROLLBACK')
      client.release()
    }),
  )
  await pool.end()
  expect(await query(url, 'SELECT count(*)::int AS n, count(DISTINCT by)::int AS d FROM taken')).toEqual([
    { n: 15, d: 15 },
  ])
})

test('stop() may be called twice and removes the socket', async () => {
  const dataDir = folderWithDatabase()
  const { stop } = await startHere({ dataDir, settings: quick })
  await Promise.all([stop(), stop()])
  await stop()
  expect(readdirSync(dataDir).toSorted()).toEqual(['db', 'db.lock', 'db.log'])
  expect(existsSync(join(dataDir, 'db', 'postmaster.pid'))).toBe(false)
})

test('stop() does not wait for connections that are still open', async () => {
  const { url, stop } = await startHere({ dataDir: folderWithDatabase(), settings: quick })
  const client = new pg.Client(url)
  const lost = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  await stop()
  expect(await lost).toBeInstanceOf(Error)
})

test('a long path gets its socket in a private temporary folder', async () => {
  const dataDir = join(freshFolder(), 'long'.repeat(20), 'and longer'.repeat(5))
  const { url, stop } = await startHere({ dataDir, settings: quick })
  const folder = new URL(url).searchParams.get('host') ?? ''
  expect(folder.length).toBeLessThan(100)
  expect(folder.startsWith(dataDir)).toBe(false)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await stop()
  expect(existsSync(folder)).toBe(false)
})

test('without a short folder it listens on loopback with a password', async () => {
  const long = join(freshFolder(), 'long'.repeat(30))
  const tmp = join(long, 'tmp')
  mkdirSync(tmp, { recursive: true })
  const child = startChild({ dataDir: join(long, 'data'), settings: quick, env: { TMPDIR: tmp } })
  const url = new URL(await urlOf(child))
  expect(url.hostname).toBe('127.0.0.1')
  expect(url.password.length).toBeGreaterThan(30)
  expect(await query(url.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  url.password = 'guess'
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('the log contains no statements or values', async () => {
  const dataDir = folderWithDatabase()
  const { url } = await startHere({ dataDir, settings: quick })
  await query(url, 'CREATE TABLE member (email text PRIMARY KEY)')
  const twice = query(url, `INSERT INTO member VALUES ('ada@example.com'), ('ada@example.com')`)
  await expect(twice).rejects.toThrow('duplicate key')
  const log = readFileSync(join(dataDir, 'db.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('ada@example.com')
})

test('a long log is truncated, with one old part kept', async () => {
  const dataDir = folderWithDatabase()
  appendFileSync(join(dataDir, 'db.log'), `${'x'.repeat(99)}\n`.repeat(60_000))
  await startHere({ dataDir, settings: quick })
  expect(statSync(join(dataDir, 'db.log')).size).toBeLessThan(100_000)
  expect(statSync(join(dataDir, 'db.log.old')).size).toBe(6_000_000)
})

test('a database of another PostgreSQL version is not touched', async () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'db'))
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '16\n')
  await expect(startHere({ dataDir })).rejects.toThrow(
    `The database in ${dataDir}/db was made by PostgreSQL 16, and this Rootsquare brings PostgreSQL 18.`,
  )
  expect(readdirSync(join(dataDir, 'db'))).toEqual(['PG_VERSION'])
})

test('a folder with other content is not touched', async () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'db'))
  writeFileSync(join(dataDir, 'db', 'letter.txt'), 'mine')
  await expect(startHere({ dataDir })).rejects.toThrow(
    `The folder ${dataDir}/db is not empty, yet holds no PostgreSQL`,
  )
})

test('an empty db folder is filled', async () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'db'))
  const { url } = await startHere({ dataDir, settings: quick })
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.each(['global/pg_control', 'pg_wal', 'postgresql.conf'])(
  'reports a cluster without %s as damaged',
  async (part) => {
    const dataDir = folderWithDatabase()
    rmSync(join(dataDir, 'db', part), { recursive: true })
    const failure = startHere({ dataDir, settings: quick })
    await expect(failure).rejects.toThrow(
      `The database in ${dataDir}/db is damaged. Put a backup in its place`,
    )
    await expect(failure).rejects.toThrow(`The log is ${dataDir}/db.log.`)
  },
)

test('a setting that PostgreSQL rejects is named', async () => {
  const dataDir = folderWithDatabase()
  await expect(startHere({ dataDir, settings: { max_connections: 'many' } })).rejects.toThrow(
    /refused one of its settings.*"max_connections".*The log is/,
  )
  await startHere({ dataDir, settings: quick })
})
