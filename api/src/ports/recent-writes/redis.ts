import { connectRedis } from '#api/ports/redis/connect-redis.ts'
import { recentMilliseconds, type RecentWrites } from './recent-writes.ts'

/** Redis is not used for this long after a failure, because a hanging one would delay every write. */
const awayMs = 1000

/**
 * Records the recent writes of several nodes. Entries may be lost with a connection, as when another Redis takes over. So
 * after each failure and each new connection everybody counts as a writer, for as long as a lost entry would have existed.
 */
export function redisRecentWrites(
  url: string,
  onError: (error: Error) => void,
  recentMs = recentMilliseconds,
): RecentWrites {
  let unsureUntil = Infinity
  let awayUntil = 0
  const redis = connectRedis(url, onError, { keyPrefix: 'rootsquare:wrote:' })
  redis.on('close', () => (unsureUntil = Infinity))
  redis.on('ready', () => (unsureUntil = performance.now() + recentMs))

  function fail(error: unknown): void {
    awayUntil = performance.now() + awayMs
    unsureUntil = Math.max(unsureUntil, performance.now() + recentMs)
    if (error instanceof Error) onError(error)
  }
  return {
    async add(memberId) {
      if (performance.now() < awayUntil) return
      await redis.set(String(memberId), '', 'PX', recentMs).catch(fail)
    },
    async has(memberId) {
      if (performance.now() < unsureUntil) return true
      try {
        return (await redis.exists(String(memberId))) === 1
      } catch (error) {
        fail(error)
        return true
      }
    },
    close: async () => redis.disconnect(),
  }
}
