import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findPackage, readyBinaries } from './binaries.ts'
import { chooseClusterFolder } from './folder/cluster-folder.ts'
import {
  freshFolder,
  folderWithDatabase,
  isGone,
  pathWithout,
  query,
  serverPid,
  serversIn,
  startChild,
  startHere,
  urlOf,
} from '#api/test/processes/embedded-server.ts'
import { timeLimits } from '#api/test/time-limits.ts'
import { stopTimeoutMs } from './server.ts'
import { waitUntil } from './wait.ts'

const quick = { fsync: 'off' }

/** Writes from several connections until the server ends, and returns the writes that it acknowledged. */
async function writeUntilCut(url: string, from: number) {
  const acknowledged: number[] = []
  let next = from
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  const writer = async () => {
    for (;;) {
      const id = next++
      await pool.query('INSERT INTO written VALUES ($1)', [id])
      acknowledged.push(id)
    }
  }
  await Promise.allSettled([writer(), writer(), writer(), writer()])
  await pool.end()
  return acknowledged
}

/** Starts a server without a lock on its folder, as a killed parent leaves it. */
async function startBareServer(dataDir: string) {
  const { db, account } = await chooseClusterFolder(dataDir, join(dataDir, 'db'), () => {})
  const bin = await readyBinaries(await findPackage(), account, dataDir)
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${db}`]
  const [file = '', ...args] = [...account.prefix, join(bin, 'postgres'), '-D', db, ...settings]
  const server = spawn(file, args, { cwd: '/', stdio: 'ignore', detached: true, ...account.switchTo })
  expect(await waitUntil(() => isReady(db), timeLimits.expectation)).toBe(true)
  return server
}

function isReady(db: string) {
  const file = join(db, 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').includes('ready')
}

async function lost(url: string, acknowledged: number[]) {
  const rows = await query(url, 'SELECT id FROM written')
  const found = new Set(rows.map(({ id }) => id))
  return acknowledged.filter((id) => !found.has(id))
}

test.each([
  ['its parent alone', false],
  ['its parent and the server itself', true],
])('loses no acknowledged write and leaves no server after kill -9 of %s', async (_, bothDie) => {
  const dataDir = folderWithDatabase()
  const acknowledged: number[] = []
  for (let round = 0; round < 3; round++) {
    const child = startChild({ dataDir })
    const url = await urlOf(child)
    await query(url, 'CREATE TABLE IF NOT EXISTS written (id int)')
    const writing = writeUntilCut(url, round * 1_000_000)
    await query(url, 'SELECT pg_sleep(0.2)')
    const server = serverPid(dataDir)
    child.process.kill('SIGKILL')
    if (bothDie) process.kill(server, 'SIGKILL')
    acknowledged.push(...(await writing))
    expect(await isGone(server)).toBe(true)
  }
  expect(await waitUntil(() => serversIn(dataDir).length === 0, timeLimits.expectation)).toBe(true)
  expect(acknowledged.length).toBeGreaterThan(30)
  const { url } = await startHere({ dataDir })
  expect(await lost(url, acknowledged)).toEqual([])
})

test('without setpriv the server still ends with its parent', async () => {
  const dataDir = folderWithDatabase()
  const child = startChild({ dataDir, settings: quick, env: pathWithout('setpriv') })
  await urlOf(child)
  const server = serverPid(dataDir)
  child.process.kill('SIGKILL')
  expect(await isGone(server)).toBe(true)
})

test('without setpriv it starts and stops as usual', async () => {
  const dataDir = folderWithDatabase()
  const child = startChild({ dataDir, settings: quick, env: pathWithout('setpriv') })
  await urlOf(child)
  child.process.kill('SIGINT')
  await child.ended
  expect(child.process.exitCode).toBe(0)
  expect(serversIn(dataDir)).toEqual([])
})

test('replaces a server that outlived its parent', async () => {
  const dataDir = folderWithDatabase()
  const first = await startHere({ dataDir, settings: quick })
  await query(first.url, `CREATE TABLE saved AS SELECT 'yam' AS word`)
  await first.stop()
  const orphan = await startBareServer(dataDir)

  const said: string[] = []
  const second = await startHere({ dataDir, settings: quick, say: (line) => said.push(line) })
  expect(said[0]).toBe('Stopping a database server that an earlier run left behind …')
  expect(orphan.exitCode).toBe(0)
  expect(await query(second.url, 'SELECT word FROM saved')).toEqual([{ word: 'yam' }])
})

test('stop() kills a hanging server after its timeout of ten seconds', async () => {
  expect(stopTimeoutMs).toBe(10_000)
  const dataDir = folderWithDatabase()
  const { stop } = await startHere({ dataDir, settings: quick, stopTimeoutMs: 500 })
  const server = serverPid(dataDir)
  process.kill(server, 'SIGSTOP')
  const begun = performance.now()
  await stop()
  // A timer may fire a moment early.
  expect(performance.now() - begun).toBeGreaterThan(490)
  expect(await isGone(server)).toBe(true)
  await startHere({ dataDir, settings: quick })
})

test('Ctrl-C reaches the product but not the server', async () => {
  const dataDir = folderWithDatabase()
  const child = startChild({ dataDir, settings: quick })
  await urlOf(child)
  process.kill(-(child.process.pid ?? 0), 'SIGINT')
  await child.ended
  expect(child.answered()).toBe('still here')
  expect(child.process.exitCode).toBe(0)
  expect(serversIn(dataDir)).toEqual([])
})

test('kill -9 during the first start does not block the next one', async () => {
  const dataDir = freshFolder()
  const child = startChild({ dataDir, settings: quick })
  const isHalfDone = () =>
    readdirSync(dataDir).some((name) => name.startsWith('db.new-') && existsSync(join(dataDir, name, 'base')))
  expect(await waitUntil(isHalfDone, timeLimits.expectation)).toBe(true)
  child.process.kill('SIGKILL')
  await child.ended
  expect(existsSync(join(dataDir, 'db'))).toBe(false)

  const { url, stop } = await startHere({ dataDir, settings: quick })
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await stop()
  // The orphaned initdb may have continued for a moment after the cleanup. By the next start it has ended.
  await startHere({ dataDir, settings: quick })
  expect(readdirSync(dataDir).filter((name) => name.startsWith('db.new-'))).toEqual([])
})

test('removes an incomplete cluster of an earlier start', async () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'db.new-Ab12Cd', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'db.new-Ab12Cd', 'PG_VERSION'), '18\n')
  await startHere({ dataDir, settings: quick })
  expect(existsSync(join(dataDir, 'db.new-Ab12Cd'))).toBe(false)
})

test('a reused pid in postmaster.pid does not block the start', async () => {
  const dataDir = folderWithDatabase()
  const first = await startHere({ dataDir, settings: quick })
  const written = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8')
  await first.stop()
  const stranger = startChild({ dataDir: folderWithDatabase(), settings: quick })
  await urlOf(stranger)
  writeFileSync(join(dataDir, 'db', 'postmaster.pid'), written.replace(/^\d+/, String(stranger.process.pid)))

  const { url } = await startHere({ dataDir, settings: quick })
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(stranger.process.exitCode).toBe(null)
})
