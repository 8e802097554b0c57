import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveText, savedIds, savedText } from '#web/lib/storage/saved-text.ts'

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
  saveText(place, 'Insults, after two warnings')
  expect(savedText(place)).toBe('Insults, after two warnings')
  for (const other of [{ what: 'note' }, { memberId: 3 }, { id: 3 }])
    expect(savedText({ ...place, ...other })).toBe('')
})

test('blank words are forgotten', () => {
  saveText(place, 'Insults')
  saveText(place, ' \n')
  expect(savedText(place)).toBe('')
  expect(savedIds('reason', 1)).toEqual([])
})

test('finds what a member has kept words about', () => {
  saveText(place, 'one')
  saveText({ ...place, id: 5 }, 'two')
  saveText({ ...place, memberId: 11, id: 6 }, 'another’s')
  expect(savedIds('reason', 1)).toEqual([2, 5])
})

test('what is broken in the storage counts as nothing', () => {
  window.sessionStorage.setItem('rootsquare.reason.1.2', '{')
  expect(savedText(place)).toBe('')
  window.sessionStorage.setItem('rootsquare.reason.1.2', '{"text":"no"}')
  expect(savedText(place)).toBe('')
})

test('without a storage the words last as long as the page', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new Error('Denied')
    },
  })
  const alone = { ...place, what: 'unstored' }
  saveText(alone, 'Insults')
  expect(savedText(alone)).toBe('Insults')
  expect(savedIds('unstored', 1)).toEqual([])
})
