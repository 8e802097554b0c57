import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp, buildWorkerApp, type App } from './app.ts'
import { openDataFolder } from './db/embedded/folder/data-folder.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { isSameDatabase, migrate, setRoleTimeouts } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { collectMetrics, serveMetrics } from '#api/http/logs/metrics.ts'
import { allJobs } from './all-jobs.ts'
import { runJobs } from './jobs/runner.ts'
import { demoLogins, demoPassword, seedDemo } from './seed/demo/demo.ts'
import { findDemoLogin } from './seed/demo/demo-login.ts'
import { rejectDemoWorld } from './seed/demo/reject-demo-world.ts'
import { seedReference } from './seed/reference.ts'
import { seedSuperadmin } from './seed/superadmin.ts'
import { BadSetting, readSettings, type Settings } from './settings.ts'
import { openDeps } from './open-deps.ts'

type Say = (line: string) => void
type Product = {
  url: string
  stop: () => Promise<void>
  /** Resolves when the embedded database cannot be restarted. */
  lost: Promise<Error>
}

/** Running work is cut off after this time. */
const stopWithinMs = 10_000
const respondWithinMs = 3000

/** Starts settings, database, deps, features and server, and stops them in reverse order, also when a later step fails. */
export async function start(environment: Record<string, string | undefined>, say: Say): Promise<Product> {
  const settings = readSettings(environment)
  const endings: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= endAll(endings))
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>()
  try {
    await openDataFolder(resolve(settings.dataDir))
    const databaseUrl = settings.databaseUrl ?? (await openEmbedded(settings, { say, onLost }, endings))
    if (settings.databaseDirectUrl) await requireSame(databaseUrl, settings.databaseDirectUrl)
    await migrate(settings.databaseDirectUrl ?? databaseUrl, say)
    if (settings.databaseDirectUrl) await setRoleTimeouts(settings.databaseDirectUrl)
    const stopping = new AbortController()
    const deps = { ...(await openDeps(settings, databaseUrl, endings)), stopping: stopping.signal }
    await seed(deps, say)
    const app = await (settings.servesApi
      ? buildApp(deps, { demoLogin: await findDemoLogin(deps) })
      : buildWorkerApp(deps))
    if (settings.runsJobs) {
      const runner = await runJobs(deps, allJobs)
      endings.push(() => runner.stop())
    }
    if (deps.telemetry || settings.metricsPort !== undefined) collectMetrics(deps)
    if (settings.metricsPort !== undefined) endings.push(await openMetrics(deps, settings.metricsPort))
    endings.push(() => closeConnections(app.http))
    if (settings.servesApi) endings.push(() => drain(stopping, settings.drainSeconds))
    const url = await listen(app.http, settings)
    printWelcome(say, settings, url)
    return { url, stop, lost }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Waits until the load balancer has seen that this node is not ready and sends no more calls. */
async function drain(stopping: AbortController, seconds: number): Promise<void> {
  stopping.abort()
  await sleep(seconds * 1000)
}

/** Waits until running requests have their response, then closes idle connections, and after a while all others. */
async function closeConnections(http: App['http']): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const rest = setTimeout(() => http.server.closeAllConnections(), respondWithinMs)
  await http.close().finally(() => {
    clearInterval(idle)
    clearTimeout(rest)
  })
}

/** Runs all steps even if one fails, and then throws the first error. */
async function endAll(endings: (() => unknown)[]): Promise<void> {
  const late = setTimeout(() => process.exit(1), stopWithinMs)
  const errors: unknown[] = []
  for (const end of endings.splice(0).toReversed()) {
    try {
      await end()
    } catch (error) {
      errors.push(error)
    }
  }
  clearTimeout(late)
  if (errors.length > 0) throw errors[0]
}

async function requireSame(databaseUrl: string, directUrl: string): Promise<void> {
  if (await isSameDatabase(databaseUrl, directUrl)) return
  throw new BadSetting(
    'DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Both must be the same.',
  )
}

type EmbeddedCallbacks = { say: Say; onLost: (error: Error) => void }

async function openEmbedded(
  settings: Settings,
  callbacks: EmbeddedCallbacks,
  endings: (() => unknown)[],
): Promise<string> {
  const embedded = await startEmbedded({ dataDir: resolve(settings.dataDir), ...callbacks })
  endings.push(() => embedded.stop())
  return embedded.url
}

async function seed(deps: Deps, say: Say): Promise<void> {
  if (!deps.settings.isLocal) await rejectDemoWorld(deps)
  await seedReference(deps.db, deps.clock.now())
  if (deps.settings.isDemo) await seedDemo(deps)
  const created = await seedSuperadmin(deps)
  // The password is printed at once, because it cannot be shown again if a later step fails.
  if (created) say(`\n  Super admin, shown this once:  ${created.username}  ${created.password}`)
}

async function openMetrics(deps: Deps, port: number): Promise<() => void> {
  const { host } = deps.settings
  const metrics = await serveMetrics(deps, host, port).catch(explainPortError('METRICS_PORT', port))
  return () => metrics.close()
}

/** The kernel drops connections above this number, and their clients try again only after seconds. Node's default is 511. */
const maxPendingConnections = 4096

async function listen(http: App['http'], { port, host }: Settings): Promise<string> {
  return http.listen({ port, host, backlog: maxPendingConnections }).catch(explainPortError('PORT', port))
}

function explainPortError(setting: string, port: number) {
  return (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new BadSetting('HOST is no address of this machine.')
    }
    if (code === 'EACCES') throw new BadSetting(`${setting} ${port} may not be opened by this user.`)
    if (code !== 'EADDRINUSE') throw error
    throw new BadSetting(
      `${setting} ${port} is in use. Stop what runs there, or set ${setting} to another number.`,
    )
  }
}

/** Prints what a person needs to know once everything runs. */
function printWelcome(say: (line: string) => void, settings: Settings, url: string): void {
  const { hasPublicUrl, publicUrl } = settings
  say('')
  say(`  Rootsquare is ready:  ${hasPublicUrl ? publicUrl : url.replace('127.0.0.1', 'localhost')}`)
  if (settings.isDemo) {
    say('')
    say(`  Demo log-ins (password ${demoPassword}):`)
    for (const { username, what } of demoLogins) say(`    ${username.padEnd(18)} ${what}`)
  }
  if (!settings.smtpUrl) say(`\n  Mails are written to ${settings.dataDir}/outbox`)
  say('  Ctrl-C stops it.\n')
}
