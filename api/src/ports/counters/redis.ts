import type { Redis } from 'ioredis'
import { connectRedis } from '#api/ports/redis/connect-redis.ts'
import type { Counters } from './counters.ts'

/** One script does both steps, so that no counter stays without an expiry if the node dies between two commands. */
const addScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('TTL', KEYS[1])}`

const subtractScript = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then return redis.call('DECR', KEYS[1]) end
return 0`

/**
 * Counts for all nodes together. While Redis is down each node counts in `spare`: limits are multiplied by the number of
 * nodes, but still exist, and the outage locks nobody out.
 */
export function redisCounters(url: string, spare: Counters, onError: (error: Error) => void): Counters {
  const redis = connectRedis(url, onError, { keyPrefix: 'rootsquare:count:' })
  const run = scriptsOf(redis, onError)
  return {
    async add(key, seconds) {
      // The call is counted locally too, so that a limit that was reached still applies if Redis goes down.
      const here = await spare.add(key, seconds)
      const answer = await run(addScript, key, seconds).catch(() => null)
      if (!Array.isArray(answer)) return here
      return { count: Number(answer[0]), secondsLeft: Math.max(1, Number(answer[1])) }
    },
    async subtract(key) {
      await spare.subtract(key)
      await run(subtractScript, key).catch(() => {})
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

/** Does not use Redis for a second after a failure, because a hanging one would delay every call. */
function scriptsOf(redis: Redis, onError: (error: Error) => void) {
  let awayUntil = 0
  return async (script: string, key: string, ...numbers: number[]): Promise<unknown> => {
    if (performance.now() < awayUntil) throw new Error('Redis did not answer just now.')
    try {
      return await redis.eval(script, 1, key, ...numbers)
    } catch (error) {
      awayUntil = performance.now() + 1000
      if (error instanceof Error) onError(error)
      throw error
    }
  }
}
