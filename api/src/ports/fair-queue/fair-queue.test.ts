import { getEventListeners } from 'node:events'
import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairQueue, QueueFull, type Turn } from './fair-queue.ts'

/** Takes turns by name, and records who started and who was rejected. */
function recorded(limits: Partial<Parameters<typeof fairQueue>[0]> = {}) {
  const queue = fairQueue({ maxRunning: 2, maxWaiting: 4, shares: [1, 2], maxWaitingEach: 3, ...limits })
  const running = new Map<string, Turn>()
  const rejected: Record<string, unknown> = {}
  async function take(name: string, keys: string[], signal?: AbortSignal) {
    void queue.take(keys, signal).then(
      (turn) => running.set(name, turn),
      (error: unknown) => (rejected[name] = error),
    )
    await tick()
  }
  async function end(name: string) {
    const turn = running.get(name)
    running.delete(name)
    if (turn) queue.end(turn)
    await tick()
  }
  return {
    queue,
    take,
    end,
    rejected,
    running: () => [...running.keys()],
    turn: (name: string) => running.get(name),
  }
}

test('runs so many at a time, and the others in order', async () => {
  const { take, end, running } = recorded()
  for (const name of ['ada', 'bayo', 'chi', 'dayo']) await take(name, [name])
  expect(running()).toEqual(['ada', 'bayo'])
  await end('bayo')
  expect(running()).toEqual(['ada', 'chi'])
  await end('ada')
  expect(running()).toEqual(['chi', 'dayo'])
})

test('a turn that ends twice lets only one other start', async () => {
  const { queue, take, turn, running } = recorded()
  for (const name of ['ada', 'bayo', 'chi', 'dayo']) await take(name, [name])
  const first = turn('ada')
  if (first) [first, first].forEach(queue.end)
  await tick()
  expect(running()).toEqual(['ada', 'bayo', 'chi'])
})

test('one key has its share although more could run', async () => {
  const { take, end, running } = recorded()
  await take('a1', ['ada'])
  await take('a2', ['ada'])
  await take('b', ['bayo'])
  expect(running()).toEqual(['a1', 'b'])
  await end('a1')
  expect(running()).toEqual(['b', 'a2'])
})

test('a second key has a share of its own', async () => {
  const { take, running } = recorded({ maxRunning: 3 })
  for (const name of ['ada', 'bayo', 'chi']) await take(name, [name, 'carrier'])
  await take('dayo', ['dayo', 'home'])
  expect(running()).toEqual(['ada', 'bayo', 'dayo'])
})

test('who has had fewer turns comes first', async () => {
  const { take, end, running } = recorded({ maxRunning: 1 })
  for (const name of ['a1', 'a2', 'a3']) await take(name, ['ada'])
  await take('b', ['bayo'])
  await end('a1')
  expect(running()).toEqual(['b'])
  await end('b')
  await take('c', ['chi'])
  expect(running()).toEqual(['a2'])
  await end('a2')
  expect(running()).toEqual(['c'])
})

test('rejects who waits for too many', async () => {
  const { take, rejected } = recorded()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await take(name, ['ada'])
  expect(rejected).toEqual({ a5: new QueueFull(true) })
})

test('who waits for most makes room in a full queue', async () => {
  const { take, rejected, end, running } = recorded({ maxRunning: 1, maxWaitingEach: 4 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await take(name, ['ada'])
  await take('b1', ['bayo'])
  await take('b2', ['bayo'])
  await take('b3', ['bayo'])
  expect(rejected).toEqual({ a5: new QueueFull(true), a4: new QueueFull(true), b3: new QueueFull(false) })
  await end('a1')
  expect(running()).toEqual(['b1'])
})

test('who gives up does not wait any longer', async () => {
  const { take, end, running, rejected } = recorded({ maxRunning: 1 })
  const leaving = new AbortController()
  await take('ada', ['ada'])
  await take('bayo', ['bayo'], leaving.signal)
  await take('chi', ['chi'])
  leaving.abort(new Error('gone'))
  await end('ada')
  expect([running(), rejected]).toEqual([['chi'], { bayo: new Error('gone') }])
})

test('does not listen any longer for whoever has stopped waiting', async () => {
  const { take, end, rejected } = recorded({ maxRunning: 1, maxWaiting: 2 })
  const { signal } = new AbortController()
  for (const name of ['ada', 'bayo-1', 'bayo-2']) await take(name, [name.slice(0, 4)], signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(2)
  await take('chi', ['chi'], signal)
  expect(rejected).toEqual({ 'bayo-2': new QueueFull(true) })
  for (const name of ['ada', 'bayo-1', 'chi']) await end(name)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('knows whose end would let somebody start', async () => {
  const { queue, take, turn } = recorded()
  await take('a1', ['ada'])
  await take('b', ['bayo'])
  await take('a2', ['ada'])
  const isWanted = (name: string) => {
    const found = turn(name)
    return found && queue.isWanted(found)
  }
  expect([isWanted('a1'), isWanted('b')]).toEqual([true, false])
})
