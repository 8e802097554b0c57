/** A cheap phone: a narrow screen, two pixels for each point, and a processor four times slower than this one. */
export const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}
export const slowdown = 4
const latencyMs = 150
export const quietMs = 1200
const longestMs = 45_000

/**
 * Makes a first visit with an empty cache, until nothing has been loaded for a moment. `bytes` are those on the line, with
 * headers. `requests` had begun before the largest paint. `cpu` is in seconds of the page's main thread.
 */
export async function visitOnce(browser, { url, token }, megabits) {
  const { origin } = new URL(url)
  const localStorage = token === undefined ? [] : [{ name: 'rootsquare.token', value: token }]
  await using context = await browser.newContext({
    ...phone,
    // It begins to fill its cache when the page is there, and has figures of its own.
    serviceWorkers: 'block',
    storageState: { origins: [{ origin, localStorage }] },
  })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const traffic = watchTraffic(client)
  await throttle(client, megabits)
  await page.addInitScript(recordPaints)
  await page.goto(url, { waitUntil: 'commit', timeout: longestMs })
  await untilSettled(page, traffic)
  const paints = await page.evaluate(() => globalThis.paints)
  const { metrics } = await client.send('Performance.getMetrics')
  const secondsOf = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const begunBefore = traffic.requests.filter(({ began }) => began - traffic.requests[0].began < paints.lcp)
  return {
    ...paints,
    bytes: traffic.requests.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: begunBefore.length,
    cpu: { task: secondsOf('TaskDuration'), script: secondsOf('ScriptDuration') },
    waterfall: traffic.requests,
  }
}

/** Waits until no request is open and the page responds without starting one, because a busy page may still be about to. */
async function untilSettled(page, traffic) {
  const giveUpAt = Date.now() + longestMs
  let seen = -1
  while (seen !== traffic.requests.length && Date.now() < giveUpAt) {
    seen = traffic.requests.length
    await traffic.untilQuiet()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  }
}

export async function throttle(client, megabits) {
  const bytesPerSecond = (megabits * 1_000_000) / 8
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await client.send('Performance.enable')
}

/** Runs in the page before its own scripts. */
export function recordPaints() {
  const paints = { fcp: 0, lcp: 0, element: '', cls: 0 }
  globalThis.paints = paints
  const observe = (type, read) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime, element, url, size }) => {
    paints.lcp = startTime
    const name = element === null ? 'gone' : element.tagName.toLowerCase()
    paints.element = `${name} ${size} px² ${url ? new URL(url).pathname : (element?.textContent ?? '').slice(0, 40)}`
  })
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) paints.cls += value
  })
}

/** Records all requests with their times in ms and bytes. The live stream never ends, so it is not waited for. */
function watchTraffic(client) {
  const requests = []
  const open = new Map()
  let changedAt = Date.now()
  const end = ({ requestId, timestamp, encodedDataLength = 0 }) => {
    const request = open.get(requestId)
    if (request === undefined) return
    open.delete(requestId)
    Object.assign(request, { ended: timestamp * 1000, bytes: request.bytes + encodedDataLength })
    changedAt = Date.now()
  }
  client.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp }) => {
    const { protocol, pathname } = new URL(url)
    if (!protocol.startsWith('http')) return
    const request = { path: pathname, began: timestamp * 1000, ended: 0, bytes: 0 }
    requests.push(request)
    if (pathname !== '/api/live') open.set(requestId, request)
    changedAt = Date.now()
  })
  client.on('Network.loadingFinished', end)
  client.on('Network.loadingFailed', end)
  const enabled = client.send('Network.enable')
  return {
    requests,
    async untilQuiet() {
      await enabled
      const giveUpAt = Date.now() + longestMs
      while ((open.size > 0 || Date.now() - changedAt < quietMs) && Date.now() < giveUpAt) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
