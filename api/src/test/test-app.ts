import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { buildApp } from '#api/app.ts'
import { openDb, openPool } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { ConnectionLimits } from '#api/http/body/connections.ts'
import { openLog } from '#api/http/logs/log.ts'
import type { ReadSite } from '#api/http/page/site.ts'
import type { SheddingLimits } from '#api/http/serve/overload/load-shedding.ts'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { allJobs } from '#api/all-jobs.ts'
import { runDueJobs } from '#api/test/run-due-jobs.ts'
import type { Bus } from '#api/ports/bus/bus.ts'
import { memoryBus } from '#api/ports/bus/memory.ts'
import type { Clock } from '#api/ports/clock/clock.ts'
import { movableClock } from '#api/test/movable-clock.ts'
import { memoryCounters } from '#api/ports/counters/memory.ts'
import type { Counters } from '#api/ports/counters/counters.ts'
import { diskFiles } from '#api/ports/files/disk.ts'
import { s3Files } from '#api/ports/files/s3.ts'
import { guardedWeb } from '#api/ports/public-web/guarded-web.ts'
import type { PublicWeb } from '#api/ports/public-web/public-web.ts'
import type { Mailer } from '#api/ports/mail/mail.ts'
import { outboxMailer } from '#api/ports/mail/outbox.ts'
import { openOwnAddress } from '#api/ports/own-address/own-address.ts'
import { openPayments } from '#api/ports/payments/open-payments.ts'
import type { Payments } from '#api/ports/payments/payments.ts'
import { limitsFor, openPictures } from '#api/ports/pictures/picture-pool.ts'
import type { Pictures } from '#api/ports/pictures/pictures.ts'
import { webPush } from '#api/ports/push/web-push.ts'
import { knownSessions } from '#api/ports/sessions/memory.ts'
import type { Telemetry } from '#api/ports/telemetry/telemetry.ts'
import { readSettings, type Settings } from '#api/settings.ts'
import { cloneDatabase } from '#api/test/database.ts'
import { caller } from '#api/test/call.ts'
import { checkRowTypes } from '#api/test/row-types.ts'

export type TestAppOptions = {
  /** With the rate limits, caches, connections and number of calls at a time of the product. */
  asShipped?: boolean
  settings?: Record<string, string>
  /** Endpoints that only this test needs. */
  extraRoutes?: ((app: RouteContext) => void)[]
  connectionLimits?: ConnectionLimits
  counters?: Counters
  bus?: Bus
  replica?: Deps['replica']
  mailer?: Mailer
  payments?: Payments
  pictures?: Pictures
  /** With one, link cards are on. */
  publicWeb?: PublicWeb
  /** How long sessions are cached, in milliseconds. */
  remembersSessions?: number
  /** How long shared responses are used, in milliseconds. */
  sharedMilliseconds?: number
  telemetry?: Telemetry
  sheddingLimits?: Partial<SheddingLimits>
  /** What the owner decides about the site. */
  readSite?: ReadSite
  /** Another node on the same database. */
  sameDatabaseAs?: { url: string }
  /** The address of a pooler in front of that database. */
  poolerUrl?: string
  /** To the database. */
  connections?: number
  /** Receives each log line. */
  log?: (line: string) => void
}

const Sent = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  createdDate: z.string(),
})
type Sent = z.output<typeof Sent>

const rowTypes = checkRowTypes()

const secret = 'a secret only for tests, of some length'
/** One for all apps, which would take too long to start one each. It ends with this process. */
const sharedPictures = openPictures(limitsFor(4_000_000_000))
const vapidKey = 'cw9Vy8nWnhqQJ6YRM_B6iyYHv9Ym1lFyvSh1HUd0MNU'

/** Most tests change members and other rows in the database, which caches would hide, and call more often than people. */
function forTests(options: TestAppOptions) {
  return {
    remembersSessions: 0,
    sharedMilliseconds: 0,
    connections: 10,
    ...options,
    settings: { RATE_LIMIT_SCALE: '0', ...options.settings },
    // More at a time than the product runs on so few connections: tests of races send up to twenty calls at once.
    sheddingLimits: { maxRunning: 20, ...options.sheddingLimits },
  }
}

/** The real server on its own database and a free port, with a clock that tests can move. */
export async function testApp({ asShipped = false, ...given }: TestAppOptions = {}) {
  const options = asShipped ? given : forTests(given)
  const clone = options.sameDatabaseAs
    ? { url: options.sameDatabaseAs.url, drop: async () => {} }
    : await cloneDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'rs-app-'))
  const clock = movableClock()
  const deps = testDeps(options, { databaseUrl: clone.url, folder, clock })
  await registerJobs(deps)
  const app = await buildApp(deps, options)
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    deps,
    clock,
    folder,
    databaseUrl: clone.url,
    served: app.served,
    call: caller(url),
    runJobs: () => runDueJobs(deps, allJobs),
    mails: mailReader(join(folder, 'outbox')),
    async stop() {
      await app.http.close()
      await deps.db.destroy()
      if (deps.directPool !== deps.pool) await deps.directPool.end()
      await clone.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function openTestDb(pool: Deps['pool'], isPooler: boolean, { telemetry }: TestAppOptions) {
  return openDb(pool, { isPooler, onStatement: telemetry?.recordStatement }).withPlugin(rowTypes)
}

/** As the workers do when they start. Else the first calls to queue a job of some name would wait for each other. */
async function registerJobs({ pool }: Deps): Promise<void> {
  const names = allJobs.map(({ name }) => name)
  await pool.query(
    `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
    [names],
  )
}

type Environment = { databaseUrl: string; folder: string; clock: Clock }

function testDeps(options: TestAppOptions, { databaseUrl, folder, clock }: Environment): Deps {
  const { poolerUrl, connections } = options
  const pool = openPool(poolerUrl ?? databaseUrl, () => {}, connections, {
    isPooler: poolerUrl !== undefined,
  })
  const bus = options.bus ?? memoryBus()
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secret,
    DATA_DIR: folder,
    LINK_CARDS: options.publicWeb ? '1' : '0',
    PUBLIC_URL: 'http://localhost:3000',
    // API tests use a small page, because the web app may not be built.
    WEB_DIR: fileURLToPath(new URL('page', import.meta.url)),
    ...options.settings,
  })
  const ownAddress = openOwnAddress()
  return {
    settings,
    jwtSecret: secret,
    pool,
    directPool: poolerUrl === undefined ? pool : openPool(databaseUrl, () => {}, 6),
    db: openTestDb(pool, poolerUrl !== undefined, options),
    ...(options.replica && { replica: options.replica }),
    clock,
    mailer: options.mailer ?? outboxMailer(join(folder, 'outbox'), clock),
    files: settings.s3 ? s3Files(settings.s3) : diskFiles(join(settings.dataDir, 'media')),
    counters: options.counters ?? memoryCounters(clock),
    bus,
    ownAddress,
    payments: options.payments ?? openPayments(settings, secret, ownAddress),
    pictures: options.pictures ?? sharedPictures,
    publicWeb: options.publicWeb ?? guardedWeb(settings),
    push: testPush(settings),
    sessions: knownSessions(bus, options.remembersSessions),
    ...(options.telemetry && { telemetry: options.telemetry }),
    log: options.log ? openLog('info', options.log) : openLog('silent'),
  }
}

function testPush({ push, mailFrom }: Settings) {
  return webPush({ allowsLocal: false, ...push, privateKey: vapidKey, mailFrom })
}

/** All sent mails, oldest first. Files never change, so each is read once. */
function mailReader(outbox: string) {
  const known = new Map<string, Sent>()
  const read = async (name: string) => {
    const mail = known.get(name) ?? Sent.parse(JSON.parse(await readFile(join(outbox, name), 'utf8')))
    known.set(name, mail)
    return mail
  }
  return async () => {
    const names = await readdir(outbox).catch(() => [])
    return Promise.all(
      names
        .filter((name) => !name.startsWith('.'))
        .toSorted()
        .map(read),
    )
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>
