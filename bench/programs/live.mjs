import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { readEvents } from '../support/event-reader.mjs'
import { median } from '../support/measure.mjs'
import { memberSteps } from '../support/member-data.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const streamCount = Number(process.env.STREAMS ?? 5000)
const perSecond = 50
const seconds = Number(process.env.SECONDS ?? 20)
const maxMegabytes = 400
const maxTimes = 3
/**
 * The calls before the measured ones, on both sides, so that code and plans are warm, as on any server that has run a while.
 */
const warmUp = 300
const turns = 10
/** The first half second of each turn is not measured, because it follows a pause and a steady flow is of interest. */
const leadIn = perSecond / 2

/**
 * Opens many streams on one node. Measures their memory, the time from a call to the arrival of its message compared with a
 * bare echo, and whether a kill of the server loses or doubles a message.
 */
export const run = () =>
  withDatabase(async (database) => {
    const people = await makePeople(database)
    const { echo, ours } = await measureBoth(database, people)
    const restart = await measureRestart(database, people)
    const ratio = ours.p95 / echo.p95
    print(
      `memory: ${ours.megabytes.toFixed(0)} MB above idle with ${streamCount} streams (at most ${maxMegabytes})`,
    )
    print(`bare echo: median ${echo.median.toFixed(1)} ms, 95th percentile ${echo.p95.toFixed(1)} ms`)
    print(`product:   median ${ours.median.toFixed(1)} ms, 95th percentile ${ours.p95.toFixed(1)} ms`)
    print(`ratio of the 95th percentiles: ${ratio.toFixed(2)} (at most ${maxTimes})`)
    print(`without a restart: ${ours.lost} lost, ${ours.doubled} doubled of ${ours.sent} (0 allowed)`)
    print(
      `killed and started again: ${restart.lost} lost, ${restart.doubled} doubled of ${restart.sent} (0 allowed)`,
    )
    const isWhole = [ours, restart].every(({ lost, doubled }) => lost + doubled === 0)
    return isWhole && ratio <= maxTimes && ours.megabytes <= maxMegabytes
  })

async function makePeople(database) {
  await loadInBulk(database.url, memberSteps(streamCount))
  const rows = await database.db.selectFrom('members').select('id').orderBy('id').execute()
  const people = []
  for (const { id } of rows) people.push({ id, token: await database.tokenOf(id) })
  return people
}

/** Measures in short turns, with all streams of both sides open, so that other load on the machine affects both equally. */
async function measureBoth(database, people) {
  await using product = await startProduct(database)
  await using echo = await startBaseline(database)
  for (let turn = 0; turn < 200; turn += 1) await fetch(`${product.url}/api/health/ready`)
  const idle = await megabytesOf(product.pid)
  const ours = { log: newMessageLog(), sendOne: (message, { token }) => send(product.url, token, message) }
  const bare = { log: newMessageLog(), sendOne: (message) => post(`${echo.url}/send`, message) }
  const readers = await openAll(people, (person) => listenerOf(person, ours.log, () => product.url))
  const megabytes = (await megabytesOf(product.pid)) - idle
  readers.push(...(await openAll(people, (person) => echoListenerOf(person, bare.log, echo.url))))
  for (const { sendOne } of [bare, ours]) await sendSteadily(people, newMessageLog(), sendOne, warmUp)
  for (let turn = 0; turn < turns; turn += 1)
    for (const { log, sendOne } of turn % 2 ? [ours, bare] : [bare, ours]) {
      await sendSteadily(people, newMessageLog(), sendOne, leadIn)
      await sendSteadily(people, log, sendOne, (perSecond * seconds) / turns)
    }
  for (const { log } of [bare, ours]) await log.settled()
  for (const reader of readers) reader.close()
  return { echo: bare.log.figures(), ours: { ...ours.log.figures(), megabytes } }
}

/** Uses fewer streams, because this only checks that each continues where it stopped. */
async function measureRestart(database, everybody) {
  const people = everybody.slice(0, 500)
  let product = await startProduct(database)
  const { url, port } = product
  const log = newMessageLog()
  const readers = await openAll(people, (person) => ({
    ...listenerOf(person, log, () => url),
    isLasting: true,
  }))
  const half = setTimeout(async () => {
    await product.kill()
    product = await startProduct(database, port)
  }, seconds * 500)
  const sendOne = (message, { token }) => sendUntilAccepted(url, token, message)
  await sendSteadily(people, log, sendOne, perSecond * seconds)
  await log.settled()
  clearTimeout(half)
  for (const reader of readers) reader.close()
  await product.stop()
  return log.figures()
}

const listenerOf = ({ id, token }, log, url) => ({
  address: () => `${url()}/api/live`,
  token,
  onEvent: (event, body) => event === 'message' && log.arrived(id, body),
})

const echoListenerOf = ({ id }, log, url) => ({
  address: () => `${url}/live/${id}`,
  onEvent: (_, body) => log.arrived(id, body),
})

async function openAll(people, describe) {
  const readers = []
  for (let from = 0; from < people.length; from += 100) {
    const some = people.slice(from, from + 100).map((person) => {
      const { address, ...rest } = describe(person)
      return readEvents(address, rest)
    })
    await Promise.all(some.map(({ opened }) => opened))
    readers.push(...some)
  }
  print(`  ${readers.length} streams open`)
  return readers
}

/** Sends one message every 20 ms between two random members. */
async function sendSteadily(people, log, sendOne, count) {
  const began = performance.now()
  const underWay = []
  for (let n = 0; n < count; n += 1) {
    const wait = began + (n * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const from = people[Math.floor(Math.random() * people.length)]
    const to =
      people[(people.indexOf(from) + 1 + Math.floor(Math.random() * (people.length - 1))) % people.length]
    const message = log.write(to.id)
    underWay.push(sendOne(message, from))
  }
  await Promise.all(underWay)
}

/** Records what was sent, and when and how often each receiver got it. */
function newMessageLog() {
  const sent = new Map()
  const run = randomUUID()
  return {
    write(userId) {
      const message = `${run} ${sent.size}`
      sent.set(message, { userId, began: performance.now(), times: [] })
      return { eventType: 'MESSAGE', message, userId }
    },
    arrived(id, { message }) {
      const entry = sent.get(message)
      if (entry?.userId === id) entry.times.push(performance.now() - entry.began)
    },
    /** Waits until all messages have arrived, or none arrives any longer. */
    async settled() {
      for (let turn = 0; turn < 100; turn += 1) {
        if ([...sent.values()].every(({ times }) => times.length > 0)) break
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      // A second copy would arrive within this time.
      await new Promise((resolve) => setTimeout(resolve, 1000))
    },
    figures() {
      const entries = [...sent.values()]
      const times = entries.flatMap((entry) => entry.times.slice(0, 1)).toSorted((one, other) => one - other)
      return {
        sent: entries.length,
        lost: entries.filter((entry) => entry.times.length === 0).length,
        doubled: entries.filter((entry) => entry.times.length > 1).length,
        median: median(times),
        p95: times[Math.floor(times.length * 0.95)],
      }
    },
  }
}

class Rejected extends Error {
  constructor(message, status) {
    super(message)
    this.status = status
  }
}

const post = (address, body, headers = {}) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).then(async (answer) => {
    if (!answer.ok) throw new Rejected(`${answer.status} ${await answer.text()}`, answer.status)
    await answer.arrayBuffer()
  })

const send = (url, token, message) =>
  post(`${url}/api/messaging/create`, message, { authorization: `Bearer ${token}` })

async function sendUntilAccepted(url, token, message) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  for (;;) {
    const error = await post(`${url}/api/messaging/create`, message, headers).catch((reason) => reason)
    if (!error) return
    if (error instanceof Rejected && error.status < 500) throw error
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function megabytesOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
