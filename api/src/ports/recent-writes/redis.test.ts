import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from '#api/test/fakes/redis.ts'
import { redisRecentWrites } from './redis.ts'

/** Starts a node that has been connected for long enough to know that a member has not written. */
async function nodeAt(url: string, recentMs = 300) {
  const node = redisRecentWrites(url, () => {}, recentMs)
  onTestFinished(() => node.close())
  await expect.poll(() => node.has(0)).toBe(false)
  return node
}

test('nodes share who has written, for a while', async (context) => {
  const { url } = await startRedis(context)
  const reader = await nodeAt(url)
  const writer = redisRecentWrites(url, () => {}, 600_000)
  const redis = new Redis(url)
  onTestFinished(() => redis.disconnect())
  onTestFinished(() => writer.close())
  await expect.poll(() => writer.add(7).then(() => reader.has(7))).toBe(true)
  expect(await reader.has(8)).toBe(false)
  expect(await redis.pttl('rootsquare:wrote:7')).toBeGreaterThan(0)
  await reader.add(7)
  await expect.poll(() => reader.has(7)).toBe(false)
})

test('counts everybody as a writer while Redis is down and shortly after', async (context) => {
  const { url, kill, startAgain } = await startRedis(context)
  const node = await nodeAt(url)
  await kill()
  await expect.poll(() => node.has(7)).toBe(true)
  await node.add(7)
  await startAgain()
  await expect.poll(() => node.has(7)).toBe(false)
})

test('a new connection has no record of earlier writes', async (context) => {
  const { url } = await startRedis(context)
  const node = redisRecentWrites(url, () => {}, 600_000)
  onTestFinished(() => node.close())
  await node.add(1)
  expect(await node.has(7)).toBe(true)
})
