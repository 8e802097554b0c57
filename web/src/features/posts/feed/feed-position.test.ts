import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#web/test/memory-storage.ts'
import { readPosition, writePosition } from './feed-position.ts'

const { items: stored, area: sessionStorage } = memoryStorage()

vi.stubGlobal('window', { sessionStorage })
beforeEach(() => stored.clear())
afterAll(() => vi.unstubAllGlobals())

const position = (id: number) => ({ anchors: [{ id, offset: -12.34 }], pages: 3, opened: null })

test('finds a position under its name only', () => {
  writePosition('first.feed', { ...position(7), opened: 9 })
  writePosition('second.feed', position(8))
  expect(readPosition('first.feed')).toEqual({ ...position(7), opened: 9 })
  expect(readPosition('second.feed')).toEqual(position(8))
  expect(readPosition('third.feed')).toBeNull()
})

test('stores only the opened post at the top', () => {
  writePosition('feed', { anchors: [], pages: 1, opened: 5 })
  expect(readPosition('feed')).toEqual({ anchors: [], pages: 1, opened: 5 })
  writePosition('feed', { anchors: [], pages: 1, opened: null })
  expect(readPosition('feed')).toBeNull()
  writePosition('feed', position(1))
  writePosition('feed', null)
  expect(stored.size).toBe(0)
})

test('stores fifty positions and drops the oldest', () => {
  for (let at = 1; at <= 51; at += 1) writePosition(`entry${at}.feed`, position(at))
  expect(readPosition('entry1.feed')).toBeNull()
  expect(readPosition('entry2.feed')).toEqual(position(2))
  expect(readPosition('entry51.feed')).toEqual(position(51))
})

test('ignores a stored value that is not a position', () => {
  stored.set('rootsquare.feed-positions', 'feed x y nonsense\nother')
  expect(readPosition('feed')).toBeNull()
})
