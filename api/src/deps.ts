import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from './db/db.ts'
import type { Probe } from './db/probe.ts'
import type { Replica } from './db/replica/replica.ts'
import type { Bus } from './ports/bus/bus.ts'
import type { Clock } from './ports/clock/clock.ts'
import type { Counters } from './ports/counters/counters.ts'
import type { FileStore } from './ports/files/files.ts'
import type { PublicWeb } from './ports/public-web/public-web.ts'
import type { Mailer } from './ports/mail/mail.ts'
import type { KnownSessions } from './ports/sessions/sessions.ts'
import type { OwnAddress } from './ports/own-address/own-address.ts'
import type { Payments } from './ports/payments/payments.ts'
import type { Push } from './ports/push/push.ts'
import type { RecentWrites } from './ports/recent-writes/recent-writes.ts'
import type { Telemetry } from './ports/telemetry/telemetry.ts'
import type { Settings } from './settings.ts'

/** Everything that features use outside their own tables. Created once, in start.ts. */
export type Deps = {
  settings: Settings
  jwtSecret: string
  pool: pg.Pool
  /** Connections to the database itself, for LISTEN and session locks: `pool` unless that leads to a pooler. */
  directPool: pg.Pool
  db: Db
  /** For reads that may lag, with the members who must not read there yet. Undefined without DATABASE_REPLICA_URL. */
  replica?: Replica & { recentWrites: RecentWrites }
  /** Whether the embedded database is up. Undefined with DATABASE_URL, because that server is operated separately. */
  embeddedProbe?: Probe
  /** Aborted once this process is being stopped. */
  stopping?: AbortSignal
  clock: Clock
  mailer: Mailer
  files: FileStore
  counters: Counters
  bus: Bus
  ownAddress: OwnAddress
  payments: Payments
  publicWeb: PublicWeb
  /** Null where several nodes run without a common VAPID_PRIVATE_KEY. */
  push: Push | null
  sessions: KnownSessions
  /** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  telemetry?: Telemetry
  /** In requests and jobs it adds their ids to each line. */
  log: FastifyBaseLogger
}
