import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { print } from '../support/product.mjs'
import { fillDisk, fillPrimary } from './disk.mjs'
import { shiftClock } from './fault-target.mjs'

const holdMs = Number(process.env.HOLD_SECONDS ?? 10) * 1000
const latencyMs = 2000
const hourMs = 3_600_000
const allNodes = ['node-1', 'node-2', 'node-3']
const failover = { withinSeconds: 30 }

/**
 * The faults by name, with what each does and how. `run` ends a fault that lasts. With `afterEnd` the product cannot recover
 * before that, so the seconds count from its end. `withinSeconds` is the goal, 10 by default.
 */
export const faults = {
  node: { what: 'kill -9 of a node', run: ({ cluster }) => cluster.kill('node-2') },
  worker: { what: 'kill -9 of a worker', run: ({ cluster }) => cluster.kill('worker-1') },
  workers: { what: 'kill -9 of both workers', run: killWorkers },
  redis: {
    what: 'kill -9 of the Redis master',
    run: async (target) => target.cluster.kill(await redisMaster(target)),
  },
  'redis-hangs': {
    what: 'the Redis master hangs, Sentinel promotes',
    run: async (target) => freezeFor(target, await redisMaster(target)),
  },
  sentinel: { what: 'kill -9 of a Sentinel', run: ({ cluster }) => cluster.kill('sentinel-1') },
  primary: {
    what: 'kill -9 of the primary, Patroni promotes',
    ...failover,
    run: async ({ cluster }) => cluster.kill(await cluster.primary()),
  },
  'primary-hangs': {
    what: 'the primary hangs, Patroni promotes',
    ...failover,
    run: async (target) => freezeFor(target, await target.cluster.primary(), 20_000),
  },
  replica: {
    what: 'kill -9 of the replica',
    run: async ({ cluster }) => cluster.kill(await replicaOf(cluster)),
  },
  pgbouncer: { what: 'kill -9 of PgBouncer', run: ({ cluster }) => cluster.kill('pgbouncer') },
  haproxy: { what: 'kill -9 of HAProxy', run: ({ cluster }) => cluster.kill('haproxy') },
  s3: { what: 'kill -9 of the S3 server', run: ({ cluster }) => cluster.kill('s3') },
  mail: { what: 'kill -9 of the mail server', run: ({ cluster }) => cluster.kill('mail') },
  'disk-of-node': {
    afterEnd: true,
    what: 'the disk for uploads of a node is full',
    run: (target) => fillDisk(target, 'node-1', holdMs),
  },
  'disk-of-primary': {
    what: 'the disk of the primary is full',
    afterEnd: true,
    run: (target) => fillPrimary(target, holdMs),
  },
  latency: {
    what: '2 s latency between all nodes and the database',
    afterEnd: true,
    run: (target) => disturb(target, { server: 'database' }, (proxy) => proxy.delay(latencyMs)),
  },
  'latency-redis': {
    what: '2 s latency between all nodes and Redis',
    run: (target) => disturb(target, { server: 'redis' }, (proxy) => proxy.delay(latencyMs)),
  },
  'half-open': {
    what: 'half-open connections from all nodes to the database',
    run: (target) => disturb(target, { server: 'database' }, (proxy) => proxy.stall()),
  },
  'half-open-redis': {
    what: 'half-open connections from all nodes to Redis',
    run: (target) => disturb(target, { server: 'redis' }, (proxy) => proxy.stall()),
  },
  partition: {
    what: 'a node cut off from the database',
    run: (target) =>
      disturb(target, { server: 'database', nodes: ['node-1'], milliseconds: 2 * holdMs }, (proxy) =>
        proxy.cut(),
      ),
  },
  'clock-ahead': {
    what: 'the clock of a node jumps an hour ahead',
    run: (target) => jumpClock(target, hourMs),
  },
  'clock-back': {
    what: 'the clock of a node jumps an hour back',
    run: (target) => jumpClock(target, -hourMs),
  },
  upgrade: { what: 'a rolling upgrade with a migration in the middle', run: upgradeNodes },
}

async function killWorkers({ cluster }) {
  await Promise.all(['worker-1', 'worker-2'].map((name) => cluster.kill(name)))
}

async function replicaOf(cluster) {
  const primary = await cluster.primary()
  return cluster.layout.postgres.find(({ name }) => name !== primary).name
}

async function freezeFor({ cluster }, name, milliseconds = holdMs) {
  cluster.freeze(name)
  try {
    await pause(milliseconds)
  } finally {
    cluster.thaw(name)
  }
}

async function disturb({ routes }, { server, nodes = allNodes, milliseconds = holdMs }, act) {
  const proxies = nodes.flatMap((name) => routes.get(name)[server])
  for (const proxy of proxies) act(proxy)
  await pause(milliseconds)
  for (const proxy of proxies) proxy.restore()
}

async function jumpClock(target, milliseconds) {
  shiftClock(target, 'node-1', milliseconds)
  await pause(holdMs)
  shiftClock(target, 'node-1', 0)
}

/** Returns the name of the Redis that the Sentinels call the master. */
async function redisMaster({ cluster }) {
  const { redis, sentinels } = cluster.layout
  for (const { port } of sentinels) {
    const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      const [, masterPort] = await client.call('sentinel', 'get-master-addr-by-name', 'rootsquare')
      return redis.find((server) => server.port === Number(masterPort)).name
    } catch {
      // The next version knows this migration as well.
    } finally {
      client.disconnect()
    }
  }
  throw new Error('No Sentinel answers.')
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A migration that only adds, as the first step of every change of the schema does. */
const migration = 'alter table posts add column upgraded_at timestamptz;\n'

/** Replaces the nodes one by one, workers last, by the next version, which has a migration that this one does not know. */
async function upgradeNodes({ cluster, folder }) {
  const main = nextVersion(folder)
  for (const { name } of [...cluster.layout.nodes, ...cluster.layout.workers]) {
    await cluster.restartWith(name, {}, [process.execPath, main])
    print(`    ${name} runs the next version`)
  }
}

function nextVersion(folder) {
  const copy = join(folder, 'next-version')
  mkdirSync(copy)
  for (const name of ['node_modules', 'contract', 'web', 'package.json'])
    symlinkSync(join(root, name), join(copy, name))
  cpSync(join(root, 'api'), join(copy, 'api'), { recursive: true })
  writeFileSync(join(copy, 'api/src/db/migrations/9999_upgraded_at.sql'), migration)
  return join(copy, 'api/src/main.ts')
}
