import { Redis, type RedisOptions } from 'ioredis'

const silentMs = 2000

/**
 * Connects so that a command fails at once while Redis is down, and no call waits for it. A regular ping detects a connection
 * whose other end vanished silently, because a subscriber sends nothing else, and reopens it.
 */
export function connectRedis(url: string, onError: (error: Error) => void, options: RedisOptions): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout: 500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    socketTimeout: silentMs,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    ...options,
  })
  const ping = () => {
    if (redis.status === 'ready') redis.ping().catch(() => {})
  }
  const pings = setInterval(ping, silentMs).unref()
  return redis.on('error', onError).once('end', () => clearInterval(pings))
}
