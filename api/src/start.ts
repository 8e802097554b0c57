import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildApp } from './app.ts'
import type { App } from './app.ts'
import { connectionErrorsOf } from './db/connection-errors.ts'
import { openDb, openPool } from './db/db.ts'
import { openDataFolder } from './db/embedded/folder/data-folder.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openProbe } from './db/probe.ts'
import type { Deps } from './deps.ts'
import { serveMetrics } from '#api/http/logs/metrics.ts'
import { formatForTerminal, openLog } from '#api/http/logs/log.ts'
import { outageLog } from '#api/http/logs/outage-log.ts'
import { allJobs } from './all-jobs.ts'
import { runJobs } from './jobs/runner.ts'
import { memoryBus } from './ports/bus/memory.ts'
import { systemClock } from './ports/clock/clock.ts'
import type { Clock } from './ports/clock/clock.ts'
import { memoryCounters } from './ports/counters/memory.ts'
import { diskFiles } from './ports/files/disk.ts'
import type { FileStore } from './ports/files/files.ts'
import { guardedWeb } from './ports/public-web/guarded-web.ts'
import type { Mailer } from './ports/mail/mail.ts'
import { outboxMailer } from './ports/mail/outbox.ts'
import { openOwnAddress } from './ports/own-address/own-address.ts'
import { openPayments } from './ports/payments/open-payments.ts'
import type { Push } from './ports/push/push.ts'
import { makePrivateKey, webPush } from './ports/push/web-push.ts'
import { knownSessions } from './ports/sessions/memory.ts'
import { demoLogins, demoPassword, seedDemo } from './seed/demo/demo.ts'
import { seedReference } from './seed/reference.ts'
import { seedSuperadmin } from './seed/superadmin.ts'
import { BadSetting, readSettings } from './settings.ts'
import type { Settings } from './settings.ts'

type Say = (line: string) => void
export type Product = {
  url: string
  stop: () => Promise<void>
  /** Resolves when the embedded database cannot be restarted. */
  lost: Promise<Error>
}

/** After this time running work is cut off. */
const stopWithin = 10_000
const answersWithin = 3000

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
    await migrate(databaseUrl, say)
    const deps = await openDeps(settings, databaseUrl, endings)
    await fill(deps, say)
    const app = await buildApp(deps)
    const runner = await runJobs(deps, allJobs)
    endings.push(() => runner.stop())
    if (settings.metricsPort !== undefined) endings.push(await openMetrics(deps, settings.metricsPort))
    endings.push(() => closeConnections(app.http))
    const url = await listen(app.http, settings)
    welcome(say, settings, url)
    return { url, stop, lost }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Running requests are answered. Then idle connections are closed, and after a while all others. */
async function closeConnections(http: App['http']): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const rest = setTimeout(() => http.server.closeAllConnections(), answersWithin)
  await http.close().finally(() => {
    clearInterval(idle)
    clearTimeout(rest)
  })
}

/** Runs all steps even if one fails, and then throws the first error. */
async function endAll(endings: (() => unknown)[]): Promise<void> {
  const late = setTimeout(() => process.exit(1), stopWithin)
  const complaints: unknown[] = []
  for (const end of endings.splice(0).toReversed()) {
    try {
      await end()
    } catch (error) {
      complaints.push(error)
    }
  }
  clearTimeout(late)
  if (complaints.length > 0) throw complaints[0]
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

async function openDeps(settings: Settings, databaseUrl: string, endings: (() => unknown)[]): Promise<Deps> {
  const toTerminal = (line: string) => process.stdout.write(formatForTerminal(line))
  const outage = outageLog(connectionErrorsOf(databaseUrl))
  const log = openLog(settings.logLevel, process.stdout.isTTY ? toTerminal : undefined, outage.hook)
  const clock = systemClock
  const pool = openPool(databaseUrl, (error) => log.warn({ err: error }, 'a database connection was lost'))
  pool.on('connect', () => outage.end(log))
  const db = openDb(pool)
  endings.push(() => db.destroy())
  const embeddedProbe = settings.isEmbedded ? openProbe(databaseUrl) : undefined
  endings.push(() => embeddedProbe?.close())
  const { counters, bus } = await openShared(settings, clock, log)
  endings.push(() => counters.close())
  endings.push(() => bus.close())
  const mailer = await openMailer(settings, clock)
  endings.push(() => mailer.close())
  const jwtSecret = settings.jwtSecret ?? (await ownSecret(settings.dataDir, 'jwt-secret', makeSecret))
  const ownAddress = openOwnAddress()
  return {
    settings,
    jwtSecret,
    pool,
    db,
    ...(embeddedProbe && { embeddedProbe }),
    clock,
    mailer,
    files: await openFiles(settings),
    counters,
    bus,
    ownAddress,
    payments: openPayments(settings, jwtSecret, ownAddress),
    publicWeb: guardedWeb(settings),
    push: await openPush(settings),
    sessions: knownSessions(bus),
    log,
  }
}

// The clients of Redis, SMTP and S3 are loaded only where they are used: together they take 10 MB.

async function openShared({ redisUrl }: Settings, clock: Clock, log: Deps['log']) {
  const spare = memoryCounters(clock)
  if (!redisUrl) return { counters: spare, bus: memoryBus() }
  const onError = (error: Error) => log.warn({ err: error }, 'redis is away')
  const { redisCounters } = await import('./ports/counters/redis.ts')
  const { redisBus } = await import('./ports/bus/redis.ts')
  return { counters: redisCounters(redisUrl, spare, onError), bus: redisBus(redisUrl, onError) }
}

async function openMailer({ smtpUrl, mailFrom, dataDir }: Settings, clock: Clock): Promise<Mailer> {
  if (!smtpUrl) return outboxMailer(join(dataDir, 'outbox'), clock)
  const { smtpMailer } = await import('./ports/mail/smtp.ts')
  return smtpMailer(smtpUrl, mailFrom)
}

async function openFiles({ s3, dataDir }: Settings): Promise<FileStore> {
  if (!s3) return diskFiles(join(dataDir, 'media'))
  const { s3Files } = await import('./ports/files/s3.ts')
  return s3Files(s3)
}

/** Each node would generate a key of its own, and browsers accept the messages of one key only. */
async function openPush({ push, mailFrom, redisUrl, dataDir }: Settings): Promise<Push | null> {
  if (!push.privateKey && redisUrl) return null
  const privateKey = push.privateKey ?? (await ownSecret(dataDir, 'vapid-private-key', makePrivateKey))
  return webPush({ ...push, privateKey, mailFrom })
}

const makeSecret = () => randomBytes(48).toString('base64url')

/** Generated once and stored in DATA_DIR. */
async function ownSecret(dataDir: string, name: string, make: () => string): Promise<string> {
  const path = join(dataDir, name)
  const saved = await readFile(path, 'utf8').catch(() => '')
  if (saved.length >= 32) return saved
  const secret = make()
  const file = await open(path, 'w', 0o600)
  await file.writeFile(secret)
  await file.sync()
  await file.close()
  return secret
}

async function fill(deps: Deps, say: Say): Promise<void> {
  await seedReference(deps.db, deps.clock.now())
  if (deps.settings.isDemo) await seedDemo(deps)
  const created = await seedSuperadmin(deps)
  // Printed at once, because the password cannot be shown again if a later step fails.
  if (created) say(`\n  Super admin, shown this once:  ${created.username}  ${created.password}`)
}

async function openMetrics(deps: Deps, port: number): Promise<() => void> {
  const { host } = deps.settings
  const metrics = await serveMetrics(deps, host, port).catch(namingPort('METRICS_PORT', port))
  return () => metrics.close()
}

async function listen(http: App['http'], { port, host }: Settings): Promise<string> {
  return http.listen({ port, host }).catch(namingPort('PORT', port))
}

function namingPort(setting: string, port: number) {
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

/** What a person needs to know once everything runs. */
function welcome(say: (line: string) => void, settings: Settings, url: string): void {
  const isLocal = settings.publicUrl.includes('//localhost')
  say('')
  say(`  Rootsquare is ready:  ${isLocal ? url.replace('127.0.0.1', 'localhost') : settings.publicUrl}`)
  if (settings.isDemo) {
    say('')
    say(`  Demo log-ins (password ${demoPassword}):`)
    for (const { username, what } of demoLogins) say(`    ${username.padEnd(18)} ${what}`)
  }
  if (!settings.smtpUrl) say(`\n  Mails are written to ${settings.dataDir}/outbox`)
  say('  Ctrl-C stops it.\n')
}
