import { randomBytes } from 'node:crypto'
import { openDb, openPool } from '../../api/src/db/db.ts'
import { openDatabase, print, startProduct, tokenMaker } from '../support/product.mjs'

/**
 * Opens the target of the load: the product as `npm start` runs it with its own database, a whole cluster on this machine
 * with CLUSTER=1, or an installation elsewhere with URL. The last one needs its DATABASE_URL and JWT_SECRET to create
 * members. `serverPids` are the server processes on this machine.
 */
export async function openTarget(settings = {}) {
  if (process.env.CLUSTER) return openCluster(settings)
  if (process.env.URL) return openElsewhere()
  const database = await openDatabase()
  return {
    ...database,
    /** Starts the product after the data is loaded, so that it finds all of it. */
    async start() {
      const product = await startProduct(database, undefined, settings)
      return { url: product.url, serverPids: () => [product.pid], stop: product.stop }
    },
  }
}

const clusterModule = new URL('../cluster/cluster.mjs', import.meta.url).href

async function openCluster(settings) {
  const { startCluster } = await import(clusterModule)
  const jwtSecret = randomBytes(32).toString('hex')
  const cluster = await startCluster({
    say: print,
    hasDemo: false,
    settings: { JWT_SECRET: jwtSecret, RATE_LIMIT_SCALE: '0', ...settings },
  })
  const nodes = () => [...cluster.processes.values()].filter(({ name }) => name.startsWith('node-'))
  return {
    ...connect(cluster.directUrl ?? cluster.databaseUrl, jwtSecret, () => cluster.stop()),
    start: async () => ({
      url: cluster.url,
      serverPids: () => nodes().map(({ pid }) => pid),
      stop: async () => {},
    }),
  }
}

function openElsewhere() {
  const { URL: url, DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret } = process.env
  if (!databaseUrl || !jwtSecret)
    throw new Error('URL needs DATABASE_URL and JWT_SECRET of that installation.')
  return {
    ...connect(databaseUrl, jwtSecret, async () => {}),
    start: async () => ({ url, serverPids: () => [], stop: async () => {} }),
  }
}

function connect(url, jwtSecret, stop) {
  const db = openDb(openPool(url, () => {}, 4))
  const close = () => db.destroy().finally(stop)
  return { url, db, jwtSecret, tokenOf: tokenMaker(db, jwtSecret), close }
}
