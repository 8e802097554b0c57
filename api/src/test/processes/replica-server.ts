import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findPackage, readyBinaries } from '#api/db/embedded/binaries.ts'
import { startEmbedded } from '#api/db/embedded/embedded.ts'
import { codeOf } from '#api/db/embedded/start-errors.ts'
import { chooseClusterFolder } from '#api/db/embedded/folder/cluster-folder.ts'
import { environment, spawnAs } from '#api/db/embedded/run-as.ts'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { databaseIn } from '#api/test/processes/product-process.ts'
import { copyEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { isGone, query } from '#api/test/processes/embedded-server.ts'
import { memoryFolder } from '#api/test/processes/memory-folder.ts'
import { timeLimits } from '#api/test/time-limits.ts'

const settings = { fsync: 'off', autovacuum: 'off', shared_buffers: '32MB' }
const asSuperuser = (url: string) => url.replace('//rootsquare@', '//postgres@')

/** A primary and a streaming replica, which begins as a copy of the primary's files. */
export async function startPair() {
  const folder = await memoryFolder('rs-pair-')
  const [dataDir, copyDir] = [join(folder, 'a'), join(folder, 'b')]
  copyEmptyDatabase(dataDir)
  appendFileSync(join(dataDir, 'db', 'pg_hba.conf'), 'local replication all trust\n')
  await mkdir(copyDir)
  execFileSync('cp', ['-a', join(dataDir, 'db'), copyDir])
  writeFileSync(join(copyDir, 'db', 'standby.signal'), '')
  const primary = await startEmbedded({ dataDir, settings })
  const replica = await startReplica(copyDir, join(dataDir, 'run'))
  return {
    primaryUrl: primary.url,
    replica,
    async stop() {
      await replica.kill()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startReplica(dataDir: string, primarySocket: string) {
  const launch = await prepareReplica(dataDir, primarySocket)
  const url = databaseIn(dataDir)
  let pid = 0

  async function tryStart(): Promise<boolean> {
    const child = await launch()
    pid = child.pid ?? 0
    await waitUntil(async () => child.exitCode !== null || (await answers(url)), timeLimits.expectation)
    return child.exitCode === null
  }
  /** While processes of a killed server are still ending, it does not start. */
  async function start(): Promise<void> {
    if (!(await waitUntil(tryStart, timeLimits.expectation))) throw new Error('The replica does not start.')
  }
  await start()
  return {
    url,
    start,
    async kill() {
      process.kill(pid, 'SIGKILL')
      await isGone(pid)
    },
    /** All its processes stop, so that nothing answers on open connections either. */
    freeze: () => signalAll(pid, 'SIGSTOP'),
    thaw: () => signalAll(pid, 'SIGCONT'),
    pauseReplay: () => query(asSuperuser(url), 'select pg_wal_replay_pause()'),
    resumeReplay: () => query(asSuperuser(url), 'select pg_wal_replay_resume()'),
  }
}

/** Returns what launches the server. */
async function prepareReplica(dataDir: string, primarySocket: string) {
  const { db, account } = await chooseClusterFolder(dataDir, join(dataDir, 'db'), () => {})
  const bin = await readyBinaries(await findPackage(), account, dataDir)
  const run = join(dataDir, 'run')
  await mkdir(run)
  await chown(run, account.owner.uid, account.owner.gid)
  const primary_conninfo = `host=${primarySocket} user=postgres`
  const own = { listen_addresses: '', unix_socket_directories: run, primary_conninfo }
  const flags = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(bin, 'postgres'), '-D', db, ...flags]
  return () => spawnAs(account, command, { stdio: 'ignore', env: environment() })
}

const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )

function signalAll(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, signal)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of children.split(' ').filter(Boolean)) {
    try {
      process.kill(Number(child), signal)
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error // it ended meanwhile
    }
  }
}
