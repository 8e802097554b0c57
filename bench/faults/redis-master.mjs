import { Redis } from 'ioredis'

/** The name of the Redis that the Sentinels call the master. */
export async function redisMaster({ cluster }) {
  const { redis, sentinels } = cluster.layout
  for (const { port } of sentinels) {
    const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      const [, masterPort] = await client.call('sentinel', 'get-master-addr-by-name', 'rootsquare')
      return redis.find((server) => server.port === Number(masterPort)).name
    } catch {
      // The next one knows it as well.
    } finally {
      client.disconnect()
    }
  }
  throw new Error('No Sentinel answers.')
}
