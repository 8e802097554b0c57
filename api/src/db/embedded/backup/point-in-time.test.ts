import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { copyEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { freshFolder, query, startHere } from '#api/test/processes/embedded-server.ts'
import { makeBackup } from './backup.ts'

const script = join(import.meta.dirname, '../../../../../scripts/archive-wal.sh')

test('archived WAL brings the database back to a moment', async () => {
  const home = freshFolder()
  const [dataDir, archive] = [join(home, 'data'), join(home, 'wal')]
  copyEmptyDatabase(dataDir)
  mkdirSync(archive)
  chmodSync(archive, 0o777) // as root, another account runs the server
  const command = `sh '${script}' "%p" "%f" '${archive}'`
  const first = await startHere({ dataDir, settings: { archive_mode: 'on', archive_command: command } })
  await query(first.url, `create table saved (word text)`)
  const { path: backup } = await makeBackup({ dataDir })

  await query(first.url, `insert into saved values ('before')`)
  const [now] = await query(first.url, `select clock_timestamp()::text as moment`)
  await query(first.url, `insert into saved values ('after')`)
  await query(first.url, `drop table saved`)
  const administrator = first.url.replace('rootsquare@', 'postgres@')
  const [last] = await query(administrator, `select pg_walfile_name(pg_switch_wal()) as segment`)
  expect(await waitUntil(() => existsSync(join(archive, String(last?.segment))), 60_000)).toBe(true)
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

test('the archive takes a segment twice, but never another one', () => {
  const home = freshFolder()
  const [segment, archive] = [join(home, 'segment'), join(home, 'wal')]
  mkdirSync(archive)
  const archiveIt = () => spawnSync('sh', [script, segment, '000000010000000000000001', archive]).status
  writeFileSync(segment, 'one')
  expect([archiveIt(), archiveIt()]).toEqual([0, 0])
  writeFileSync(segment, 'two')
  expect(archiveIt()).not.toBe(0)
  const stored = readdirSync(archive).map((name) => readFileSync(join(archive, name), 'utf8'))
  expect(stored).toEqual(['one'])
})
