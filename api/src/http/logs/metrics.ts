import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram } from 'prom-client'
import type { Deps } from '#api/deps.ts'
import { registry } from '#api/ports/metrics/metrics.ts'

const requests = new Histogram({
  name: 'rootsquare_http_request_seconds',
  help: 'Time from request to answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})

const shedCalls = new Counter({
  name: 'rootsquare_http_shed_total',
  help: 'Calls rejected because this node had too much to do.',
  labelNames: ['class'],
  registers: [registry],
})

export function countShed(callClass: string): void {
  shedCalls.inc({ class: callClass })
}

export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }
    requests.observe(labels, reply.elapsedTime / 1000)
    next()
  })
}

/** Adds the metrics that are read only when they are requested: process, connections and jobs. */
export function collectMetrics({ pool, replica }: Pick<Deps, 'pool' | 'replica'>): void {
  collectDefaultMetrics({ register: registry })
  const connections = new Gauge({
    name: 'rootsquare_database_connections',
    help: 'Connections to the database by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const jobs = new Gauge({
    name: 'rootsquare_jobs',
    help: 'Jobs in the database, the same on every node: due and not begun, or failed for the last time.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      // Without the database there is no job metric, but all others are still reported.
      jobs.reset()
      const counted = await countJobs(pool).catch(() => undefined)
      if (counted) for (const state of jobStates) jobs.set({ state }, counted[state])
    },
  })
  if (replica) measureReplica(replica)
}

const jobStates = ['waiting', 'failed'] as const

async function countJobs(pool: Deps['pool']) {
  const { rows } = await pool.query<Record<(typeof jobStates)[number], number>>(
    `select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,
       count(*) filter (where attempts >= max_attempts) as failed
     from graphile_worker.jobs`,
  )
  return rows[0]
}

/** Serves Prometheus metrics on a separate port, which the proxy in front does not expose. */
export async function serveMetrics({ log }: Pick<Deps, 'log'>, host: string, port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    registry.metrics().then(
      (metrics) => response.writeHead(200, { 'content-type': registry.contentType }).end(metrics),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}

function measureReplica(replica: NonNullable<Deps['replica']>): void {
  const lagText = 'How far the replica is behind the primary; infinite while nobody knows.'
  measure('rootsquare_replica_lag_seconds', lagText, () => replica.lagMs() / 1000)
  const usedText = '1 while reads that may lag go to the replica, 0 while it is left out.'
  measure('rootsquare_replica_used', usedText, () => (replica.db() ? 1 : 0))
}

function measure(name: string, help: string, read: () => number): void {
  const collect = (): void => gauge.set(read())
  const gauge = new Gauge({ name, help, registers: [registry], collect })
}
