import { spawnSync, type ChildProcess } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, type TestContext } from 'vitest'
import { accountsFor, canEnterFolder } from '#api/db/embedded/account.ts'
import { spawnAs, type Account } from '#api/db/embedded/run-as.ts'
import { freePort } from './redis.ts'

const isInstalled = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * A real PgBouncer in transaction mode for one test, in front of this database. Its settings are those of
 * docs/operating.md. Without the program the test is skipped.
 */
export async function startPgBouncer(context: TestContext, databaseUrl: string) {
  if (!isInstalled) context.skip('pgbouncer is not installed')
  const { host, port, user = '', password = '', database } = new pg.Client(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'rs-pgbouncer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const own = await freePort()
  const settings = `[databases]
    * = host=${host} port=${port}${password && ` password=${password}`}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${own}
    unix_socket_dir =
    auth_type = trust
    auth_file = ${join(folder, 'users.txt')}
    pool_mode = transaction
    default_pool_size = 5
    query_wait_timeout = 5
    server_connect_timeout = 3
    server_login_retry = 1
    log_connections = 0
    log_disconnections = 0`
  await writeFile(join(folder, 'users.txt'), `"${user}" ""\n`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings.replaceAll(/^ +/gm, ''))
  const account = await accountFor(host.startsWith('/') ? host : tmpdir())
  await chown(folder, account.owner.uid, account.owner.gid)
  const url = `postgresql://${user}@127.0.0.1:${own}/${database}`
  let server = await listen(file, account, url)
  onTestFinished(() => end(server))
  return {
    url,
    kill: () => end(server),
    async startAgain() {
      server = await listen(file, account, url)
    },
  }
}

/** It refuses to run as root. Whoever may run the embedded server may also open its socket. */
async function accountFor(folder: string): Promise<Account> {
  for (const account of await accountsFor(folder)) if (await canEnterFolder(account, folder)) return account
  throw new Error(`No account may enter ${folder}.`)
}

async function listen(file: string, account: Account, url: string): Promise<ChildProcess> {
  const server = await spawnAs(account, ['pgbouncer', file], { stdio: 'ignore' })
  await expect.poll(() => answers(url)).toBe(true)
  return server
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  const isUp = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return isUp
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}
