import { connect, createServer } from 'node:net'

/**
 * A way to a port that can be disturbed. `delay(ms)`: answers come so much later. `stall()`: nothing passes on the
 * connections there are, and no end is reported, as when a firewall forgets them. `cut()`: the same, and new ones hang too.
 */
export async function openProxy(targetPort) {
  const pairs = new Set()
  const state = { delayMs: 0, isCut: false }
  const server = createServer((near) => join(near, targetPort, { state, pairs }))
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
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
    /** What was stalled stays so: whoever hangs on it must find out. */
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
      // A stalled connection does not hear of its other end.
      if (pair.isStalled && one === far) return
      other.destroy()
      pairs.delete(pair)
    })
  }
}
