import { expect, test } from 'vitest'
import { arrowDirections, nextStateByName, nearestState, addTypedLetter } from './map-keys.ts'
import { nameAndNumber, shadeOf, statesWithGroups, groupsWithoutState, type MapState } from './map-states.ts'

const states = statesWithGroups([])

function state(name: string): MapState {
  const found = states.find((one) => one.name === name)
  if (found === undefined) throw new Error(`No state is called ${name}.`)
  return found
}

const from = (name: string, key: string) =>
  nearestState(states, state(name), arrowDirections[key] ?? [0, 0])?.name

test.each([
  ['Abia', 'ArrowDown', 'Akwa Ibom'],
  ['Akwa Ibom', 'ArrowUp', 'Abia'],
  ['Abia', 'ArrowLeft', 'Imo'],
  ['Zamfara', 'ArrowUp', 'Sokoto'],
  ['Katsina', 'ArrowDown', 'Kaduna'],
  ['Plateau', 'ArrowUp', 'Bauchi'],
])('from %s the key %s leads to %s', (name, key, next) => {
  expect(from(name, key)).toBe(next)
})

test('beyond the last state an arrow leads nowhere', () => {
  expect(from('Sokoto', 'ArrowUp')).toBeUndefined()
})

test('the arrows reach every state', () => {
  const reached = new Set(['Abia'])
  for (const name of reached) {
    for (const key of Object.keys(arrowDirections)) {
      const next = from(name, key)
      if (next !== undefined) reached.add(next)
    }
  }
  expect(reached.size).toBe(37)
})

test('one letter moves to the next match, several stay on a matching state', () => {
  const typed = (name: string, text: string) => nextStateByName(states, state(name), text)?.name
  expect(typed('Abia', 'k')).toBe('Kaduna')
  expect(typed('Kaduna', 'k')).toBe('Kano')
  expect(typed('Kwara', 'k')).toBe('Kaduna')
  expect(typed('Kaduna', 'ka')).toBe('Kaduna')
  expect(typed('Kaduna', 'kat')).toBe('Katsina')
  expect(typed('Kaduna', 'x')).toBeUndefined()
})

test('letters form a word until a pause', () => {
  const k = addTypedLetter({ text: '', at: 0 }, 'K', 5000)
  expect(k.text).toBe('k')
  const ka = addTypedLetter(k, 'a', 5699)
  expect(ka.text).toBe('ka')
  expect(addTypedLetter(ka, 't', 6398).text).toBe('kat')
  expect(addTypedLetter(ka, 't', 6399).text).toBe('t')
})

test('a group is counted in each of its states, or separately without one', () => {
  const group = (id: number, ...stateCodes: string[]) => ({
    id,
    name: `People ${id}`,
    description: '',
    users: 0,
    image: null,
    header: null,
    stateCodes,
    otherNames: [],
    greeting: null,
    lastPostDate: null,
    createdDate: '2026-01-01T00:00:00.000Z',
  })
  const groups = [group(1, 'NG-LA'), group(2, 'NG-LA', 'NG-OG'), group(3), group(4, 'NG-XX')]
  const names = statesWithGroups(groups).map(nameAndNumber)
  expect(names).toHaveLength(37)
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)))
  expect(names).toEqual(expect.arrayContaining(['Lagos, 2 groups', 'Ogun, 1 group', 'Kano, 0 groups']))
  expect(groupsWithoutState(groups).map(({ id }) => id)).toEqual([3, 4])
})

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
  [5, 2],
  [6, 3],
  [8, 3],
  [9, 4],
  [107, 4],
])('%i groups have shade %i', (count, step) => {
  const groups = Array.from({ length: count }, () => ({ stateCodes: ['NG-LA'] }))
  // Only the number of groups matters here.
  expect(shadeOf({ ...state('Lagos'), groups: Object.assign([], groups) })).toBe(step)
})
