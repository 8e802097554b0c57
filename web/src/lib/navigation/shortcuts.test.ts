import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keySequences } from '#web/lib/navigation/shortcuts.ts'

const working = ['?', 'g h', 'g m', 'm h', 'j'].map((keys) => ({ keys, does: keys, run: () => {} }))
let shortcutFor = keySequences()
const press = (key: string) => shortcutFor(key, working)?.keys

beforeEach(() => {
  vi.useFakeTimers()
  shortcutFor = keySequences()
})

afterEach(() => {
  vi.useRealTimers()
})

test('one key does what it stands for', () => {
  expect([press('?'), press('j'), press('x')]).toEqual(['?', 'j', undefined])
})

test('a second key is waited for a moment', () => {
  expect(press('g')).toBeUndefined()
  vi.advanceTimersByTime(1499)
  expect(press('m')).toBe('g m')
  expect(press('g')).toBeUndefined()
  vi.advanceTimersByTime(1500)
  expect(press('m')).toBeUndefined()
})

test('a second key means nothing alone, nor after a wrong one', () => {
  expect([press('h'), press('g'), press('x'), press('h')]).toEqual(Array.from({ length: 4 }, () => undefined))
})

test('a key that ended a sequence begins no other', () => {
  expect([press('g'), press('m'), press('h')]).toEqual([undefined, 'g m', undefined])
})
