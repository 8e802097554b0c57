import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { semaphore } from './semaphore.ts'

/** Returns work that runs until the test ends it. */
function heldTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isRunning = false
  const work = async () => {
    isRunning = true
    await promise
    isRunning = false
  }
  return { work, end: resolve, isRunning: () => isRunning }
}

test('runs two at a time and the others in order', async () => {
  const inTurn = semaphore(2, 10, 'busy')
  const all = Array.from({ length: 5 }, heldTask)
  const done = all.map(({ work }) => inTurn(work))
  const running = async () => {
    await tick()
    return all.map(({ isRunning }) => isRunning())
  }
  expect(await running()).toEqual([true, true, false, false, false])
  all[1]?.end()
  expect(await running()).toEqual([true, false, true, false, false])
  for (const { end } of all) end()
  await Promise.all(done)
  expect(await running()).toEqual([false, false, false, false, false])
})

test('rejects when the queue is full, and accepts again later', async () => {
  const inTurn = semaphore(1, 1, 'busy')
  const [first, second] = [heldTask(), heldTask()]
  const done = [inTurn(first.work), inTurn(second.work)]
  await expect(inTurn(async () => 'third')).rejects.toMatchObject({ status: 503, message: 'busy' })
  first.end()
  second.end()
  await Promise.all(done)
  expect(await inTurn(async () => 'third')).toBe('third')
})

test('a task that fails starts the next one', async () => {
  const inTurn = semaphore(1, 5, 'busy')
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
