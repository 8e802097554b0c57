import { createECDH, randomBytes } from 'node:crypto'
import pg from 'pg'
import {
  databaseStatements,
  databaseUrlAt,
  etcdProgram,
  pgbouncerProgram,
  postgresProgram,
} from './database-programs.mjs'
import { openFolder } from './folder.mjs'
import { nodeProgram } from './node-programs.mjs'
import { haproxyProgram, mailProgram, redisPrograms, s3Program } from './other-programs.mjs'
import { planLayout } from './ports.mjs'
import { findPrograms, missingMessage } from './programs.mjs'
import { openSupervisor } from './supervisor.mjs'
import { acceptsConnections, isResponding, waitUntil } from './wait.mjs'

/**
 * Starts everything on loopback and resolves when the web port responds. `settings` override the cluster's own for every node
 * and worker. `signal` aborts a start. With `databaseMegabytes` each database has a disk of that size in memory, which can be
 * filled. A failed start stops all processes, and leaves the folder with its logs.
 */
export async function startCluster(options = {}) {
  const { say = () => {}, folder: wanted, nodes = 3, workers = 2, isKept = false, signal } = options
  const programs = findPrograms()
  if (programs.missing.length > 0) throw new Error(missingMessage(programs.missing))
  const folder = openFolder(wanted)
  const layout = await planLayout({ nodes, workers })
  const secrets = makeSecrets()
  const supervisor = openSupervisor({ logFolder: folder.logs, signal })
  const { hasDemo = true, settings = {}, databaseMegabytes } = options
  const urls = urlsOf(layout, secrets)
  const parts = { folder, programs, layout, secrets, urls, supervisor }
  const context = { ...parts, hasDemo, settings, databaseMegabytes, say, signal }
  try {
    await startServers(context)
    await startNodes(context)
  } catch (error) {
    await stopAll(context, isKept || !signal?.aborted)
    throw error
  }
  return {
    ...urls,
    folder: folder.path,
    logs: folder.logs,
    layout,
    superadminPassword: secrets.superadmin,
    processes: supervisor.processes,
    kill: supervisor.kill,
    freeze: supervisor.freeze,
    thaw: supervisor.thaw,
    restartWith: supervisor.restartWith,
    primary: () => primaryOf(layout),
    stop: () => stopAll(context, isKept),
  }
}

async function startServers(context) {
  const { say, supervisor, layout } = context
  say('Starting etcd, Redis with Sentinel, HAProxy, the S3 server and the mail catcher …')
  const independent = [etcdProgram, haproxyProgram, s3Program, mailProgram].map((make) => make(context))
  await Promise.all([...independent, ...redisPrograms(context)].map(supervisor.start))
  say('Starting PostgreSQL under Patroni …')
  const [first, ...others] = layout.postgres
  await supervisor.start(postgresProgram(context, first))
  await createDatabase(context)
  say('Starting its replica …')
  await Promise.all(others.map((member) => supervisor.start(postgresProgram(context, member))))
  say('Starting PgBouncer …')
  await supervisor.start(pgbouncerProgram(context))
}

async function createDatabase({ layout, secrets, signal }) {
  const address = `127.0.0.1:${layout.haproxy.primary}`
  const url = `postgresql://postgres:${secrets.superuser}@${address}/postgres`
  await waitUntil(() => runStatements(url, ['select 1']).catch(() => false), { what: address, signal })
  await runStatements(url, databaseStatements(secrets))
}

async function runStatements(connectionString, statements) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    return true
  } finally {
    await client.end()
  }
}

/** Starts the first node alone, which migrates and fills the database, and then the others together. */
async function startNodes({ say, supervisor, layout, urls, signal, ...rest }) {
  const context = { supervisor, layout, urls, ...rest }
  const [first, ...others] = layout.nodes
  say(`Starting ${first.name}, which prepares the database …`)
  await supervisor.start(nodeProgram(context, first, 'web'))
  say('Starting the other nodes and the workers …')
  await Promise.all([
    ...others.map((node) => supervisor.start(nodeProgram(context, node, 'web'))),
    ...layout.workers.map((worker) => supervisor.start(nodeProgram(context, worker, 'worker'))),
  ])
  await waitUntil(() => isResponding(`${urls.url}/api/health`), { what: 'The web port', signal })
  await waitUntil(() => acceptsConnections(layout.haproxy.redis), { what: 'The Redis port', signal })
}

/** Stops callers before the servers that they call, and the replica before the primary, so that nothing is promoted. */
async function stopAll({ supervisor, layout, folder, say }, isKept) {
  const leader = await primaryOf(layout)
  const names = [...supervisor.processes.keys()]
  const isNode = (name) => /^(node|worker)-/.test(name)
  const isReplica = (name) => name.startsWith('postgres-') && name !== leader
  const steps = [
    isNode,
    (name) => ['pgbouncer', 'haproxy'].includes(name),
    isReplica,
    (name) => name === leader,
    (name) => name.startsWith('sentinel-'),
    () => true,
  ]
  const stopped = new Set()
  for (const isNow of steps) {
    const turn = names.filter((name) => isNow(name) && !stopped.has(name))
    await Promise.all(turn.map(supervisor.stop))
    for (const name of turn) stopped.add(name)
  }
  if (isKept) return
  say(`Removing ${folder.path} …`)
  folder.remove()
}

/** Returns the name of the current primary according to Patroni, or undefined while there is none. */
async function primaryOf({ postgres }) {
  const answersOf = await Promise.all(
    postgres.map(({ rest }) => isResponding(`http://127.0.0.1:${rest}/primary`)),
  )
  return postgres[answersOf.indexOf(true)]?.name
}

function urlsOf({ haproxy, pgbouncer, s3, mail }, secrets) {
  const at = (port) => `http://127.0.0.1:${port}`
  return {
    url: at(haproxy.web),
    databaseUrl: databaseUrlAt(pgbouncer.port, secrets),
    directUrl: databaseUrlAt(haproxy.primary, secrets),
    replicaUrl: databaseUrlAt(haproxy.replica, secrets),
    redisUrl: `redis://127.0.0.1:${haproxy.redis}`,
    s3Url: at(s3.port),
    mailUrl: at(mail.http),
    statisticsUrl: at(haproxy.statistics),
  }
}

function makeSecrets() {
  const secret = () => randomBytes(24).toString('hex')
  const pushKey = createECDH('prime256v1')
  pushKey.generateKeys()
  return {
    superuser: secret(),
    replication: secret(),
    product: secret(),
    jwt: secret(),
    // A key that begins with zeros is shorter, but the setting needs all 32 bytes.
    vapid: Buffer.concat([Buffer.alloc(32), pushKey.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
    superadmin: `Aa1#${secret()}`,
  }
}
