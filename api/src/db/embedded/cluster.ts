import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { environment, succeeds } from './run-as.ts'
import { CannotStart, explainStartError, ignoreMissing, ownServer } from './start-errors.ts'
import type { LogFile } from './log-file.ts'
import type { ClusterFolder } from './folder/cluster-folder.ts'

/** Tools to run a cluster. `strayPid` is the pid in postmaster.pid if it does not belong to a server. */
export type Tools = ClusterFolder & { bin: string; log: LogFile; strayPid: number | undefined }

export const role = 'rootsquare'
export const database = 'rootsquare'

// Trust applies to the socket only, and only the owner can enter its folder.
const hbaRules = `local all all trust
host all all 127.0.0.1/32 scram-sha-256
`

const firstStatements = [`CREATE ROLE ${role} LOGIN CREATEDB`, `CREATE DATABASE ${database} OWNER ${role}`]

// The collation is always C. The character type must be UTF-8, or trigrams of ọ, ẹ and ṣ are lost.
const ctypeLocales = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Returns true if the folder contains a cluster, and false if one can be created there. */
export async function hasCluster(db: string, major: string): Promise<boolean> {
  const found = await readFile(join(db, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (found === undefined) return rejectOtherFiles(db)
  if (found.trim() === major) return true
  throw new CannotStart(
    `The database in ${db} was made by PostgreSQL ${found.trim()}, and this Rootsquare brings PostgreSQL ${major}. Start the release that made it, export the data and load it here, or ${ownServer}.`,
  )
}

/** Creates the cluster under another name and renames it, so that an interrupted start leaves nothing or a complete one. */
export async function makeCluster(tools: Tools): Promise<void> {
  const unfinished = await mkdtemp(`${tools.db}.new-`)
  try {
    await chown(unfinished, tools.account.owner.uid, tools.account.owner.gid)
    await initialise(tools, unfinished)
    await writeFile(join(unfinished, 'pg_hba.conf'), hbaRules)
    await runStatements(tools, unfinished, firstStatements)
    await runTool(tools, ['initdb', '--sync-only', '-D', unfinished])
    await rename(unfinished, tools.db)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

export async function removeUnfinishedClusters(db: string): Promise<void> {
  const home = dirname(db)
  for (const entry of await readdir(home)) {
    if (!entry.startsWith(`${basename(db)}.new-`)) continue
    // An initdb whose parent was killed may still write there, and then a later start removes the folder.
    await rm(join(home, entry), { recursive: true, force: true }).catch(() => {})
  }
}

/** Runs statements as the superuser, without a server. Nobody can log in as that user; the product uses an ordinary role. */
export async function runStatements(tools: Tools, db: string, statements: string[]): Promise<void> {
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic', 'log_checkpoints=off']
  const command = [
    'postgres',
    '--single',
    '-D',
    db,
    ...settings.flatMap((setting) => ['-c', setting]),
    'postgres',
  ]
  await runTool(tools, command, statements.map((statement) => `${statement};\n`).join(''))
}

async function initialise(tools: Tools, unfinished: string) {
  const from = tools.log.size()
  for (const locale of ctypeLocales) {
    if (await tryTool(tools, initdbCommand(unfinished, locale))) return
    if (!tools.log.since(from).includes('invalid locale name')) break
  }
  throw explainStartError(tools.log.since(from), { db: tools.db, log: tools.log.path })
}

function initdbCommand(folder: string, locale: string) {
  const collation = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${locale}`,
  ]
  const account = ['--username=postgres', '--auth=reject', '--encoding=UTF8']
  return ['initdb', '--no-sync', '--no-instructions', ...account, ...collation, '-D', folder]
}

async function runTool(tools: Tools, command: string[], input = '') {
  const from = tools.log.size()
  if (await tryTool(tools, command, input)) return
  throw explainStartError(tools.log.since(from), { db: tools.db, log: tools.log.path })
}

function tryTool({ account, bin, log, strayPid }: Tools, [name = '', ...args]: string[], input = '') {
  const options = { stdio: ['pipe' as const, log.fd, log.fd], env: environment(strayPid) }
  return succeeds(account, [join(bin, name), ...args], options, input)
}

async function rejectOtherFiles(db: string) {
  const entries = (await readdir(db).catch(ignoreMissing)) ?? []
  if (entries.length === 0) return false
  throw new CannotStart(
    `The folder ${db} is not empty, yet holds no PostgreSQL database. Move what is in it away, or set DATA_DIR to another folder.`,
  )
}
