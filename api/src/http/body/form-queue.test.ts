import { setImmediate as tick } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { movableClock } from '#api/test/movable-clock.ts'
import { formLimits, formQueue } from './form-queue.ts'

const never = new AbortController().signal

/** A queue whose forms are known by name. */
function openQueue(maxRunning = 2) {
  const clock = movableClock()
  const enter = formQueue(clock, { ...formLimits, maxRunning })
  const forms = new Map<string, { bytes: number; unread: number; state: string; end: () => void }>()
  async function begin(name: string, memberId: number) {
    const form = { bytes: 0, unread: 0, state: 'waits', end: () => {} }
    forms.set(name, form)
    const sender = { memberId, address: name, bytesRead: () => form.bytes, bytesUnread: () => form.unread }
    void enter(sender, never).then(({ lost, end }) => {
      Object.assign(form, { end, state: 'runs' })
      lost.addEventListener('abort', () => (form.state = 'lost'))
    })
    await tick()
    return form
  }
  const states = () => Object.fromEntries([...forms].map(([name, { state }]) => [name, state]))
  return { clock, begin, states }
}

test('the slowest makes room, and nobody does without need', async () => {
  const { clock, begin, states } = openQueue()
  const [ada, bayo] = [await begin('ada', 1), await begin('bayo', 2)]
  clock.move(100_000)
  ada.bytes = 300_000
  bayo.bytes = 200_000
  expect(states()).toEqual({ ada: 'runs', bayo: 'runs' })
  await begin('chi', 3)
  expect(states()).toEqual({ ada: 'runs', bayo: 'lost', chi: 'runs' })
})

test('who has several forms loses one before a slower one of another', async () => {
  const { clock, begin, states } = openQueue(3)
  const [first, second, other] = [await begin('ada', 1), await begin('ada-2', 1), await begin('bayo', 2)]
  clock.move(100_000)
  first.bytes = 600_000
  second.bytes = 500_000
  other.bytes = 300_000
  await begin('chi', 3)
  expect(states()).toEqual({ ada: 'runs', 'ada-2': 'lost', bayo: 'runs', chi: 'runs' })
})

test.each([
  ['is fast', { bytes: 20_000 * 101 }],
  ['waits for us to read', { unread: 1 }],
])('a form that %s stays although others wait', async (_what, state) => {
  const { clock, begin, states } = openQueue()
  for (const form of [await begin('ada', 1), await begin('bayo', 2)]) Object.assign(form, state)
  clock.move(100_000)
  await begin('chi', 3)
  expect(states()).toEqual({ ada: 'runs', bayo: 'runs', chi: 'waits' })
})

test('one that becomes slow makes room later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begin, states } = openQueue()
  const [ada, bayo] = [await begin('ada', 1), await begin('bayo', 2)]
  bayo.bytes = 1_000_000
  await begin('chi', 3)
  vi.advanceTimersByTime(14_000)
  expect(states()).toEqual({ ada: 'runs', bayo: 'runs', chi: 'waits' })
  vi.advanceTimersByTime(1000)
  await tick()
  expect(states()).toEqual({ ada: 'lost', bayo: 'runs', chi: 'runs' })
  expect(vi.getTimerCount()).toBe(0)
  ada.end()
  bayo.end()
})
