import { setTimeout as pause } from 'node:timers/promises'
import { fillDisk, fillPrimary } from './disk.mjs'
import { redisMaster } from './redis-master.mjs'
import { shiftClock } from './stage.mjs'
import { upgradeNodes } from './upgrade.mjs'

const holdMs = Number(process.env.HOLD_SECONDS ?? 10) * 1000
const latencyMs = 2000
const hourMs = 3_600_000
const allNodes = ['node-1', 'node-2', 'node-3']
const failover = { withinSeconds: 30 }

/**
 * By name: what is done, and how. A fault that lasts is ended by its `run`; `afterEnd`: nobody can heal it before that,
 * so the seconds count from its end. `withinSeconds` is the goal, 10 unless it says otherwise.
 */
export const faults = {
  node: { what: 'kill -9 of a node', run: ({ cluster }) => cluster.kill('node-2') },
  worker: { what: 'kill -9 of a worker', run: ({ cluster }) => cluster.kill('worker-1') },
  workers: { what: 'kill -9 of both workers', run: killWorkers },
  redis: {
    what: 'kill -9 of the Redis master',
    run: async (stage) => stage.cluster.kill(await redisMaster(stage)),
  },
  'redis-hangs': {
    what: 'the Redis master hangs, Sentinel promotes',
    run: async (stage) => freezeFor(stage, await redisMaster(stage)),
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
    run: async (stage) => freezeFor(stage, await stage.cluster.primary(), 20_000),
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
    run: (stage) => fillDisk(stage, 'node-1', holdMs),
  },
  'disk-of-primary': {
    what: 'the disk of the primary is full',
    afterEnd: true,
    run: (stage) => fillPrimary(stage, holdMs),
  },
  latency: {
    what: '2 s latency between all nodes and the database',
    afterEnd: true,
    run: (stage) => disturb(stage, { server: 'database' }, (proxy) => proxy.delay(latencyMs)),
  },
  'latency-redis': {
    what: '2 s latency between all nodes and Redis',
    run: (stage) => disturb(stage, { server: 'redis' }, (proxy) => proxy.delay(latencyMs)),
  },
  'half-open': {
    what: 'half-open connections from all nodes to the database',
    run: (stage) => disturb(stage, { server: 'database' }, (proxy) => proxy.stall()),
  },
  'half-open-redis': {
    what: 'half-open connections from all nodes to Redis',
    run: (stage) => disturb(stage, { server: 'redis' }, (proxy) => proxy.stall()),
  },
  partition: {
    what: 'a node cut off from the database',
    run: (stage) =>
      disturb(stage, { server: 'database', nodes: ['node-1'], milliseconds: 2 * holdMs }, (proxy) =>
        proxy.cut(),
      ),
  },
  'clock-ahead': { what: 'the clock of a node jumps an hour ahead', run: (stage) => jump(stage, hourMs) },
  'clock-back': { what: 'the clock of a node jumps an hour back', run: (stage) => jump(stage, -hourMs) },
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

async function jump(stage, milliseconds) {
  shiftClock(stage, 'node-1', milliseconds)
  await pause(holdMs)
  shiftClock(stage, 'node-1', 0)
}
