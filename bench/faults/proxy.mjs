import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Opens a route to a port that can be disturbed. `delay(ms)` delays responses. `stall()` stops all open connections without
 * closing them, as when a firewall forgets them. `cut()` also makes new connections hang.
 */
export async function openProxy(targetPort) {
  const pairs = new Set()
  const state = { delayMs: 0, isCut: false }
  const server = createServer((near) => join(near, targetPort, { state, pairs }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stall = () => {
    for (const pair of pairs) pair.isStalled = true
  }
  return {
    port: server.address().port,
    delay: (ms) => (state.delayMs = ms),
    stall,
    cut() {
      state.isCut = true
      stall()
    },
    /** Leaves stalled connections stalled, because their owners must find out by themselves. */
    restore: () => Object.assign(state, { delayMs: 0, isCut: false }),
    close() {
      server.close()
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
    },
  }
}

function join(near, port, { state, pairs }) {
  const far = connect({ port, host: '127.0.0.1', noDelay: true })
  const pair = { near, far, isStalled: state.isCut }
  pairs.add(pair)
  near.setNoDelay(true)
  near.on('data', (chunk) => pair.isStalled || far.write(chunk))
  far.on('data', (chunk) => {
    const pass = () => pair.isStalled || near.destroyed || near.write(chunk)
    if (state.delayMs > 0) setTimeout(pass, state.delayMs)
    else pass()
  })
  for (const [one, other] of [
    [near, far],
    [far, near],
  ]) {
    one.on('error', () => {})
    one.on('close', () => {
      // A stalled connection is not notified when its other end closes.
      if (pair.isStalled && one === far) return
      other.destroy()
      pairs.delete(pair)
    })
  }
}
