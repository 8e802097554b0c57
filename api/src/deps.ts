import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from './db/db.ts'
import type { Probe } from './db/probe.ts'
import type { Replica } from './db/replica/replica.ts'
import type { Bus } from './ports/bus/bus.ts'
import type { Clock } from './ports/clock/clock.ts'
import type { Counters } from './ports/counters/counters.ts'
import type { FileStore } from './ports/files/files.ts'
import type { Pictures } from './ports/pictures/pictures.ts'
import type { PublicWeb } from './ports/public-web/public-web.ts'
import type { Mailer } from './ports/mail/mail.ts'
import type { KnownSessions } from './ports/sessions/sessions.ts'
import type { OwnAddress } from './ports/own-address/own-address.ts'
import type { Payments } from './ports/payments/payments.ts'
import type { Push } from './ports/push/push.ts'
import type { RecentWrites } from './ports/recent-writes/recent-writes.ts'
import type { Telemetry } from './ports/telemetry/telemetry.ts'
import type { Settings } from './settings.ts'

/** Everything that features use apart from their own tables. It is created once, in start.ts. */
export type Deps = {
  settings: Settings
  jwtSecret: string
  pool: pg.Pool
  /** Connects to the database itself, for LISTEN and session locks. It differs from `pool` only when that leads to a pooler. */
  directPool: pg.Pool
  db: Db
  /** Serves reads that may lag. It knows the members who must not read there yet. Undefined without DATABASE_REPLICA_URL. */
  replica?: Replica & { recentWrites: RecentWrites }
  /** Reports whether the embedded database is up. Undefined with DATABASE_URL, because that server is operated separately. */
  embeddedProbe?: Probe
  /** Is aborted once this process is being stopped. */
  stopping?: AbortSignal
  clock: Clock
  mailer: Mailer
  files: FileStore
  counters: Counters
  bus: Bus
  ownAddress: OwnAddress
  payments: Payments
  pictures: Pictures
  publicWeb: PublicWeb
  /** Is null when several nodes run without a common VAPID_PRIVATE_KEY. */
  push: Push | null
  sessions: KnownSessions
  /** Is undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  telemetry?: Telemetry
  /** Adds the ids of the current request or job to each line. */
  log: FastifyBaseLogger
}
