import { randomOf } from '../orders/random.mjs'
import { HttpClient } from './client.mjs'
import { mixOf, picker } from './mix.mjs'

/**
 * Sends the mix in its own process, which load.mjs starts and controls by messages. Calls are due at times that do not depend
 * on responses, so that a slow server cannot slow down its load. Latency counts from the moment when a call is sent or waits
 * for a connection. A delay before that, for lack of processor time, is reported separately.
 */
const maxSockets = 4000
/**
 * Opens connections in advance, as members online have theirs open. A server accepts one connection per turn of its event
 * loop, so the last of many that are opened while it is busy would wait for seconds.
 */
const openSockets = 1000
const tickMs = 2

let client
let members
let pick
const random = randomOf(20)

process.on('message', async (message) => {
  if (message.setUp) await setUp(message.setUp)
  else process.send(await run(message.run))
})
process.on('disconnect', () => process.exit())

async function setUp({ url, rowCounts, members: everybody }) {
  client = new HttpClient(url, maxSockets)
  const probe = { method: 'GET', path: '/api/health' }
  await Promise.all(Array.from({ length: openSockets }, () => client.call(probe)))
  members = everybody
  pick = picker(mixOf(rowCounts))
  process.send('ready')
}

/** Sends calls at Poisson intervals, `rate` a second on average. */
async function run({ rate, seconds }) {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const found = {
    latencies: [],
    shed: 0,
    withoutRetryAfter: 0,
    failures: {},
    sent: 0,
    late: [],
    maxWaiting: 0,
  }
  const open = new Set()
  const gap = () => (-Math.log(1 - random()) / rate) * 1000
  let due = began + gap()
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      for (; due <= now && due < began + seconds * 1000; due += gap()) {
        found.late.push(now - due)
        const call = callOnce(found).finally(() => open.delete(call))
        open.add(call)
      }
      found.maxWaiting = Math.max(found.maxWaiting, client.waiting)
      if (now < began + seconds * 1000) return
      clearInterval(timer)
      resolve()
    }, tickMs)
  })
  const generatorCpu = cpuSeconds(cpu) / seconds
  await Promise.all(open)
  return { ...figuresOf(found, seconds), generatorCpu, sockets: client.sockets }
}

async function callOnce(found) {
  const sentAt = performance.now()
  const entry = pick(random)
  const member = members[Math.floor(random() * members.length)]
  found.sent += 1
  const { status, head, text } = await client.call({
    ...entry.call(member, random),
    token: entry.isAnonymous ? undefined : member.token,
  })
  if (status >= 200 && status < 300) {
    found.latencies.push(performance.now() - sentAt)
    entry.read?.(member, text())
    return
  }
  const name = `${entry.name} ${status}`
  found.failures[name] = (found.failures[name] ?? 0) + 1
  if (status !== 503 && status !== 429) return
  found.shed += 1
  if (!/\r\nretry-after: \d+/i.test(head)) found.withoutRetryAfter += 1
}

function figuresOf({ latencies, late, sent, failures, ...rest }, seconds) {
  const latencyAt = shareOf(latencies)
  return {
    ...rest,
    failures,
    sent,
    offered: sent / seconds,
    accepted: latencies.length / seconds,
    failed: sent - latencies.length,
    p50: latencyAt(0.5),
    p95: latencyAt(0.95),
    p99: latencyAt(0.99),
    lateP99: shareOf(late)(0.99),
  }
}

function shareOf(numbers) {
  const sorted = Float64Array.from(numbers).sort()
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Infinity
}

function cpuSeconds(since) {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}
