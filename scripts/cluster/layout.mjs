import { freePorts } from './ports.mjs'

const ENOUGH = 64

/** The name and ports of every process. */
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
