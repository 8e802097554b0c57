import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionErrorsOf } from './db/connection-errors.ts'
import { openDb, openPool } from './db/db.ts'
import { openProbe } from './db/probe.ts'
import { openReplica } from './db/replica/replica.ts'
import type { Deps } from './deps.ts'
import { formatForTerminal, openLog } from '#api/http/logs/log.ts'
import { outageLog } from '#api/http/logs/outage-log.ts'
import { memoryBus } from './ports/bus/memory.ts'
import { systemClock, type Clock } from './ports/clock/clock.ts'
import { memoryCounters } from './ports/counters/memory.ts'
import { diskFiles } from './ports/files/disk.ts'
import type { FileStore } from './ports/files/files.ts'
import { guardedWeb } from './ports/public-web/guarded-web.ts'
import type { Mailer } from './ports/mail/mail.ts'
import { outboxMailer } from './ports/mail/outbox.ts'
import { openOwnAddress } from './ports/own-address/own-address.ts'
import { openPayments } from './ports/payments/open-payments.ts'
import { openPictures } from './ports/pictures/picture-pool.ts'
import type { Push } from './ports/push/push.ts'
import { makePrivateKey, webPush } from './ports/push/web-push.ts'
import { memoryRecentWrites } from './ports/recent-writes/memory.ts'
import type { RecentWrites } from './ports/recent-writes/recent-writes.ts'
import { knownSessions } from './ports/sessions/memory.ts'
import type { Telemetry } from './ports/telemetry/telemetry.ts'
import { tracedPort } from './ports/telemetry/traced-port.ts'
import type { Settings } from './settings.ts'

/** Opens all ports as the settings say. Each port adds the function that closes it to `endings`. */
export async function openDeps(
  settings: Settings,
  databaseUrl: string,
  endings: (() => unknown)[],
): Promise<Deps> {
  const clock = systemClock
  const { log, telemetry, ...database } = await openDatabase(settings, databaseUrl, endings)
  const embeddedProbe = settings.isEmbedded ? openProbe(databaseUrl) : undefined
  endings.push(() => embeddedProbe?.close())
  const { counters, bus } = await openShared(settings, clock, log)
  endings.push(() => counters.close())
  endings.push(() => bus.close())
  const replica = await openReplicaReads(settings, databaseUrl, log, telemetry)
  endings.push(() => replica?.close())
  const mailer = await openMailer(settings, clock)
  endings.push(() => mailer.close())
  const jwtSecret = settings.jwtSecret ?? (await ownSecret(settings.dataDir, 'jwt-secret', makeSecret))
  const ownAddress = openOwnAddress()
  return traceCalls({
    settings,
    jwtSecret,
    ...database,
    ...(replica && { replica }),
    ...(embeddedProbe && { embeddedProbe }),
    clock,
    mailer,
    files: await openFiles(settings),
    counters,
    bus,
    ownAddress,
    payments: openPayments(settings, jwtSecret, ownAddress),
    pictures: openPictureProcesses(endings),
    publicWeb: guardedWeb(settings),
    push: await openPush(settings),
    sessions: knownSessions(bus),
    ...(telemetry && { telemetry }),
    log,
  })
}

/** Opens the database with the log, which reports when it is down, and the telemetry, which records statements. */
async function openDatabase(settings: Settings, databaseUrl: string, endings: (() => unknown)[]) {
  const toTerminal = (line: string) => process.stdout.write(formatForTerminal(line))
  const outage = outageLog(connectionErrorsOf(databaseUrl, settings.databaseDirectUrl ?? databaseUrl))
  const log = openLog(settings.logLevel, process.stdout.isTTY ? toTerminal : undefined, outage.hook)
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const pools = openPools(settings, databaseUrl, onLost)
  for (const pool of new Set(Object.values(pools))) {
    pool.on('connect', () => outage.end(log))
    endings.push(() => pool.end())
  }
  const telemetry = await loadTelemetry(settings, log)
  endings.push(() => telemetry?.stop())
  const isPooler = settings.databaseDirectUrl !== undefined
  const db = openDb(pools.pool, { isPooler, onStatement: telemetry?.recordStatement })
  return { log, telemetry, db, ...pools }
}

/** Enough for LISTEN, the lock of the workers, and the four jobs that run at a time. */
const directConnections = 6

function openPools({ databaseDirectUrl }: Settings, databaseUrl: string, onLost: (error: Error) => void) {
  const isPooler = databaseDirectUrl !== undefined
  const pool = openPool(databaseUrl, onLost, 20, { isPooler })
  return { pool, directPool: isPooler ? openPool(databaseDirectUrl, onLost, directConnections) : pool }
}

/** Adds a span to each call that leaves the process. */
function traceCalls(deps: Deps): Deps {
  const { telemetry, settings, mailer, files, payments, push, counters } = deps
  if (!telemetry) return deps
  return {
    ...deps,
    mailer: tracedPort(telemetry, 'mail', mailer, ['send']),
    files: tracedPort(telemetry, 'files', files, ['put', 'take', 'remove']),
    payments: tracedPort(telemetry, 'payments', payments, [...paymentCalls]),
    push: push && tracedPort(telemetry, 'push', push, ['send']),
    ...(settings.redisUrl && { counters: tracedPort(telemetry, 'redis', counters, ['add', 'subtract']) }),
  }
}

const paymentCalls = [
  'initialize',
  'verify',
  'refund',
  'refundsOf',
  'banks',
  'resolveAccount',
  'createRecipient',
  'transfer',
  'verifyTransfer',
] as const

// The clients of Redis, SMTP, S3 and OpenTelemetry are loaded only where they are used: together they take 20 MB.

async function loadTelemetry({ telemetry }: Settings, log: Deps['log']): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined
  const { openTelemetry } = await import('./ports/telemetry/open-telemetry.ts')
  return openTelemetry(telemetry, log)
}

async function openShared({ redisUrl }: Settings, clock: Clock, log: Deps['log']) {
  const spare = memoryCounters(clock)
  if (!redisUrl) return { counters: spare, bus: memoryBus() }
  const onError = (error: Error) => log.warn({ err: error }, 'redis is away')
  const { redisCounters } = await import('./ports/counters/redis.ts')
  const { redisBus } = await import('./ports/bus/redis.ts')
  return { counters: redisCounters(redisUrl, spare, onError), bus: redisBus(redisUrl, onError) }
}

async function openReplicaReads(
  { replicaUrl, redisUrl, databaseDirectUrl }: Settings,
  databaseUrl: string,
  log: Deps['log'],
  telemetry: Telemetry | undefined,
): Promise<Deps['replica']> {
  if (!replicaUrl) return undefined
  const recentWrites = await openRecentWrites(redisUrl, log)
  const replica = openReplica({
    url: replicaUrl,
    primaryUrl: databaseDirectUrl ?? databaseUrl,
    say: (line) => log.warn(line),
    onStatement: telemetry?.recordStatement,
  })
  const close = async () => void (await Promise.all([replica.close(), recentWrites.close()]))
  return { ...replica, recentWrites, close }
}

async function openRecentWrites(redisUrl: string | undefined, log: Deps['log']): Promise<RecentWrites> {
  if (!redisUrl) return memoryRecentWrites()
  const { redisRecentWrites } = await import('./ports/recent-writes/redis.ts')
  return redisRecentWrites(redisUrl, (error) => log.warn({ err: error }, 'redis is away'))
}

async function openMailer({ smtpUrl, mailFrom, dataDir }: Settings, clock: Clock): Promise<Mailer> {
  if (!smtpUrl) return outboxMailer(join(dataDir, 'outbox'), clock)
  const { smtpMailer } = await import('./ports/mail/smtp.ts')
  return smtpMailer(smtpUrl, mailFrom)
}

function openPictureProcesses(endings: (() => unknown)[]): Deps['pictures'] {
  const pictures = openPictures()
  endings.push(() => pictures.close())
  return pictures
}

async function openFiles({ s3, dataDir }: Settings): Promise<FileStore> {
  if (!s3) return diskFiles(join(dataDir, 'media'))
  const { s3Files } = await import('./ports/files/s3.ts')
  return s3Files(s3)
}

/**
 * Opens push messages, or returns null: without a common key each node would generate its own, and browsers accept only one.
 */
async function openPush({ push, mailFrom, redisUrl, dataDir }: Settings): Promise<Push | null> {
  if (!push || (!push.privateKey && redisUrl)) return null
  const privateKey = push.privateKey ?? (await ownSecret(dataDir, 'vapid-private-key', makePrivateKey))
  return webPush({ ...push, privateKey, mailFrom })
}

const makeSecret = () => randomBytes(48).toString('base64url')

/** Returns a secret that is generated once and stored in DATA_DIR. */
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
