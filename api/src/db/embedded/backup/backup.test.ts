import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#api/db/embedded/embedded.ts'
import { waitUntil } from '#api/db/embedded/wait.ts'
import {
  compileCache,
  freshFolder,
  folderWithDatabase,
  isRoot,
  query,
  startHere,
} from '#api/test/processes/embedded-server.ts'
import { copyEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { memoryFolder } from '#api/test/processes/memory-folder.ts'
import { timeLimits } from '#api/test/time-limits.ts'
import { makeBackup } from './backup.ts'
import { listTree } from './files.ts'
import { restoreBackup } from './restore.ts'

const quick = { fsync: 'off' }
const command = join(import.meta.dirname, '../../../../../scripts/backup.mjs')
const nobodyUid = 65534

/** All tests read one backup of a product that is stopped. */
let home: string
let backup: string
beforeAll(async () => {
  home = await memoryFolder('rs-backup-')
  chmodSync(home, 0o755)
  const dataDir = join(home, 'data')
  copyEmptyDatabase(dataDir)
  const { url, stop } = await startEmbedded({ dataDir, settings: quick })
  await query(url, `create table saved as select 'yam' as word`)
  await stop()
  mkdirSync(join(dataDir, 'media', '0a'), { recursive: true })
  writeFileSync(join(dataDir, 'media', '0a', 'yam.webp'), 'a picture')
  writeFileSync(join(dataDir, 'media', '0a', 'new.webp.part'), 'half a picture')
  writeFileSync(join(dataDir, 'jwt-secret'), 'a secret of tests')
  mkdirSync(join(dataDir, 'outbox'))
  writeFileSync(join(dataDir, 'outbox', 'mail.json'), '{}')
  backup = (await makeBackup({ dataDir })).path
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function copyOfBackup() {
  const copy = join(freshFolder(), 'backup')
  cpSync(backup, copy, { recursive: true })
  return copy
}

const savedWords = (url: string) => query(url, 'select word from saved')

function runCommand(args: string[], env: Record<string, string> = {}, prefix: string[] = []) {
  const [file = '', ...rest] = [...prefix, process.execPath, command, ...args]
  const base = { PATH: process.env['PATH'], HOME: '/', ...compileCache }
  return spawnSync(file, rest, { env: { ...base, ...env }, encoding: 'utf8' })
}

test('a backup is readable by its owner only, without mails and partial files', async () => {
  const { folders, files } = await listTree(backup)
  const modes = (names: string[]) => new Set(names.map((name) => statSync(join(backup, name)).mode & 0o777))
  expect([modes(['.', ...folders]), modes(files)]).toEqual([new Set([0o700]), new Set([0o600])])
  const outside = files.filter((name) => !name.startsWith('db/')).toSorted()
  expect(outside).toEqual(['jwt-secret', 'manifest.json', 'media/0a/yam.webp'])
  expect(files).not.toContain('db/postmaster.pid')
  expect(readdirSync(dirname(backup))).toHaveLength(1)
})

test('a restored folder is a data folder with the same rows and files', async () => {
  const into = join(freshFolder(), 'new')
  await restoreBackup({ backup, into })
  expect(readdirSync(into).toSorted()).toEqual(['db', 'jwt-secret', 'media'])
  expect(readFileSync(join(into, 'media', '0a', 'yam.webp'), 'utf8')).toBe('a picture')
  const { url } = await startHere({ dataDir: into, settings: quick })
  expect(await savedWords(url)).toEqual([{ word: 'yam' }])
})

test('a second restore replaces only with --replace, and deletes nothing', async () => {
  const into = join(freshFolder(), 'data')
  mkdirSync(into)
  writeFileSync(join(into, 'mine'), 'kept')
  await expect(restoreBackup({ backup, into })).rejects.toThrow(`${into} is not empty.`)
  expect(readdirSync(dirname(into))).toEqual(['data'])
  const { aside = '' } = await restoreBackup({ backup, into, replaces: true })
  expect(readFileSync(join(aside, 'mine'), 'utf8')).toBe('kept')
  expect(readdirSync(dirname(into)).toSorted()).toEqual(['data', aside.slice(dirname(into).length + 1)])
})

test('a link to a data folder leads to the restored one', async () => {
  const folder = freshFolder()
  const [link, target] = [join(folder, 'link'), join(folder, 'disk', 'data')]
  mkdirSync(target, { recursive: true })
  symlinkSync(target, link)
  await restoreBackup({ backup, into: link })
  expect(readdirSync(target).toSorted()).toEqual(['db', 'jwt-secret', 'media'])
  expect(readlinkSync(link)).toBe(target)
})

test('a restore is rejected while a product runs in the folder', async () => {
  const dataDir = folderWithDatabase()
  const { url } = await startHere({ dataDir, settings: quick })
  const restore = restoreBackup({ backup, into: dataDir, replaces: true })
  await expect(restore).rejects.toThrow(`Another Rootsquare is already running on ${dataDir}`)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([
  [
    'with another byte',
    (file: string) => writeFileSync(file, Buffer.from(readFileSync(file)).fill(1, 9, 10)),
  ],
  ['that is gone', (file: string) => rmSync(file)],
  ['with a byte more', (file: string) => appendFileSync(file, 'x')],
])('a file %s makes a restore fail, which changes nothing', async (_, damage) => {
  const damaged = copyOfBackup()
  damage(join(damaged, 'db', 'global', 'pg_control'))
  const into = join(freshFolder(), 'data')
  const restore = restoreBackup({ backup: damaged, into })
  await expect(restore).rejects.toThrow(`${damaged} is damaged: db/global/pg_control`)
  expect(readdirSync(dirname(into))).toEqual([])
})

test('a killed backup leaves nothing that can be restored', async () => {
  const dataDir = folderWithDatabase()
  const { url } = await startHere({ dataDir, settings: quick })
  const into = freshFolder()
  const child = spawn(process.execPath, [command, 'backup', into], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...compileCache },
    stdio: 'ignore',
  })
  const isCopying = () => readdirSync(into).some((name) => readdirSync(join(into, name)).includes('db'))
  expect(await waitUntil(isCopying, timeLimits.expectation)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [left = ''] = readdirSync(into)
  expect(left).toContain('.unfinished-')
  const restore = restoreBackup({ backup: join(into, left), into: join(into, 'data') })
  await expect(restore).rejects.toThrow('is no complete backup')
  // The server has left backup mode and retains no WAL for the backup.
  const slots = async () => (await query(url, 'select slot_name from pg_replication_slots')).length
  expect(await waitUntil(async () => (await slots()) === 0, timeLimits.expectation)).toBe(true)
  await makeBackup({ dataDir, into })
})

test('a full disk ends a backup with a clear message and leaves nothing', async (ctx) => {
  const namespace = ['unshare', '--user', '--map-root-user', '--mount']
  if (spawnSync(namespace[0] ?? '', [...namespace.slice(1), 'true']).status !== 0) ctx.skip('needs unshare')
  const dataDir = folderWithDatabase()
  await startHere({ dataDir, settings: quick })
  const into = freshFolder()
  const script = 'mount -t tmpfs -o "$1" none "$2" && "$3" "$4" "$5" "$6"; echo "left: $(ls -A "$2")"'
  const shell = [...namespace, 'sh', '-c', script, 'sh', 'size=5m', into]
  const { stderr, stdout } = runCommand(['backup', into], { DATA_DIR: dataDir }, shell)
  expect(stderr).toMatch(/is full. Nothing was left there/)
  expect(stdout).toMatch(/left: $/m)
})

test('the commands print what they did, and what they do not do', async () => {
  const into = join(freshFolder(), 'data')
  const restored = runCommand(['restore', backup, '--into', into])
  expect(restored.stdout).toMatch(
    /has all that was saved before \S+Z:\n {2}0 members, 0 orders, 1 media files\./,
  )
  const made = runCommand(['backup'], { DATA_DIR: into })
  expect(made.stdout).toMatch(`${into}-backups/rootsquare-`)
  const empty = runCommand(['backup'], { DATA_DIR: freshFolder() })
  expect([empty.status, empty.stderr]).toEqual([1, expect.stringContaining('There is no embedded database')])
  const impossible = runCommand(['backup', '/proc/x'], { DATA_DIR: into })
  expect(impossible.stderr).toContain('The folder /proc/x cannot be made')
  const external = runCommand(['backup'], { DATABASE_URL: 'postgresql://db.example.com/rootsquare' })
  expect(external.stderr).toContain('back that server up with pg_basebackup and WAL archiving')
})

test('root restores for the account that owned the folder', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  const into = join(freshFolder(), 'data')
  mkdirSync(into)
  chownSync(into, nobodyUid, nobodyUid)
  await restoreBackup({ backup, into })
  const owners = ['.', 'db', 'db/PG_VERSION', 'jwt-secret'].map((name) => statSync(join(into, name)).uid)
  expect(owners).toEqual([nobodyUid, nobodyUid, nobodyUid, nobodyUid])
})

const archiveScript = join(import.meta.dirname, '../../../../../scripts/archive-wal.sh')

test('archived WAL restores the database to a chosen moment', async () => {
  const home = freshFolder()
  const [dataDir, archive] = [join(home, 'data'), join(home, 'wal')]
  copyEmptyDatabase(dataDir)
  mkdirSync(archive)
  chmodSync(archive, 0o777) // as root, another account runs the server
  const command = `sh '${archiveScript}' "%p" "%f" '${archive}'`
  const first = await startHere({ dataDir, settings: { archive_mode: 'on', archive_command: command } })
  await query(first.url, `create table saved (word text)`)
  const { path: backup } = await makeBackup({ dataDir })

  await query(first.url, `insert into saved values ('before')`)
  const [now] = await query(first.url, `select clock_timestamp()::text as moment`)
  await query(first.url, `insert into saved values ('after')`)
  await query(first.url, `drop table saved`)
  const administrator = first.url.replace('rootsquare@', 'postgres@')
  const [last] = await query(administrator, `select pg_walfile_name(pg_switch_wal()) as segment`)
  expect(
    await waitUntil(() => existsSync(join(archive, String(last?.segment))), timeLimits.expectation),
  ).toBe(true)
  await first.stop()

  const into = join(home, 'restored')
  cpSync(join(backup, 'db'), join(into, 'db'), { recursive: true })
  writeFileSync(join(into, 'db', 'recovery.signal'), '', { mode: 0o600 })
  const settings = {
    restore_command: `cp '${archive}/%f' "%p"`,
    recovery_target_time: String(now?.moment),
    recovery_target_action: 'promote',
    hot_standby: 'off', // else it answers before the moment is reached
  }
  const second = await startHere({ dataDir: into, settings })
  expect(await query(second.url, `select word from saved`)).toEqual([{ word: 'before' }])
})

test('the archive accepts a segment twice, but never a different one', () => {
  const home = freshFolder()
  const [segment, archive] = [join(home, 'segment'), join(home, 'wal')]
  mkdirSync(archive)
  const archiveIt = () =>
    spawnSync('sh', [archiveScript, segment, '000000010000000000000001', archive]).status
  writeFileSync(segment, 'one')
  expect([archiveIt(), archiveIt()]).toEqual([0, 0])
  writeFileSync(segment, 'two')
  expect(archiveIt()).not.toBe(0)
  const stored = readdirSync(archive).map((name) => readFileSync(join(archive, name), 'utf8'))
  expect(stored).toEqual(['one'])
})
