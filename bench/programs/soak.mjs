import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { memoryOf, withLoad } from '../mixed/load.mjs'
import { openTarget } from '../mixed/target.mjs'
import { median } from '../support/measure.mjs'
import { errorsIn, print } from '../support/product.mjs'

const number = (name, otherwise) => Number(process.env[name] ?? otherwise)
const sizes = { posts: number('POSTS', 200_000), items: number('ITEMS', 20_000) }
const minutes = number('MINUTES', 30)
/** Is about half of the rate that `mixed` finds. */
const rate = number('RATE', 200)
/** Until then caches fill up and code is compiled. */
const settledMinutes = Math.min(5, Math.floor(minutes / 3))
/** The pool and the load generator open a few connections more or less, as the calls happen to coincide. */
const maxGrowth = {
  minMegabytes: { times: 1.05, more: 0 },
  connections: { times: 1, more: 20 },
  files: { times: 1, more: 50 },
}
const drainSeconds = 120

/** Runs the mix for a long time, and checks whether memory, connections, files or queues grow, and whether anything fails. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'rs-soak-'))
  await using endings = new AsyncDisposableStack()
  endings.defer(() => rm(folder, { recursive: true }))
  const log = endings.use(await open(join(folder, 'log'), 'a+'))
  const target = await openTarget({ log: log.fd })
  return await withLoad(target, sizes, async (load) => {
    const lines = await measureMinutes(target, load)
    const queues = await drain(target)
    const errors = errorsIn(await readFile(join(folder, 'log'), 'utf8'))
    return report(lines, queues, errors)
  })
}

async function measureMinutes(target, load) {
  const lines = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const memory = watchMemory(target, load)
    const step = await load.run({ rate, seconds: 60 })
    const line = { ...step, ...(await memory.end()), ...(await countOpen(target, load)) }
    lines.push(line)
    print(
      `minute ${String(minute).padStart(2)}: ${line.accepted.toFixed(0)} calls/s, ${line.failed} failed, ` +
        `p99 ${line.p99.toFixed(0)} ms; server ${line.minMegabytes.toFixed(0)} MB, database ` +
        `${line.databaseMegabytes.toFixed(0)} MB; ${line.connections} database connections, ${line.files} open files, ` +
        `jobs ${line.queues.jobs}`,
    )
  }
  return lines
}

/** Records the minimum of each minute, which is what is left after a garbage collection. */
function watchMemory(target, load) {
  const found = []
  const timer = setInterval(() => {
    memoryOf(target, load).then(
      ({ serverMegabytes }) => found.push(serverMegabytes),
      () => {},
    )
  }, 2000)
  return {
    async end() {
      clearInterval(timer)
      const { serverMegabytes } = await memoryOf(target, load)
      return { minMegabytes: Math.min(serverMegabytes, ...found) }
    },
  }
}

async function countOpen({ db }, { serverPids }) {
  const { rows } = await sql`select count(*)::int as count from pg_stat_activity
    where backend_type = 'client backend' and application_name <> ''`.execute(db)
  const files = await Promise.all(
    serverPids().map(async (pid) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length),
  )
  return {
    connections: rows[0].count,
    files: files.reduce((sum, one) => sum + one, 0),
    queues: await queuesOf(db),
  }
}

/** Returns the work that is due and not done. Live events are deleted every two minutes once they are ten minutes old. */
async function queuesOf(db) {
  const { rows } = await sql`select
    (select count(*)::int from graphile_worker.jobs where run_at <= now()) as jobs,
    (select count(*)::int from day_changes) as day_changes,
    (select count(*)::int from live_events where created_at < now() - interval '13 minutes') as live_events`.execute(
    db,
  )
  return rows[0]
}

/** Waits for the background work that the last calls caused. */
async function drain({ db }) {
  let queues = await queuesOf(db)
  for (let second = 0; second < drainSeconds && isAnyLeft(queues); second += 1) {
    await sleep(1000)
    queues = await queuesOf(db)
  }
  return queues
}

const isAnyLeft = (queues) => Object.values(queues).some((count) => count > 0)

function report(lines, queues, errors) {
  const settled = lines.slice(settledMinutes)
  const third = Math.max(1, Math.floor(settled.length / 3))
  const growths = Object.entries(maxGrowth).map(([name, limit]) => {
    const values = settled.map((line) => line[name])
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))]
    return { name, first, last, most: Math.max(first * limit.times, first + limit.more) }
  })
  const failed = lines.reduce((sum, line) => sum + line.failed, 0)
  print('')
  for (const { name, first, last, most } of growths)
    print(`${name}: ${first.toFixed(0)}, in the end ${last.toFixed(0)} (at most ${most.toFixed(0)})`)
  print(`left in the queues: ${JSON.stringify(queues)} (0 allowed)`)
  print(`failed calls: ${failed} (0 allowed); errors in the log: ${errors.length} (0 allowed)`)
  for (const line of errors.slice(0, 5)) print(`  ${JSON.stringify(line).slice(0, 300)}`)
  const isFlat = growths.every(({ last, most }) => last <= most)
  return isFlat && !isAnyLeft(queues) && failed === 0 && errors.length === 0
}
