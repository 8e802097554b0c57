import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { median } from './measure.mjs'
import { print } from './product.mjs'
import { phone, quietMs, recordPaints, slowdown, throttle } from './visit.mjs'

const megabits = 1.6
const longestMs = 60_000
const limits = { fillBytes: 600_000, secondWords: 1, secondLcp: 1.5, offlineWords: 1 }

/**
 * Measures the app with its service worker: how many bytes it stores at first, and when a second visit and one without a
 * connection show words. Words are the first post of the feed. Returns whether all is within the limits.
 */
export async function measureInstalled(browser, { url, token }, rounds) {
  const visits = []
  for (let round = 0; round < rounds; round += 1) visits.push(await visitThrice(browser, url, token))
  const medianOf = (read) => median(visits.map(read))
  const fillBytes = medianOf(({ fill }) => fill)
  const [second, offline] = ['second', 'offline'].map((name) => ({
    words: medianOf((visit) => visit[name].words) / 1000,
    fcp: medianOf((visit) => visit[name].fcp) / 1000,
    lcp: medianOf((visit) => visit[name].lcp) / 1000,
  }))
  const failures = [
    fillBytes > limits.fillBytes && `first fill over ${limits.fillBytes / 1000} kB`,
    second.words > limits.secondWords && `second visit: words over ${limits.secondWords} s`,
    second.lcp > limits.secondLcp && `second visit: LCP over ${limits.secondLcp} s`,
    offline.words > limits.offlineWords && `offline: words over ${limits.offlineWords} s`,
  ].filter(Boolean)
  print(`\nThe service worker stores ${(fillBytes / 1000).toFixed(0)} kB at first, with headers.`)
  print(`Home, second visit at ${megabits} Mbit/s:   ${timesOf(second)}`)
  print(`Home, opened without a connection: ${timesOf(offline)}`)
  if (failures.length > 0) print(`FAILS: ${failures.join(', ')}`)
  return failures.length === 0
}

const timesOf = ({ fcp, words, lcp }) =>
  `FCP ${fcp.toFixed(2)} s, words ${words.toFixed(2)} s, LCP ${lcp.toFixed(2)} s`

async function visitThrice(browser, url, token) {
  await using line = await openLine(url)
  const origins = [{ origin: line.origin, localStorage: [{ name: 'rootsquare.token', value: token }] }]
  await using context = await browser.newContext({
    ...phone,
    serviceWorkers: 'allow',
    storageState: { origins },
  })
  const address = line.origin + new URL(url).pathname
  const fill = await firstFill(context, address, line)
  const second = await open(context, address, (client) => throttle(client, megabits))
  await context.setOffline(true)
  const offline = await open(context, address, (client) =>
    client.send('Emulation.setCPUThrottlingRate', { rate: slowdown }),
  )
  return { fill, second, offline }
}

/** The bytes on the line from when the page has all it needs until the worker is there. */
async function firstFill(context, address, line) {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('article').first().waitFor({ timeout: longestMs })
  await line.untilQuiet()
  const before = line.bytes()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await line.untilQuiet()
  await page.close()
  return line.bytes() - before
}

async function open(context, address, slowDown) {
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page))
  await page.addInitScript(recordPaints)
  await page.addInitScript(recordWords)
  await page.goto(address, { waitUntil: 'commit', timeout: longestMs })
  await page.waitForFunction(() => globalThis.wordsAt > 0, undefined, { timeout: longestMs }).catch(() => {})
  await page.waitForTimeout(quietMs)
  const times = await page.evaluate(() => ({ ...globalThis.paints, words: globalThis.wordsAt || Infinity }))
  await page.close()
  return times
}

/** Runs in the page before its own scripts. */
function recordWords() {
  globalThis.wordsAt = 0
  const look = () => {
    if (document.querySelector('main article')?.textContent) globalThis.wordsAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Forwards to the server and counts what it sends. The requests of a worker are not among those that a page reports. */
async function openLine(url) {
  let bytes = 0
  let changedAt = Date.now()
  const sockets = new Set()
  const server = createServer((outside) => {
    const inside = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [outside, inside]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        outside.destroy()
        inside.destroy()
      })
    }
    inside.on('data', ({ length }) => {
      bytes += length
      changedAt = Date.now()
    })
    outside.pipe(inside).pipe(outside)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    bytes: () => bytes,
    async untilQuiet() {
      while (Date.now() - changedAt < quietMs) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
