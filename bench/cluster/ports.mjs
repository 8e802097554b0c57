import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Is below the ports that Linux gives to outgoing connections (from 32768), so that none of those uses the port of a process
 * while it restarts.
 */
const FIRST = 20_000
const LAST = 32_000

/** Returns that many different ports on which no process listens at 127.0.0.1, consecutive if possible. */
export async function freePorts(count, from = FIRST + Math.floor(Math.random() * (LAST - FIRST - 500))) {
  const ports = []
  for (let port = from; ports.length < count; port += 1) {
    if (port > LAST) throw new Error(`There are no ${count} free ports between ${from} and ${LAST}.`)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

async function isFree(port) {
  await using server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  return await once(server, 'listening').then(
    () => true,
    () => false,
  )
}

const ENOUGH = 64

/** Returns the name and ports of every process. */
export async function planLayout({ nodes, workers }) {
  const ports = await freePorts(ENOUGH)
  const next = () => ports.shift()
  const numbered = (kind, count) =>
    Array.from({ length: count }, (_, index) => ({ name: `${kind}-${index + 1}`, port: next() }))
  return {
    haproxy: { web: next(), primary: next(), replica: next(), redis: next(), statistics: next() },
    pgbouncer: { port: next() },
    etcd: { port: next(), peer: next() },
    postgres: numbered('postgres', 2).map((member) => ({ ...member, rest: next() })),
    redis: numbered('redis', 2),
    sentinels: numbered('sentinel', 3),
    s3: { port: next() },
    mail: { port: next(), http: next() },
    nodes: numbered('node', nodes),
    workers: numbered('worker', workers),
  }
}
