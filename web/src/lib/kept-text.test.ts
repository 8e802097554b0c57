import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepText, keptIds, keptText } from '#web/lib/kept-text.ts'

const place = { what: 'reason', memberId: 1, id: 2 }

/** As much of a browser's storage as is used: its words stand on the object itself. */
function storage() {
  const words: Record<string, string> = {}
  const calls = {
    getItem: (key: string) => words[key] ?? null,
    setItem: (key: string, value: string) => void (words[key] = value),
    removeItem: (key: string) => void delete words[key],
  }
  return new Proxy(words, { get: (_, name) => Reflect.get(calls, name) })
}

beforeEach(() => void vi.stubGlobal('window', { sessionStorage: storage() }))
afterEach(() => void vi.unstubAllGlobals())

test('what was typed is there again, for that member and that thing alone', () => {
  keepText(place, 'Insults, after two warnings')
  expect(keptText(place)).toBe('Insults, after two warnings')
  for (const other of [{ what: 'note' }, { memberId: 3 }, { id: 3 }])
    expect(keptText({ ...place, ...other })).toBe('')
})

test('blank words are forgotten', () => {
  keepText(place, 'Insults')
  keepText(place, ' \n')
  expect(keptText(place)).toBe('')
  expect(keptIds('reason', 1)).toEqual([])
})

test('finds what a member has kept words about', () => {
  keepText(place, 'one')
  keepText({ ...place, id: 5 }, 'two')
  keepText({ ...place, memberId: 11, id: 6 }, 'another’s')
  expect(keptIds('reason', 1)).toEqual([2, 5])
})

test('what is broken in the storage counts as nothing', () => {
  window.sessionStorage.setItem('rootsquare.reason.1.2', '{')
  expect(keptText(place)).toBe('')
  window.sessionStorage.setItem('rootsquare.reason.1.2', '{"text":"no"}')
  expect(keptText(place)).toBe('')
})

test('without a storage the words last as long as the page', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new Error('Denied')
    },
  })
  const alone = { ...place, what: 'unstored' }
  keepText(alone, 'Insults')
  expect(keptText(alone)).toBe('Insults')
  expect(keptIds('unstored', 1)).toEqual([])
})
