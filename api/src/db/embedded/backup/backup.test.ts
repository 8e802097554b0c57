import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
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
  furnishedFolder,
  isRoot,
  query,
  startHere,
} from '#api/test/processes/embedded-server.ts'
import { copyEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { memoryFolder } from '#api/test/processes/memory-folder.ts'
import { makeBackup } from './backup.ts'
import { listTree } from './files.ts'
import { restoreBackup } from './restore.ts'

const quick = { fsync: 'off' }
const command = join(import.meta.dirname, '../../../../../scripts/backup.mjs')
const nobody = 65534

/** One backup for all tests, of a product that is stopped. */
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

test('a backup is for its owner alone and has no mails or halves', async () => {
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

test('a second restore replaces only when told, and deletes nothing', async () => {
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

test('a restore is refused while a product runs there', async () => {
  const dataDir = furnishedFolder()
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
])('a file %s makes a backup refused, and changes nothing', async (_, damage) => {
  const damaged = copyOfBackup()
  damage(join(damaged, 'db', 'global', 'pg_control'))
  const into = join(freshFolder(), 'data')
  const restore = restoreBackup({ backup: damaged, into })
  await expect(restore).rejects.toThrow(`${damaged} is damaged: db/global/pg_control`)
  expect(readdirSync(dirname(into))).toEqual([])
})

test('a killed backup leaves nothing that can be restored', async () => {
  const dataDir = furnishedFolder()
  const { url } = await startHere({ dataDir, settings: quick })
  const into = freshFolder()
  const child = spawn(process.execPath, [command, 'backup', into], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...compileCache },
    stdio: 'ignore',
  })
  const isCopying = () => readdirSync(into).some((name) => readdirSync(join(into, name)).includes('db'))
  expect(await waitUntil(isCopying, 60_000)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [left = ''] = readdirSync(into)
  expect(left).toContain('.unfinished-')
  const restore = restoreBackup({ backup: join(into, left), into: join(into, 'data') })
  await expect(restore).rejects.toThrow('is no complete backup')
  // The server is out of backup mode and keeps no WAL for it.
  const slots = async () => (await query(url, 'select slot_name from pg_replication_slots')).length
  expect(await waitUntil(async () => (await slots()) === 0, 10_000)).toBe(true)
  await makeBackup({ dataDir, into })
})

test('a full disk ends a backup with a sentence and leaves nothing', async (ctx) => {
  const namespace = ['unshare', '--user', '--map-root-user', '--mount']
  if (spawnSync(namespace[0] ?? '', [...namespace.slice(1), 'true']).status !== 0) ctx.skip('needs unshare')
  const dataDir = furnishedFolder()
  await startHere({ dataDir, settings: quick })
  const into = freshFolder()
  const script = 'mount -t tmpfs -o "$1" none "$2" && "$3" "$4" "$5" "$6"; echo "left: $(ls -A "$2")"'
  // The first has too few bytes, which is known beforehand; the second too few inodes, which is not.
  for (const [option, sentence] of [
    ['size=5m', /has \d MB free, and the backup may need \d+ MB/],
    ['nr_inodes=99', /is full. Nothing was left there/],
  ] as const) {
    const shell = [...namespace, 'sh', '-c', script, 'sh', option, into]
    const { stderr, stdout } = runCommand(['backup', into], { DATA_DIR: dataDir }, shell)
    expect(stderr).toMatch(sentence)
    expect(stdout).toMatch(/left: $/m)
  }
})

test('the commands say what they did, and what they do not do', async () => {
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
  chownSync(into, nobody, nobody)
  await restoreBackup({ backup, into })
  const owners = ['.', 'db', 'db/PG_VERSION', 'jwt-secret'].map((name) => statSync(join(into, name)).uid)
  expect(owners).toEqual([nobody, nobody, nobody, nobody])
})
