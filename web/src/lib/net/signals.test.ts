import { expect, test } from 'vitest'
import { eitherSignal, throwIfAborted } from '#web/lib/net/signals.ts'

test('a signal of two aborts with the first that does', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const either = eitherSignal(one.signal, other.signal)
  expect(either.aborted).toBe(false)
  other.abort()
  expect(either.aborted).toBe(true)
  expect(() => throwIfAborted(either)).toThrow(expect.objectContaining({ name: 'AbortError' }))
})

test('a signal of two is aborted at once if one is already', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  one.abort()
  expect(eitherSignal(one.signal, other.signal).aborted).toBe(true)
  expect(() => throwIfAborted(other.signal)).not.toThrow()
})
