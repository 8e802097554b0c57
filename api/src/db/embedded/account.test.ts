import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  freshFolder,
  folderWithDatabase,
  isRoot,
  pathWithout,
  query,
  startChild,
  startHere,
  urlOf,
} from '#api/test/processes/embedded-server.ts'

const quick = { fsync: 'off' }
const nobodyUid = 65534
const nameless = 54321

function mayUnshare(uid?: number) {
  const options = uid === undefined ? {} : { uid, gid: uid }
  return spawnSync('unshare', ['--user', '--map-user=1', '--map-group=1', 'true'], options).status === 0
}

/** Checks whether root can run this checkout as another account, which it cannot if the checkout is in a private folder. */
const canActAsOthers =
  isRoot && spawnSync('test', ['-r', import.meta.filename], { uid: nobodyUid, gid: nobodyUid }).status === 0
const needsOthers = 'needs root, and a checkout that others can read'

/** Starts it from an account other than root: a real one if that can read this checkout, else root in a user namespace. */
function asOrdinaryUser(dataDir: string) {
  if (!isRoot) return {}
  if (!canActAsOthers)
    return { prefix: ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`, '--'] }
  chownSync(dataDir, nobodyUid, nobodyUid)
  return { uid: nobodyUid }
}

function folderFor(uid: number) {
  const dataDir = freshFolder()
  chownSync(dataDir, uid, uid)
  return dataDir
}

test('root may start it in a folder that only root can enter', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  if (!mayUnshare()) ctx.skip('needs unshare')
  const closed = freshFolder()
  chmodSync(closed, 0o700)
  const dataDir = join(closed, 'data')
  for (const expected of [[], [{ word: 'yam' }]]) {
    const { url, stop } = await startHere({ dataDir })
    await query(url, 'CREATE TABLE IF NOT EXISTS saved (word text)')
    expect(await query(url, 'SELECT word FROM saved')).toEqual(expected)
    await query(url, `INSERT INTO saved VALUES ('yam')`)
    await stop()
  }
  expect(statSync(join(dataDir, 'db')).uid).toBe(0)
})

test('an ordinary user may start it in a folder of its own, twice', async () => {
  const dataDir = freshFolder()
  const user = asOrdinaryUser(dataDir)
  for (const expected of [[], [{ word: 'yam' }]]) {
    const child = startChild({ dataDir, settings: quick, ...user })
    const url = await urlOf(child)
    await query(url, 'CREATE TABLE IF NOT EXISTS saved (word text)')
    expect(await query(url, 'SELECT word FROM saved')).toEqual(expected)
    await query(url, `INSERT INTO saved VALUES ('yam')`)
    child.process.kill('SIGINT')
    await child.ended
  }
  if (user.uid) expect(statSync(join(dataDir, 'db')).uid).toBe(nobodyUid)
})

test('a folder that is not writable is reported', async (ctx) => {
  if (!canActAsOthers) ctx.skip(needsOthers)
  const dataDir = freshFolder()
  const { failed } = await startChild({ dataDir, uid: nobodyUid }).outcome
  expect(failed).toContain(`The data folder ${dataDir} cannot be made, entered or written (EACCES).`)
})

test('a database of another user is reported', async (ctx) => {
  if (!canActAsOthers) ctx.skip(needsOthers)
  const dataDir = folderFor(nobodyUid)
  mkdirSync(join(dataDir, 'db'), { mode: 0o700 })
  const { failed } = await startChild({ dataDir, uid: nobodyUid }).outcome
  expect(failed).toContain(
    `This account may not use the database folder ${dataDir}/db. Start as the account that owns it`,
  )
})

test('root serves the database of an ordinary user and leaves its owner', async (ctx) => {
  if (!canActAsOthers) ctx.skip(needsOthers)
  const dataDir = folderFor(nobodyUid)
  const child = startChild({ dataDir, settings: quick, uid: nobodyUid })
  await query(await urlOf(child), `CREATE TABLE saved AS SELECT 'yam' AS word`)
  child.process.kill('SIGINT')
  await child.ended

  const { url } = await startHere({ dataDir, settings: quick })
  expect(await query(url, 'SELECT word FROM saved')).toEqual([{ word: 'yam' }])
  expect(statSync(join(dataDir, 'db', 'PG_VERSION')).uid).toBe(nobodyUid)
})

test('without namespaces a low-privilege user runs the database', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  const dataDir = freshFolder()
  const child = startChild({ dataDir, settings: quick, env: pathWithout('unshare') })
  expect(await query(await urlOf(child), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(statSync(join(dataDir, 'db')).uid).not.toBe(0)
  expect(lstatSync(join(dataDir, 'db')).isSymbolicLink()).toBe(false)
  expect(child.said[0]).toBe('Setting up the database …')
})

test('a database from a namespace works without namespaces later', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  if (!mayUnshare()) ctx.skip('needs unshare')
  const dataDir = folderWithDatabase()
  const first = await startHere({ dataDir, settings: quick })
  await query(first.url, `CREATE TABLE saved AS SELECT 'yam' AS word`)
  await first.stop()
  expect(statSync(join(dataDir, 'db')).uid).toBe(0)

  const child = startChild({ dataDir, settings: quick, env: pathWithout('unshare') })
  expect(await query(await urlOf(child), 'SELECT word FROM saved')).toEqual([{ word: 'yam' }])
  expect(statSync(join(dataDir, 'db')).uid).not.toBe(0)
})

test('the database moves if that user cannot enter the folder', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  const dataDir = freshFolder()
  chmodSync(dataDir, 0o700)
  const env = pathWithout('unshare')
  for (const round of ['first', 'second']) {
    const child = startChild({ dataDir, settings: quick, env })
    const url = await urlOf(child)
    const home = dirname(realpathSync(join(dataDir, 'db')))
    onTestFinished(() => removeOutside(home))
    expect(home).toMatch(/^\/var\/lib\/rootsquare\/[0-9a-f]{12}$/)
    const line = `PostgreSQL cannot run as root and no other account can enter ${dataDir}: the database is in ${home}.`
    expect(child.said.filter((said) => said === line)).toHaveLength(round === 'first' ? 1 : 0)
    if (round === 'first') await query(url, `CREATE TABLE saved AS SELECT 'yam' AS word`)
    expect(await query(url, 'SELECT word FROM saved')).toEqual([{ word: 'yam' }])
    child.process.kill('SIGINT')
    await child.ended
  }
})

test('starts empty after the data folder was deleted, and keeps the old database', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  const dataDir = join(freshFolder(), 'data')
  const env = pathWithout('unshare')
  mkdirSync(dataDir, { mode: 0o700 })
  const first = startChild({ dataDir, settings: quick, env })
  await query(await urlOf(first), `CREATE TABLE saved AS SELECT 'yam' AS word`)
  const home = dirname(realpathSync(join(dataDir, 'db')))
  onTestFinished(() => removeOutside(home))
  first.process.kill('SIGINT')
  await first.ended
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir, { mode: 0o700 })

  const second = startChild({ dataDir, settings: quick, env })
  expect(await query(await urlOf(second), `SELECT to_regclass('saved') AS saved`)).toEqual([{ saved: null }])
  expect(second.said[0]).toMatch(`An earlier database of this folder was put aside as ${home}/db.until-`)
})

test('follows a link to a database, and reports a dangling one', async () => {
  const dataDir = folderWithDatabase()
  const elsewhere = join(freshFolder(), 'db')
  const first = await startHere({ dataDir, settings: quick })
  await query(first.url, `CREATE TABLE saved AS SELECT 'yam' AS word`)
  await first.stop()
  renameSync(join(dataDir, 'db'), elsewhere)
  symlinkSync(elsewhere, join(dataDir, 'db'))

  const second = await startHere({ dataDir, settings: quick })
  expect(await query(second.url, 'SELECT word FROM saved')).toEqual([{ word: 'yam' }])
  await second.stop()
  rmSync(elsewhere, { recursive: true })
  await expect(startHere({ dataDir })).rejects.toThrow(`${dataDir}/db points to a folder that is not there.`)
})

test('a restored database with wrong modes is served', async () => {
  const dataDir = folderWithDatabase()
  chmodSync(join(dataDir, 'db'), 0o755)
  const { url } = await startHere({ dataDir, settings: quick })
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a user without a name is given one in a namespace', async (ctx) => {
  if (!canActAsOthers) ctx.skip(needsOthers)
  if (!mayUnshare(nameless)) ctx.skip('needs unshare')
  const child = startChild({ dataDir: folderFor(nameless), settings: quick, uid: nameless })
  expect(await query(await urlOf(child), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('without namespaces a user without a name gets a message', async (ctx) => {
  if (!canActAsOthers) ctx.skip(needsOthers)
  const child = startChild({ dataDir: folderFor(nameless), uid: nameless, env: pathWithout('unshare') })
  const { failed } = await child.outcome
  expect(failed).toContain(
    'This account has no name on this machine, and PostgreSQL needs one. Start as a named user',
  )
})

function removeOutside(home: string) {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  try {
    rmdirSync(dirname(home))
  } catch {
    // others may keep theirs there
  }
}
