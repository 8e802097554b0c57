import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 200
const WITHIN_MS = 120_000

/** Asks until the answer is true. `what` and `advice` are for the error, `signal` ends the wait. */
export async function waitUntil(isTrue, { what, advice = '', signal }) {
  const end = performance.now() + WITHIN_MS
  while (!(await isTrue())) {
    signal?.throwIfAborted()
    if (performance.now() > end)
      throw new Error(`${what} did not become ready within ${WITHIN_MS / 1000} seconds. ${advice}`)
    await pause(STEP_MS)
  }
}

/** Whether the address answers with a good status. */
export function answers(url) {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Whether something accepts connections at the port. */
export function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
