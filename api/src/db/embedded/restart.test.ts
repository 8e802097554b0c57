import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  freshFolder,
  folderWithDatabase,
  isGone,
  query,
  serverPid,
  serversIn,
  startChild,
  startHere,
  urlOf,
} from '#api/test/processes/embedded-server.ts'
import type { EmbeddedOptions } from './embedded.ts'

const quick = { fsync: 'off' }
async function startWatched(dataDir: string, more: Partial<EmbeddedOptions> = {}) {
  const said: string[] = []
  const lost: string[] = []
  const embedded = await startHere({
    dataDir,
    settings: quick,
    say: (line) => said.push(line),
    onLost: ({ message }) => lost.push(message),
    ...more,
  })
  return { ...embedded, said, lost }
}

async function killServer(dataDir: string) {
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  expect(await isGone(pid)).toBe(true)
}

function expectAnswer(url: string) {
  const answer = () => query(url, 'SELECT 1 AS one').catch(() => 'no answer')
  return expect.poll(answer).toEqual([{ one: 1 }])
}

function breakSettings(dataDir: string) {
  const file = join(dataDir, 'db', 'postgresql.conf')
  const whole = readFileSync(file, 'utf8')
  appendFileSync(file, '\nshared_buffers = yam\n')
  return () => writeFileSync(file, whole)
}

const failedStarts = (dataDir: string) =>
  readFileSync(join(dataDir, 'db.log'), 'utf8').split('invalid value for parameter').length - 1

test('restarts a killed server at the same address with all its data', async () => {
  const dataDir = folderWithDatabase()
  const { url, said, lost } = await startWatched(dataDir, { settings: {} })
  for (const round of [1, 2]) {
    await query(url, `CREATE TABLE saved${round} AS SELECT 'yam' AS word`)
    await killServer(dataDir)
    await expectAnswer(url)
    expect(await query(url, `SELECT word FROM saved${round}`)).toEqual([{ word: 'yam' }])
  }
  const line = `The embedded PostgreSQL ended by itself and is started again. Its log is ${dataDir}/db.log.`
  expect(said.filter((one) => one === line)).toHaveLength(2)
  expect(lost).toEqual([])
})

test('a backend in a long computation does not delay the restart', async () => {
  const dataDir = folderWithDatabase()
  const { url } = await startWatched(dataDir)
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  const endless = client.query('SELECT count(*) FROM generate_series(1, 1e12)').catch(() => 'cut')
  const busy = `SELECT state FROM pg_stat_activity WHERE query LIKE '%1e12)' AND pid <> pg_backend_pid()`
  await expect.poll(() => query(url, busy)).toEqual([{ state: 'active' }])
  await killServer(dataDir)
  await expectAnswer(url)
  expect(await endless).toBe('cut')
})

test('a killed backend leaves the server running', async () => {
  const dataDir = folderWithDatabase()
  const { url, said } = await startWatched(dataDir)
  const server = serverPid(dataDir)
  const client = new pg.Client(url)
  const cut = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await cut
  await expectAnswer(url)
  expect(serverPid(dataDir)).toBe(server)
  expect(said).toEqual([])
})

test('a removed socket folder is created again', async () => {
  const dataDir = folderWithDatabase()
  const { url } = await startWatched(dataDir)
  rmSync(join(dataDir, 'run'), { recursive: true })
  await killServer(dataDir)
  await expectAnswer(url)
})

test('a server on loopback comes back with the same port and password', async () => {
  const dataDir = join(freshFolder(), 'long'.repeat(30))
  const child = startChild({ dataDir, settings: quick, env: { TMPDIR: dataDir } })
  const url = await urlOf(child)
  expect(new URL(url).hostname).toBe('127.0.0.1')
  await killServer(dataDir)
  await expectAnswer(url)
})

test('failed restarts are repeated until one succeeds', async () => {
  const dataDir = folderWithDatabase()
  const { url, lost } = await startWatched(dataDir)
  const mend = breakSettings(dataDir)
  await killServer(dataDir)
  await expect.poll(() => failedStarts(dataDir)).toBeGreaterThan(1)
  mend()
  await expectAnswer(url)
  expect(lost).toEqual([])
})

test('restarts that fail for too long end with a message', async () => {
  const dataDir = folderWithDatabase()
  const { lost } = await startWatched(dataDir, { giveUpAfterMs: 1_000 })
  breakSettings(dataDir)
  await killServer(dataDir)
  await expect.poll(() => lost).toHaveLength(1)
  expect(lost[0]).toContain('The embedded PostgreSQL did not start.')
  expect(failedStarts(dataDir)).toBeGreaterThan(1)
})

test('a deleted database folder ends the restarts at once', async () => {
  const dataDir = folderWithDatabase()
  const { lost } = await startWatched(dataDir)
  const pid = serverPid(dataDir)
  renameSync(join(dataDir, 'db'), join(dataDir, 'elsewhere'))
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => lost)
    .toEqual([
      `The database folder ${dataDir}/db is gone. Bring it back and start again, or start again to begin with an empty database.`,
    ])
})

test('a deliberate stop is not followed by a restart', async () => {
  const dataDir = folderWithDatabase()
  const { said, lost, stop } = await startWatched(dataDir)
  await stop()
  expect(serversIn(dataDir)).toEqual([])
  expect([...said, ...lost]).toEqual([])
})

test('a stop between two restarts ends them', async () => {
  const dataDir = folderWithDatabase()
  const { lost, stop } = await startWatched(dataDir)
  const mend = breakSettings(dataDir)
  await killServer(dataDir)
  await expect.poll(() => failedStarts(dataDir)).toBeGreaterThan(0)
  await stop()
  expect(serversIn(dataDir)).toEqual([])
  expect(lost).toEqual([])
  mend()
  await startHere({ dataDir, settings: quick })
})

test('a stop during a restart ends it', async () => {
  const dataDir = folderWithDatabase()
  const { said, lost, stop } = await startWatched(dataDir)
  await killServer(dataDir)
  await expect.poll(() => said, { interval: 1 }).toHaveLength(1)
  await stop()
  expect(serversIn(dataDir)).toEqual([])
  expect(lost).toEqual([])
})
