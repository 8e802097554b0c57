import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollUntilSettled } from '#web/features/orders/payment/use-payment-check.ts'
import { CallError } from '#web/lib/net/call.ts'

const pending = { orderStatus: 'PENDING', held: false } as const
const paid = { orderStatus: 'PROCESSING', held: false } as const
const never = new AbortController().signal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Counts the seconds at which the payment was polled. */
function clock(answer: (turn: number) => Promise<typeof pending | typeof paid>) {
  const [began, seconds]: [number, number[]] = [Date.now(), []]
  const fetchOrder = () => {
    seconds.push((Date.now() - began) / 1000)
    return answer(seconds.length)
  }
  return { fetchOrder, seconds }
}

test('checks again after 2, 4, 8, 16 and 30 seconds, then stops', async () => {
  const { fetchOrder, seconds } = clock(async () => pending)
  const polled = pollUntilSettled(fetchOrder, never)
  await vi.runAllTimersAsync()
  expect(await polled).toBeNull()
  expect(seconds).toEqual([0, 2, 6, 14, 30, 60])
})

test('stops once the order is paid', async () => {
  const { fetchOrder, seconds } = clock(async (turn) => (turn === 3 ? paid : pending))
  const polled = pollUntilSettled(fetchOrder, never)
  await vi.runAllTimersAsync()
  expect(await polled).toBe(paid)
  expect(seconds).toEqual([0, 2, 6])
})

test('continues without a connection and stops after a rejection', async () => {
  const { fetchOrder, seconds } = clock((turn) =>
    Promise.reject(new CallError(turn === 1 ? 0 : 400, { code: 'BAD' })),
  )
  const polled = pollUntilSettled(fetchOrder, never)
  await vi.runAllTimersAsync()
  expect(await polled).toBeNull()
  expect(seconds).toEqual([0, 2])
})

test('stops when the buyer leaves the page', async () => {
  const leaving = new AbortController()
  const { fetchOrder, seconds } = clock(async () => pending)
  const polled = pollUntilSettled(fetchOrder, leaving.signal)
  await vi.advanceTimersByTimeAsync(2000)
  leaving.abort()
  expect(await polled).toBeNull()
  expect(seconds).toEqual([0, 2])
  expect(vi.getTimerCount()).toBe(0)
})
