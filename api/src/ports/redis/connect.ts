import { Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'

/** While Redis is away a command fails at once, so that no call waits for it. */
export function connectRedis(url: string, onError: (error: Error) => void, options: RedisOptions): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout: 500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    ...options,
  })
  return redis.on('error', onError)
}
