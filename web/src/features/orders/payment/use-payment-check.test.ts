import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollUntilSettled } from '#web/features/orders/payment/use-payment-check.ts'
import { CallError } from '#web/lib/net/call.ts'

const pending = { orderStatus: 'PENDING', held: false } as const
const paid = { orderStatus: 'PROCESSING', held: false } as const
const never = new AbortController().signal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** When it was polled, in seconds. */
function clock(answer: (turn: number) => Promise<typeof pending | typeof paid>) {
  const [began, seconds]: [number, number[]] = [Date.now(), []]
  const ask = () => {
    seconds.push((Date.now() - began) / 1000)
    return answer(seconds.length)
  }
  return { ask, seconds }
}

test('checks again after 2, 4, 8, 16 and 30 seconds, and then no more', async () => {
  const { ask, seconds } = clock(async () => pending)
  const polled = pollUntilSettled(ask, never)
  await vi.runAllTimersAsync()
  expect(await polled).toBeNull()
  expect(seconds).toEqual([0, 2, 6, 14, 30, 60])
})

test('ends once the order is paid', async () => {
  const { ask, seconds } = clock(async (turn) => (turn === 3 ? paid : pending))
  const polled = pollUntilSettled(ask, never)
  await vi.runAllTimersAsync()
  expect(await polled).toBe(paid)
  expect(seconds).toEqual([0, 2, 6])
})

test('goes on without a connection, and gives up when rejected', async () => {
  const { ask, seconds } = clock((turn) =>
    Promise.reject(new CallError(turn === 1 ? 0 : 400, { code: 'BAD' })),
  )
  const polled = pollUntilSettled(ask, never)
  await vi.runAllTimersAsync()
  expect(await polled).toBeNull()
  expect(seconds).toEqual([0, 2])
})

test('ends when the person leaves', async () => {
  const leaving = new AbortController()
  const { ask, seconds } = clock(async () => pending)
  const polled = pollUntilSettled(ask, leaving.signal)
  await vi.advanceTimersByTimeAsync(2000)
  leaving.abort()
  expect(await polled).toBeNull()
  expect(seconds).toEqual([0, 2])
  expect(vi.getTimerCount()).toBe(0)
})
