import { connect, createServer, type AddressInfo, type NetConnectOpts } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Forwards connections to a server. After `stall()` existing connections pass nothing and report no end, as when a firewall
 * drops them silently; new connections work.
 */
export async function stallableRoute(target: NetConnectOpts): Promise<{ port: number; stall: () => void }> {
  const connections = new Set<{ isStalled: boolean; destroy: () => void }>()
  const server = createServer((near) => {
    const far = connect(target)
    const destroy = () => [near, far].forEach((socket) => socket.destroy())
    const connection = { isStalled: false, destroy }
    connections.add(connection)
    near.on('data', (chunk) => connection.isStalled || far.write(chunk))
    far.on('data', (chunk) => connection.isStalled || near.write(chunk))
    near.on('close', destroy)
    far.on('close', () => connection.isStalled || destroy())
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const { destroy } of connections) destroy()
    server.close()
  })
  const stall = () => connections.forEach((connection) => (connection.isStalled = true))
  return { port: portOf(server.address()), stall }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  return address.port
}
