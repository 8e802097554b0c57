import type { Group } from '@rootsquare/contract/groups'
import { expect, test } from 'vitest'
import { alsoNamed, isExactlyNamed, isNamed } from './match-group.ts'

function groupOf(name: string, ...otherNames: string[]): Group {
  const rest = {
    description: '',
    users: 0,
    image: null,
    header: null,
    stateCodes: [],
    greeting: null,
    lastPostDate: null,
  }
  return { id: 1, name, otherNames, createdDate: '2026-01-01T00:00:00.000Z', ...rest }
}

const kilba = groupOf('Kilba', 'Höba')

test.each([
  ['Yoruba', 'Yorùbá'],
  ['Yoruba', ' yoru '],
  ['Gbagyi', 'GBAGYI'],
  ['Ɗafo', 'dafo'],
  ['Edo', 'ẹdo'],
])('%s is found by %j', (name, typed) => {
  expect(isNamed(groupOf(name), typed)).toBe(true)
})

test('a group is found by another name, and says by which', () => {
  expect(isNamed(kilba, 'hoba')).toBe(true)
  expect(alsoNamed(kilba, 'hoba')).toBe('Höba')
})

test.each(['', ' ', 'kil', 'tiv'])('typing %j names no other name', (typed) => {
  expect(alsoNamed(kilba, typed)).toBeUndefined()
})

test('a part of a name is not the name', () => {
  expect(isNamed(kilba, 'kil')).toBe(true)
  expect(isExactlyNamed(kilba, 'kil')).toBe(false)
  expect(isExactlyNamed(kilba, 'HOBA ')).toBe(true)
  expect(isNamed(kilba, 'no such people')).toBe(false)
})
