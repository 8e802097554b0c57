import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { readPlace, writePlace } from './feed-places.ts'

const stored = new Map<string, string>()
const sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

vi.stubGlobal('window', { sessionStorage })
beforeEach(() => stored.clear())
afterAll(() => vi.unstubAllGlobals())

const place = (id: number) => ({ anchors: [{ id, offset: -12.34 }], pages: 3, opened: null })

test('a place is found again under its name only', () => {
  writePlace('first.feed', { ...place(7), opened: 9 })
  writePlace('second.feed', place(8))
  expect(readPlace('first.feed')).toEqual({ ...place(7), opened: 9 })
  expect(readPlace('second.feed')).toEqual(place(8))
  expect(readPlace('third.feed')).toBeNull()
})

test('at the top only the opened post is stored', () => {
  writePlace('feed', { anchors: [], pages: 1, opened: 5 })
  expect(readPlace('feed')).toEqual({ anchors: [], pages: 1, opened: 5 })
  writePlace('feed', { anchors: [], pages: 1, opened: null })
  expect(readPlace('feed')).toBeNull()
  writePlace('feed', place(1))
  writePlace('feed', null)
  expect(stored.size).toBe(0)
})

test('stores fifty places and drops the oldest', () => {
  for (let at = 1; at <= 51; at += 1) writePlace(`entry${at}.feed`, place(at))
  expect(readPlace('entry1.feed')).toBeNull()
  expect(readPlace('entry2.feed')).toEqual(place(2))
  expect(readPlace('entry51.feed')).toEqual(place(51))
})

test('ignores a stored value that is not a place', () => {
  stored.set('rootsquare.places', 'feed x y nonsense\nother')
  expect(readPlace('feed')).toBeNull()
})
