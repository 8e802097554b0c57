import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDb, openPool, type Db, type OnStatement } from '../db.ts'
import { openReplicaCheck } from './replica-check.ts'

export type Replica = {
  /** Returns undefined while the replica is out of use. Otherwise it has all that was committed five seconds ago. */
  db(): Db | undefined
  /** Returns infinity until the replica has caught up for the first time. */
  lagMs(): number
  close(): Promise<void>
}

type Options = {
  url: string
  primaryUrl: string
  say: (line: string) => void
  onStatement?: OnStatement | undefined
  /** Is set by tests only. */
  maxLagMs?: number
}

const checkEveryMs = 1000
const maxConnections = 10
/** A call that gets no connection within this time reads from the primary. */
const connectTimeoutMs = 1000

/** Uses the replica while it answers and is not too far behind. */
export function openReplica({ url, primaryUrl, say, onStatement, maxLagMs = 5000 }: Options): Replica {
  const check = openReplicaCheck(url, primaryUrl)
  let connections: Connections | undefined
  let isLeftOut = false

  /** Closes the pool. Calls that wait for it fail at once, and are repeated on the primary. */
  function disconnect(): void {
    connections?.close()
    connections = undefined
  }
  async function update(): Promise<void> {
    const { problem, server, lagMs } = await check.run()
    if (connections && connections.server !== server) disconnect()
    // The replica is used again at half the lag, so that a lag near the limit does not switch it on and off.
    const maxMs = connections ? maxLagMs : maxLagMs / 2
    const reason = problem ?? (lagMs > maxMs ? `it is ${Math.round(lagMs / 1000)} s behind` : undefined)
    if (reason !== undefined) disconnect()
    else connections ??= openConnections(url, server, onStatement)
    if (isLeftOut === (reason !== undefined)) return
    isLeftOut = !isLeftOut
    say(isLeftOut ? `the replica is left out: ${reason}` : 'the replica is used again')
  }
  const stop = repeat(update)
  return {
    db: () => (check.lagAt(performance.now()) <= maxLagMs ? connections?.db : undefined),
    lagMs: () => check.lagAt(performance.now()),
    async close() {
      await stop()
      disconnect()
      await check.close()
    },
  }
}

/** Repeats the work, and returns the function that stops it. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  const stopped = new AbortController()
  const { signal } = stopped
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work()
      await sleep(checkEveryMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    stopped.abort()
    return running
  }
}

type Connections = { db: Db; server: string; close: () => void }

function openConnections(url: string, server: string, onStatement?: OnStatement): Connections {
  const pool = openPool(url, () => {}, maxConnections, { connectionTimeoutMillis: connectTimeoutMs })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  function close(): void {
    void pool.end()
    // The pool would wait for running statements, which never end on a server that hangs.
    for (const client of clients) if (client instanceof pg.Client) void client.end()
  }
  return { db: openDb(pool, { onStatement }), server, close }
}
