import { beforeEach, expect, test } from 'vitest'
import { keySequences } from '#web/lib/navigation/shortcuts.ts'

const working = ['?', 'g h', 'g m', 'm h', 'j'].map((keys) => ({ keys, does: keys, run: () => {} }))
let shortcutFor = keySequences()
const press = (key: string, at = 0) => shortcutFor(key, working, at)?.keys

beforeEach(() => {
  shortcutFor = keySequences()
})

test('one key runs its shortcut', () => {
  expect([press('?'), press('j'), press('x')]).toEqual(['?', 'j', undefined])
})

test('a sequence accepts its second key for a moment', () => {
  expect([press('g', 10_000), press('m', 11_499)]).toEqual([undefined, 'g m'])
  expect([press('g', 20_000), press('m', 21_500)]).toEqual([undefined, undefined])
})

test('a second key means nothing alone, nor after a wrong one', () => {
  expect([press('h'), press('g'), press('x'), press('h')]).toEqual(Array.from({ length: 4 }, () => undefined))
})

test('a key that ended a sequence does not start another', () => {
  expect([press('g'), press('m'), press('h')]).toEqual([undefined, 'g m', undefined])
})
