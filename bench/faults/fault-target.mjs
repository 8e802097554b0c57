import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDb } from '../../api/src/db/db.ts'
import { startFakePaystack } from '../../api/src/test/fakes/paystack.ts'
import { startCluster } from '../cluster/cluster.mjs'
import './few-members.mjs'
import { firstVisitor, mixDataSteps } from '../mixed/mix-data.mjs'
import { loadInBulk, print, tokenMaker } from '../support/product.mjs'
import { databaseDisks } from './disk.mjs'
import { openProxy } from './proxy.mjs'

const number = (name, otherwise) => Number(process.env[name] ?? otherwise)
const sizes = { posts: number('POSTS', 5000), items: number('ITEMS', 2000) }
const callers = 300
const buyerCount = 4
const orderedItems = 10
const stock = 100_000
const clockModule = new URL('shifted-clock.mjs', import.meta.url).href

/** Starts the cluster with members, a proxy for each server of the nodes that can be disturbed, and the card provider. */
export async function openFaultTarget({ signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'rs-faults-'))
  const endings = new AsyncDisposableStack()
  endings.defer(() => rmSync(folder, { recursive: true, force: true }))
  try {
    const provider = await startFakePaystack()
    endings.defer(() => provider.stop())
    const disks = databaseDisks()
    const jwtSecret = randomBytes(32).toString('hex')
    const settings = { JWT_SECRET: jwtSecret, RATE_LIMIT_SCALE: '0', PAYMENTS: 'paystack' }
    const cluster = await startCluster({
      say: print,
      hasDemo: false,
      signal,
      isKept: process.env.KEEP === '1',
      ...disks,
      settings: { ...settings, ...provider.settings },
    })
    endings.defer(() => cluster.stop())
    const pool = new pg.Pool({ connectionString: cluster.directUrl, max: 4, connectionTimeoutMillis: 3000 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    endings.defer(() => pool.end())
    const hasDatabaseDisks = 'databaseMegabytes' in disks
    const target = { cluster, provider, pool, folder, signal, hasDatabaseDisks, ledger: [], endings }
    return {
      ...target,
      ...(await untilAborted(fill(target, jwtSecret), signal)),
      routes: await restartBehindProxies(target),
      close: () => endings.disposeAsync(),
    }
  } catch (error) {
    await endings.disposeAsync()
    throw error
  }
}

async function fill({ cluster, pool }, jwtSecret) {
  // The nodes create a new super admin when they start again.
  await loadInBulk(cluster.directUrl, ['delete from members', ...mixDataSteps(sizes)])
  const { rows: items } = await pool.query(
    `insert into items (seller_id, name, description, price_kobo, stock, is_approved, created_at)
     select 1 + n, 'Talking drum ' || n, 'Carved', 10000 + n * 137, $2, true, now()
     from generate_series(1, $1::int) n returning id`,
    [orderedItems, stock],
  )
  const { rows: buyers } = await pool.query(
    `insert into addresses (member_id, street_number, address_line1, state_code, lga_code, created_at)
     select member_id, '12', 'Bode Thomas Street', state_code, code, now()
     from generate_series($1::int, $2::int) member_id, (select code, state_code from lgas order by code limit 1) lga
     returning member_id::int as id, id::int as "addressId"`,
    [firstVisitor, firstVisitor + buyerCount - 1],
  )
  const { rows: groups } = await pool.query('select max(id)::int as count from groups')
  const tokenOf = tokenMaker(openDb(pool), jwtSecret)
  for (const buyer of buyers) buyer.token = await tokenOf(buyer.id)
  const members = []
  for (let id = firstVisitor + buyerCount; members.length < callers; id += 1)
    members.push({ id, token: await tokenOf(id) })
  return {
    rowCounts: { ...sizes, groups: groups[0].count },
    members,
    buyers,
    itemIds: items.map(({ id }) => Number(id)),
  }
}

/** Restarts the nodes with addresses that lead through proxies, and node-1 with a clock that can jump. */
async function restartBehindProxies({ cluster, folder, endings }) {
  print('Putting a proxy between each node and its servers …')
  const addresses = {
    DATABASE_URL: cluster.databaseUrl,
    DATABASE_DIRECT_URL: cluster.directUrl,
    DATABASE_REPLICA_URL: cluster.replicaUrl,
    REDIS_URL: cluster.redisUrl,
  }
  const routes = new Map()
  for (const { name } of cluster.layout.nodes) {
    const settings = {}
    const proxies = {}
    for (const [setting, address] of Object.entries(addresses)) {
      const url = new URL(address)
      const proxy = await openProxy(Number(url.port))
      endings.defer(() => proxy.close())
      url.port = String(proxy.port)
      proxies[setting] = proxy
      settings[setting] = url.href
    }
    routes.set(name, {
      database: [proxies.DATABASE_URL, proxies.DATABASE_DIRECT_URL, proxies.DATABASE_REPLICA_URL],
      redis: [proxies.REDIS_URL],
    })
    await cluster.restartWith(name, { ...settings, ...clockSettings(folder, name) })
  }
  return routes
}

const clockSettings = (folder, name) => ({
  CLOCK_FILE: clockFile(folder, name),
  NODE_OPTIONS: `--import=${clockModule}`,
})

const clockFile = (folder, name) => join(folder, `${name}-clock`)

export function shiftClock({ folder }, name, milliseconds) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(clockFile(folder, name), String(milliseconds))
}

/** Ends the wait when the signal aborts. The caller that opened a resource closes it. */
export function untilAborted(work, signal) {
  const { promise, reject } = Promise.withResolvers()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
