import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { cpuSecondsOf, databasePids } from '../support/cpu-time.mjs'
import { loadInBulk, print } from '../support/product.mjs'
import { firstVisitor, visitors, mixDataSteps } from './mix-data.mjs'

/** Fills the database, starts the server and the generator, and runs `work` with them. */
export async function withLoad(target, sizes, work) {
  await using endings = new AsyncDisposableStack()
  endings.defer(target.close)
  await loadInBulk(target.url, mixDataSteps(sizes))
  const { groups } = await target.db
    .selectFrom('groups')
    .select((row) => row.fn.max('id').as('groups'))
    .executeTakeFirstOrThrow()
  const members = await Array.fromAsync({ length: visitors }, async (_, nth) => {
    const id = firstVisitor + nth
    return { id, token: await target.tokenOf(id) }
  })
  const server = await target.start()
  endings.defer(server.stop)
  const generator = fork(new URL('generator.mjs', import.meta.url), { serialization: 'advanced' })
  endings.defer(() => generator.connected && generator.disconnect())
  await ask(generator, { setUp: { url: server.url, rowCounts: { ...sizes, groups }, members } })
  return await work({ ...server, members, run: (step) => runStep({ target, server, generator }, step) })
}

async function ask(generator, message) {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error('The load generator ended.'))
  generator.once('exit', onExit)
  generator.send(message)
  const [answer] = await once(generator, 'message', { signal: ended.signal })
  generator.off('exit', onExit)
  return answer
}

/** Sends `rate` calls a second for so many seconds. Processor time is in cores, memory in MB. */
async function runStep({ target, server, generator }, { rate, seconds }) {
  const began = performance.now()
  const before = await cpuOf(target, server)
  const figures = await ask(generator, { run: { rate, seconds } })
  const after = await cpuOf(target, server)
  const taken = (performance.now() - began) / 1000
  return {
    ...figures,
    rate,
    serverCpu: (after.server - before.server) / taken,
    databaseCpu: (after.database - before.database) / taken,
    ...(await memoryOf(target, server)),
  }
}

async function cpuOf({ db }, { serverPids }) {
  const [server, database] = await Promise.all([
    cpuSecondsOf(serverPids()),
    databasePids(db).then(cpuSecondsOf),
  ])
  return { server, database }
}

export async function memoryOf({ db }, { serverPids }) {
  const [server, database] = await Promise.all([
    megabytesOf(serverPids()),
    databasePids(db).then(megabytesOf),
  ])
  return { serverMegabytes: server, databaseMegabytes: database }
}

/** Counts memory that processes share only once. */
async function megabytesOf(pids) {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
    }),
  )
  return sizes.reduce((sum, one) => sum + one, 0)
}

/** Names the resource that is exhausted, in the order in which it would show. */
function limitOf({ serverCpu, databaseCpu, generatorCpu }, nodes = 1) {
  const cores = availableParallelism()
  if (generatorCpu > 0.9) return 'the load generator: these figures are its own'
  if (serverCpu > 0.9 * nodes) return 'the event loop of the server'
  if (serverCpu + databaseCpu + generatorCpu > 0.9 * cores) return `the ${cores} cores of this machine`
  return 'nothing is full: waiting for disks, locks or other programs'
}

export function printStep(step, thinkSeconds) {
  const { offered, accepted, failed, sent, shed, p50, p95, p99, rate } = step
  const ms = (value) => `${value.toFixed(0)} ms`
  const cpu = ['server', 'database', 'generator'].map((name) => `${name} ${step[`${name}Cpu`].toFixed(2)}`)
  print(
    `${rate.toFixed(0).padStart(6)}/s: offered ${offered.toFixed(0)}, held ${accepted.toFixed(0)}, ` +
      `errors ${((100 * failed) / sent).toFixed(2)} % (${shed} shed), p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}; ` +
      `${(accepted * thinkSeconds).toFixed(0)} members online`,
  )
  print(
    `          cores: ${cpu.join(', ')}; memory: server ${step.serverMegabytes.toFixed(0)} MB, ` +
      `database ${step.databaseMegabytes.toFixed(0)} MB; ${step.sockets} connections, ` +
      `generator: p99 of calls sent ${ms(step.lateP99)} late, at most ${step.maxWaiting} waited for a connection; ` +
      `full: ${limitOf(step)}`,
  )
  for (const [name, count] of Object.entries(step.failures).slice(0, 5)) print(`          ${count} × ${name}`)
}
