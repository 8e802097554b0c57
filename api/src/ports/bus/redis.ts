import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { connectRedis } from '#api/ports/redis/connect-redis.ts'
import type { Bus } from './bus.ts'
import { memoryBus } from './memory.ts'

const channel = 'rootsquare:wake'
const news = 'news'
const notifications = 'notifications'
/** The JSON of a change to a post follows this name. */
const post = 'post'
/** The JSON of a signal follows this name. */
const signalName = 'signal'

/**
 * Connects all nodes by one channel. A node delivers to itself without Redis, so that an outage only separates the nodes. The
 * next poll finds what was missed.
 */
export function redisBus(url: string, onError: (error: Error) => void): Bus {
  const own = memoryBus()
  const name = randomUUID()
  const connect = () => connectRedis(url, onError, { commandTimeout: 1000, autoResubscribe: false })
  const [publisher, subscriber] = [connect(), connect()]
  staySubscribed(subscriber, onError)
  subscriber.on('message', (_, text) => receive(own, name, text))
  const publish = (parts: (string | number)[]) =>
    void publisher.publish(channel, [name, ...parts].join(',')).catch(() => {})
  return {
    ...own,
    wake(memberIds) {
      own.wake(memberIds)
      publish(memberIds)
    },
    news(memberIds, known) {
      own.news(memberIds, known)
      publish([news, ...memberIds])
    },
    notificationsChanged(memberIds) {
      own.notificationsChanged(memberIds)
      publish([notifications, ...memberIds])
    },
    postChanged(change) {
      own.postChanged(change)
      publish([post, JSON.stringify(change)])
    },
    signal(signal) {
      own.signal(signal)
      publish([signalName, JSON.stringify(signal)])
    },
    answerMs: 300,
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
      await own.close()
    },
  }
}

/** Subscribes again after every outage. If that fails on a working connection, the connection is reopened. */
function staySubscribed(subscriber: Redis, onError: (error: Error) => void): void {
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).catch((error: Error) => {
      onError(error)
      subscriber.disconnect(true)
    })
  })
}

/** Ignores messages of this node, which were delivered already. */
function receive(own: Bus, name: string, text: string): void {
  const [from, ...parts] = text.split(',')
  if (from === name) return
  if (parts[0] === post) return own.postChanged(JSON.parse(parts.slice(1).join(',')))
  if (parts[0] === signalName) return own.signal(JSON.parse(parts.slice(1).join(',')))
  const memberIds = parts.map(Number).filter(Number.isSafeInteger)
  if (parts[0] === notifications) return own.notificationsChanged(memberIds)
  own[parts[0] === news ? 'news' : 'wake'](memberIds)
}
