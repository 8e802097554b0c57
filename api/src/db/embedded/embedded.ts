import { dirname, join } from 'node:path'
import { chooseAddress, releaseAddress, renewAddress, type Address } from './address.ts'
import { findPackage, majorOf, readyBinaries } from './binaries.ts'
import {
  hasCluster,
  makeCluster,
  role,
  runStatements,
  removeUnfinishedClusters,
  type Tools,
} from './cluster.ts'
import { openDataFolder } from './folder/data-folder.ts'
import { CannotStart, explainStartError, requireSpace } from './start-errors.ts'
import { endLeftoverServer } from './leftover.ts'
import { lockFolder } from './folder/lock.ts'
import { openLogFile } from './log-file.ts'
import { startPostgres } from './server.ts'
import { chooseClusterFolder, findDb } from './folder/cluster-folder.ts'
import { supervise } from './supervisor.ts'

type Embedded = { url: string; stop: () => Promise<void> }

export type EmbeddedOptions = {
  /** DATA_DIR. The cluster is in its subfolder db. */
  dataDir: string
  /** Reports steps that take a while. */
  say?: (line: string) => void
  /** Extra settings of the server, by name. */
  settings?: Record<string, string>
  /** Called when the server has ended and could not be restarted. */
  onLost?: (error: Error) => void
  /** How long restarts may fail before `onLost` is called. */
  giveUpAfterMs?: number
  /** How long the server may take to stop before it is killed. */
  stopTimeoutMs?: number
}

const megabytesToStart = 2
const megabytesForNew = 100

const productSettings = {
  shared_buffers: '64MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The log must not contain statements or "Key (email)=(…) already exists", because it outlives the data of members.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Starts the bundled PostgreSQL server. It ends with stop() or with this process, and is restarted at the same address
 * if it ends by itself.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const undos = new AsyncDisposableStack()
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= undos.disposeAsync())
  try {
    return { url: await start(options, undos), stop }
  } catch (error) {
    await stop()
    throw error instanceof CannotStart ? error : explainSystem(error, options.dataDir)
  }
}

async function start(options: EmbeddedOptions, undos: AsyncDisposableStack) {
  const { dataDir, say = () => {} } = options
  const from = await findPackage()
  const folder = await openDataFolder(dataDir)
  await requireSpace(folder, megabytesToStart)
  const lock = await lockFolder(folder)
  undos.defer(lock.release)
  const log = openLogFile(folder)
  undos.defer(log.close)

  const found = await findDb(folder)
  const strayPid = await endLeftoverServer(found, say)
  const clusterFolder = await chooseClusterFolder(folder, found, say)
  const bin = await readyBinaries(from, clusterFolder.account, dirname(clusterFolder.db))
  const tools = { ...clusterFolder, bin, log, strayPid }

  await removeUnfinishedClusters(clusterFolder.db)
  if (!(await hasCluster(clusterFolder.db, majorOf(from)))) {
    await requireSpace(dirname(clusterFolder.db), megabytesForNew)
    say('Setting up the database …')
    await makeCluster(tools)
  }

  const address = await chooseAddress(clusterFolder)
  undos.defer(() => releaseAddress(address))
  if (address.password) {
    await runStatements(tools, clusterFolder.db, [`ALTER ROLE ${role} PASSWORD '${address.password}'`])
  }
  const server = await superviseServer(options, { tools, address, major: majorOf(from) })
  undos.defer(server.stop)
  return address.url
}

type Prepared = { tools: Tools; address: Address; major: string }

function superviseServer(options: EmbeddedOptions, { tools, address, major }: Prepared) {
  const { say = () => {}, settings = {}, onLost = () => {} } = options
  const all = { ...productSettings, ...settings, ...address.settings }
  const isThere = () => hasCluster(tools.db, major)
  return supervise({
    async start(signal) {
      if (!(await isThere()))
        throw new CannotStart(
          `The database folder ${tools.db} is gone. Bring it back and start again, or start again to begin with an empty database.`,
        )
      const strayPid = await endLeftoverServer(tools.db, say)
      await renewAddress(address, tools.account)
      return startPostgres({ ...tools, strayPid }, { settings: all, say, signal })
    },
    canRetry: () => isThere().catch(() => false),
    onRestart: () =>
      say(`The embedded PostgreSQL ended by itself and is started again. Its log is ${tools.log.path}.`),
    onLost,
    giveUpAfterMs: options.giveUpAfterMs,
    stopTimeoutMs: options.stopTimeoutMs,
  })
}

function explainSystem(error: unknown, dataDir: string) {
  const text = error instanceof Error ? error.message : String(error)
  return explainStartError(text, { db: join(dataDir, 'db'), log: join(dataDir, 'db.log') })
}
