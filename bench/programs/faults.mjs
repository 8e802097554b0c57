import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { drain, lostWrites, wrongEffects } from '../faults/loss-checks.mjs'
import { Skipped } from '../faults/disk.mjs'
import { faults } from '../faults/fault-list.mjs'
import { openLoad } from '../faults/load.mjs'
import { outcomeOf } from '../faults/outcome.mjs'
import { openShop } from '../faults/shop.mjs'
import { openFaultTarget, untilAborted } from '../faults/fault-target.mjs'
import { isResponding } from '../cluster/wait.mjs'
import { print } from '../support/product.mjs'

const rate = Number(process.env.RATE ?? 40)
/** The longest time for one fault. It ends earlier when all has been well for `quietMs`. */
const maxMs = Number(process.env.SECONDS ?? 60) * 1000
const beforeMs = 3000
const quietMs = 6000
/** Most calls have ended after this time. */
const patienceMs = 2000
const usualGoal = 10
const seconds = (ms) => (ms / 1000).toFixed(1)

/** Causes faults under load, one after another. Run it with `npm run bench -- faults [name …]`. */
export async function run(names) {
  const unknown = names.filter((name) => !faults[name])
  if (unknown.length > 0) {
    print(`There is no fault ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`)
    return false
  }
  const ending = new AbortController()
  const stop = () => ending.abort(new Error('Stopped.'))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, stop)
  const target = await openFaultTarget({ signal: ending.signal })
  try {
    return await tryAll(target, names.length > 0 ? names : Object.keys(faults))
  } catch (error) {
    if (!ending.signal.aborted) throw error
    print('Stopped.')
    return false
  } finally {
    await target.close()
  }
}

async function tryAll(target, names) {
  const { cluster, ledger, provider, signal } = target
  const load = openLoad({
    url: cluster.url,
    rate,
    ledger,
    rowCounts: target.rowCounts,
    members: target.members,
  })
  const { buyers, itemIds } = target
  const shop = openShop({ load, ledger, provider, url: cluster.url, buyers, itemIds })
  const results = []
  try {
    await pause(5000, undefined, { signal })
    for (const name of names) results.push(await tryOne(target, load, name))
  } finally {
    await Promise.all([load.stop(), shop.stop()])
  }
  return report(target, results)
}

async function tryOne(target, load, name) {
  const { ledger, signal } = target
  const fault = faults[name]
  print(`\n${name}: ${fault.what}`)
  await pause(beforeMs, undefined, { signal })
  const firstWrite = ledger.length
  const from = performance.now()
  try {
    await untilAborted((async () => fault.run(target))(), signal)
  } catch (error) {
    if (!(error instanceof Skipped)) throw error
    print(`  skipped: ${error.message}`)
    return { name, skipped: error.message }
  }
  const endedAt = performance.now()
  const until = await untilQuiet(load, { from, endedAt, signal })
  const outcome = outcomeOf(load.calls, { from, until })
  const countsFrom = fault.afterEnd ? endedAt : from
  const healedMs = outcome.healedAt === undefined ? undefined : Math.max(0, outcome.healedAt - countsFrom)
  const unready = await untilReady(target, endedAt + maxMs)
  const result = { name, ...outcome, healedMs, unready, writes: ledger.slice(firstWrite) }
  printResult(result)
  for (const [sort, count] of Object.entries(failuresOf(load.calls, from, until)))
    print(`    ${count} × ${sort}`)
  return result
}

/** Waits until all has been well for a while and every call has ended, or until the time is over. */
async function untilQuiet({ calls }, { from, endedAt, signal }) {
  for (;;) {
    await pause(500, undefined, { signal })
    const until = performance.now() - patienceMs
    const { healedAt = Infinity } = outcomeOf(calls, { from, until })
    const isQuiet = until - Math.max(healedAt, endedAt) > quietMs
    const isOpen = calls.some(({ status, sentAt }) => status === undefined && sentAt < until)
    if (until - endedAt > maxMs || (isQuiet && !isOpen)) return until
  }
}

/** Returns the nodes that cannot reach their servers when the time is over. HAProxy hides them while another node can. */
async function untilReady({ cluster, signal }, until) {
  for (;;) {
    const answers = await Promise.all(cluster.layout.nodes.map(isReady))
    const unready = cluster.layout.nodes.filter((_, nth) => !answers[nth]).map(({ name }) => name)
    if (unready.length === 0 || performance.now() > until) return unready
    await pause(500, undefined, { signal })
  }
}

const isReady = ({ port }) => isResponding(`http://127.0.0.1:${port}/api/health/ready`)

function failuresOf(calls, from, until) {
  const counts = {}
  for (const { name, status, sentAt } of calls) {
    if (sentAt < from || sentAt >= until || status === undefined || (status >= 200 && status < 300)) continue
    counts[`${name} ${status}`] = (counts[`${name} ${status}`] ?? 0) + 1
  }
  return counts
}

function printResult({ sent, failed, byStatus, longestGapMs, slowestMs, healedMs, unready, writes }) {
  const statuses = Object.entries(byStatus).map(([status, count]) => `${count} × ${status}`)
  print(
    `  ${sent} calls, ${failed} failed${failed > 0 ? ` (${statuses.join(', ')})` : ''}; at most ${seconds(longestGapMs)} s ` +
      `without a success, slowest ${seconds(slowestMs)} s; ${healedMs === undefined ? 'NOT HEALED' : `healed after ${seconds(healedMs)} s`}; ` +
      `${writes.length} writes acknowledged${unready.length > 0 ? `; NOT READY: ${unready.join(', ')}` : ''}`,
  )
}

/** Looks up everything acknowledged at the end, when the queue is empty, on the server that is the primary by then. */
async function report(target, results) {
  print('\nWaiting for the queue …')
  const left = await drain(target)
  const lost = await lostWrites(target, target.ledger)
  const { paid, wrong, surplusSales } = await wrongEffects(target)
  const rows = results.map((result) => rowOf(result, lost, wrong))
  print(
    `\n${new Date().toISOString().slice(0, 16)} UTC, ${cpus().length} cores, load average ${loadavg()[0].toFixed(1)}, ${rate} calls/s\n`,
  )
  print('| fault | calls | failed | without a success | slowest | healed after | goal | lost | twice |')
  print('|---|---|---|---|---|---|---|---|---|')
  for (const row of rows) print(`| ${row.cells.join(' | ')} |`)
  const kinds = Object.entries(Object.groupBy(target.ledger, ({ kind }) => kind))
  print(`\nacknowledged: ${kinds.map(([kind, list]) => `${list.length} ${kind}s`).join(', ')}`)
  print(`lost: ${lost.length} (0 allowed) ${JSON.stringify(lost.slice(0, 5))}`)
  print(
    `effects of ${paid} paid orders that were not there exactly once: ${wrong.length} ${JSON.stringify(wrong.slice(0, 5))}`,
  )
  print(`mails to sellers beyond one for each: ${surplusSales}`)
  print(`jobs left in the queue: ${left} (0 allowed)`)
  const isOnce = wrong.every(({ what, times }) => what === 'receipt' && times > 1)
  return rows.every(({ isGood }) => isGood) && lost.length === 0 && left === 0 && isOnce && surplusSales >= 0
}

function rowOf(result, lost, wrong) {
  const { what, withinSeconds = usualGoal } = faults[result.name]
  // What was not tried has not been shown.
  if (result.skipped)
    return { isGood: false, cells: [what, `skipped: ${result.skipped}`, ...Array(7).fill('')] }
  const { sent, byStatus, longestGapMs, slowestMs, healedMs, unready, writes } = result
  const refs = new Set(writes.filter(({ kind }) => kind === 'payment').map(({ ref }) => ref))
  const twice = wrong.filter(({ ref, times }) => times > 1 && refs.has(ref)).length
  const lostHere = lost.filter((write) => writes.includes(write)).length
  const statuses = Object.entries(byStatus).map(([status, count]) => `${count} × ${status}`)
  const isHealed = healedMs !== undefined && healedMs < withinSeconds * 1000 && unready.length === 0
  return {
    isGood: isHealed && lostHere === 0,
    cells: [
      what,
      sent,
      statuses.join(', ') || '0',
      `${seconds(longestGapMs)} s`,
      `${seconds(slowestMs)} s`,
      healedMs === undefined ? 'not' : `${seconds(healedMs)} s`,
      `< ${withinSeconds} s`,
      lostHere,
      twice,
    ],
  }
}
