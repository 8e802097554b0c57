import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 200
const WITHIN_MS = 120_000

/** Polls until the condition is true. `what` and `advice` are for the error; `signal` ends the wait. */
export async function waitUntil(isTrue, { what, advice = '', signal }) {
  const end = performance.now() + WITHIN_MS
  while (!(await isTrue())) {
    signal?.throwIfAborted()
    if (performance.now() > end)
      throw new Error(`${what} did not become ready within ${WITHIN_MS / 1000} seconds. ${advice}`)
    await pause(STEP_MS)
  }
}

/** Returns whether the URL responds with a good status. */
export function isResponding(url) {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, failed)
}

/** Returns whether a process accepts connections at the port. */
export function acceptsConnections(port) {
  const socket = connect(port, '127.0.0.1')
  const connected = once(socket, 'connect').finally(() => socket.destroy())
  return connected.then(succeeded, failed)
}

const succeeded = () => true
const failed = () => false
