import { createServer } from 'node:net'

/**
 * Below the ports that Linux gives to outgoing connections (from 32768), so that none of those takes the port of a
 * process that is being started again.
 */
const FIRST = 20_000
const LAST = 32_000

/** Returns that many different ports on which nothing listens at 127.0.0.1, in a row where possible. */
export async function freePorts(count, from = FIRST + Math.floor(Math.random() * (LAST - FIRST - 500))) {
  const ports = []
  for (let port = from; ports.length < count; port += 1) {
    if (port > LAST) throw new Error(`There are no ${count} free ports between ${from} and ${LAST}.`)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

function isFree(port) {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
