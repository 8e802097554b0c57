import autocannon from 'autocannon'

export const median = (numbers) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

/** Returns requests a second. A failure throws, because its fast response would look like a good figure. */
export async function rateOf({ url, headers }, duration, connections = 8) {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections, duration })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} calls failed.`)
  return requests.average
}

/** Makes one call after the other and measures with our own clock, because the load program rounds to milliseconds. */
async function medianTime({ url, headers }, times) {
  const taken = []
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now()
    await (await fetch(url, { headers })).arrayBuffer()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

/**
 * Measures in short turns, so that other load on the machine affects all targets equally, and returns the median of the
 * rounds.
 */
export async function measure(targets, { rounds, samples, rate }) {
  const found = targets.map((target) => ({ target, rates: [], times: [] }))
  for (const target of targets) await medianTime(target, samples)
  for (let round = 0; round < rounds; round += 1) {
    for (const { target, rates, times } of found) {
      rates.push(await rate(target))
      times.push(await medianTime(target, samples))
    }
    process.stdout.write(`  round ${round + 1} of ${rounds}\r`)
  }
  return found.map(({ target, rates, times }) => ({
    ...target,
    perSecond: median(rates),
    p50: median(times),
  }))
}

export const figuresText = ({ perSecond, p50 }) =>
  `${perSecond.toFixed(0).padStart(6)} requests/s, median ${p50.toFixed(2)} ms`
