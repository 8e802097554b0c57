import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { seedReference } from '#api/seed/reference.ts'
import { dayDrift, foldNow, readSeries } from '#api/test/builders/analytics.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { expectOk } from '#api/test/answer.ts'
import { testApp } from '#api/test/test-app.ts'
import { openDb, openPool } from './db.ts'
import { migrate } from './migrate.ts'

/** The folder in which Debian and Ubuntu install it. */
const binaries = '/usr/lib/postgresql/15/bin'
const run = promisify(execFile)

/** PostgreSQL does not run as root, and the ids of `nobody` are the same on most systems. */
const user = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

async function startPostgres15(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rs-pg15-'))
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const options = { ...user, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } }
  const data = join(folder, 'data')
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'owner', '--no-sync', '-E', 'UTF8', '-A', 'trust'],
    options,
  )
  const settings = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${folder}`]
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  onTestFinished(async () => {
    server.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgres:///postgres?host=${folder}&user=owner`
  await expect.poll(() => versionOf(url).catch(() => '')).toMatch(/^15\./)
  return url
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return z.array(z.object({ server_version: z.string() })).parse(rows)[0]?.server_version ?? ''
}

test('the product runs on PostgreSQL 15', async (context) => {
  if (!existsSync(join(binaries, 'postgres'))) context.skip('PostgreSQL 15 is not installed')
  const url = await startPostgres15()
  await migrate(url)
  const pool = openPool(url, () => {}, 2)
  await seedReference(openDb(pool), new Date())
  await pool.end()

  const app = await testApp({ sameDatabaseAs: { url } })
  const member = await buildMember(app)
  const credentials = { username: member.username, userSecret: member.password }
  const login = await app.call('POST', '/login', { body: credentials })
  expect(login).toMatchObject({ status: 200, body: { data: { user_id: member.id } } })
  const found = await app.call('GET', '/groups', { query: { name: 'yoruba' } })
  expect(found).toMatchObject({ status: 200, body: { data: { totalElements: 1 } } })
  expectOk(await app.call('GET', `/user/${member.id}`, { token: member.token }))
  await app.runJobs()
  await foldNow(app)
  expect(await readSeries(app, member, `/user/${member.id}/logins`)).toMatchObject({ total: 1 })
  expect(await dayDrift(app)).toEqual([])
  await app.stop()
})
