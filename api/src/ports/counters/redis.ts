import { Redis } from 'ioredis'
import type { Counters } from './counters.ts'

/** One round trip, and no counter without an end even if the node dies between the two commands. */
const addScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('TTL', KEYS[1])}`

const giveBackScript = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then return redis.call('DECR', KEYS[1]) end
return 0`

/**
 * Counters shared by all nodes. While Redis is away each node counts by itself in `spare`: limits get wider by the
 * number of nodes, but never vanish, and nobody is locked out by the outage.
 */
export function redisCounters(url: string, spare: Counters, onError: (error: Error) => void): Counters {
  const redis = new Redis(url, {
    keyPrefix: 'rootsquare:count:',
    connectTimeout: 2000,
    commandTimeout: 500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  })
  redis.on('error', onError)

  return {
    async add(key, seconds) {
      try {
        const answer: unknown = await redis.eval(addScript, 1, key, seconds)
        if (!Array.isArray(answer)) throw new Error('Redis answered something else than a count.')
        return { count: Number(answer[0]), secondsLeft: Math.max(1, Number(answer[1])) }
      } catch {
        return spare.add(key, seconds)
      }
    },
    async giveBack(key) {
      await redis.eval(giveBackScript, 1, key).catch(() => spare.giveBack(key))
    },
    async isReady() {
      return redis.ping().then(
        () => true,
        () => false,
      )
    },
    async close() {
      redis.disconnect()
    },
  }
}
