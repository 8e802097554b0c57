import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { mixOf } from '../mixed/mix.mjs'
import { firstVisitor, visitors } from '../mixed/mix-data.mjs'
import { median } from '../support/measure.mjs'
import { randomOf } from '../orders/random.mjs'

const readers = 40
const callsAtOnce = 10
const rounds = Number(process.env.ROUNDS ?? 30)
/** After this many rounds the server's code is compiled and its caches are full. */
const roundsBefore = 15

/**
 * Measures the processor time of each kind of call in microseconds, for the server and its connections to the database. It
 * returns the median of the rounds, in which the kinds take turns, and the elapsed time too.
 */
export async function costOfMix(database, product, rowCounts) {
  const random = randomOf(20)
  const callers = []
  for (let nth = 0; nth < readers; nth += 1) {
    const id = firstVisitor + Math.floor(random() * visitors)
    callers.push({ id, token: await database.tokenOf(id) })
  }
  const kinds = mixOf(rowCounts).map((kind) => ({ ...kind, cpu: [], clock: [], failed: 0 }))
  for (let round = -roundsBefore; round < rounds; round += 1)
    for (const kind of kinds) {
      const taken = await measureTurn({ database, product, kind, callers, random })
      if (round >= 0) {
        kind.cpu.push(taken.cpu)
        kind.clock.push(taken.clock)
      }
    }
  return kinds.map(({ name, share, cpu, clock, failed }) => ({
    name,
    share,
    cpu: median(cpu),
    clock: median(clock),
    failed,
  }))
}

async function measureTurn({ database, product, kind, callers, random }) {
  const before = await cpuTimes(database, product)
  const began = performance.now()
  for (let nth = 0; nth < callsAtOnce; nth += 1) {
    const member = callers[Math.floor(random() * callers.length)]
    if (!(await send(product, kind, { member, random }))) kind.failed += 1
  }
  const clock = ((performance.now() - began) * 1000) / callsAtOnce
  const after = await cpuTimes(database, product)
  let spent = 0
  // A connection that was opened during the round began at 0.
  for (const [pid, time] of after) spent += time - (before.get(pid) ?? 0)
  return { cpu: spent / 1000 / callsAtOnce, clock }
}

async function send({ url }, { call, read, isAnonymous }, { member, random }) {
  const { method, path, body } = call(member, random)
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(!isAnonymous && { authorization: `Bearer ${member.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  read?.(member, text)
  return response.ok
}

/** Returns the processor time of each process in nanoseconds. */
async function cpuTimes({ db }, { pid }) {
  const { rows } = await sql`select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  const pids = [pid, ...rows.map((row) => row.pid)]
  return new Map(await Promise.all(pids.map(async (one) => [one, await nanosecondsOf(one)])))
}

async function nanosecondsOf(pid) {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0)
}
