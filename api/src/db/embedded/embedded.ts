import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chooseAddress, leaveAddress } from './address.ts'
import { findPackage, majorOf, readyBinaries } from './binaries.ts'
import { hasCluster, makeCluster, role, runStatements, sweepHalfClusters } from './cluster.ts'
import { CannotStart, codeOf, explain } from './explain.ts'
import { endLeftover } from './leftover.ts'
import { lockFolder } from './lock.ts'
import { openLog } from './log-file.ts'
import { startServer } from './server.ts'
import { chooseSite, findDb } from './site.ts'
import { needSpace } from './space.ts'

export type Embedded = { url: string; stop: () => Promise<void> }

export type EmbeddedOptions = {
  /** DATA_DIR; the cluster lives in its folder db. */
  dataDir: string
  /** Told of whatever takes longer than a moment. */
  say?: (line: string) => void
  /** Extra settings of the server, by name. */
  settings?: Record<string, string>
}

type Undo = () => void | Promise<void>

const roomToStart = 2
const roomForNew = 100

const productSettings = {
  shared_buffers: '64MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Neither statements nor "Key (email)=(…) already exists": the log is kept longer than a member's data may be.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Starts the PostgreSQL server that comes with the product. It stops with stop(), and dies with this process. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const undos: Undo[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= undoAll(undos))
  try {
    return { url: await start(options, undos), stop }
  } catch (error) {
    await stop()
    throw error instanceof CannotStart ? error : explainSystem(error, options.dataDir)
  }
}

async function start({ dataDir, say = () => {}, settings = {} }: EmbeddedOptions, undos: Undo[]) {
  const from = await findPackage()
  const folder = await openFolder(dataDir)
  await needSpace(folder, roomToStart)
  const lock = await lockFolder(folder)
  undos.push(lock.release)
  const log = openLog(folder)
  undos.push(log.close)

  const found = await findDb(folder)
  const strayPid = await endLeftover(found, say)
  const site = await chooseSite(folder, found, say)
  const bin = await readyBinaries(from, site.account, dirname(site.db))
  const tools = { ...site, bin, log, strayPid }

  await sweepHalfClusters(site.db)
  if (!(await hasCluster(site.db, majorOf(from)))) {
    await needSpace(dirname(site.db), roomForNew)
    say('Setting up the database …')
    await makeCluster(tools)
  }

  const address = await chooseAddress(site)
  undos.push(() => leaveAddress(address))
  if (address.password) {
    await runStatements(tools, site.db, [`ALTER ROLE ${role} PASSWORD '${address.password}'`])
  }
  const all = { ...productSettings, ...settings, ...address.settings }
  const server = await startServer(tools, { settings: all, say })
  undos.push(server.stop)
  return address.url
}

async function undoAll(undos: Undo[]) {
  for (const undo of undos.toReversed()) await undo()
}

async function openFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true })
    return await realpath(dataDir)
  } catch (error) {
    const why = codeOf(error) ?? String(error)
    throw new CannotStart(
      `The data folder ${dataDir} cannot be made or entered (${why}). Check who may write there, or set DATA_DIR to another folder.`,
    )
  }
}

function explainSystem(error: unknown, dataDir: string) {
  const text = error instanceof Error ? error.message : String(error)
  return explain(text, { db: join(dataDir, 'db'), log: join(dataDir, 'db.log') })
}
