import { describe, expect, test } from 'vitest'
import { readGroups, readLgas, readStates, type GroupFacts } from './seed-files.ts'
import { publishableGroup, publishableSections } from './group-facts.ts'

const facts: GroupFacts = {
  slug: 'tiv',
  name: 'Tiv',
  altNames: [],
  exonyms: [],
  states: ['NG-BE'],
  statesConfidence: 'seen',
  language: 'Tiv',
  about: 'Tiv communities are found mainly in Benue State. Language: Tiv.',
  festival: { value: 'Kwagh-hir', confidence: 'seen' },
  craft: { value: 'Striped cloth', confidence: 'high' },
  dish: { value: 'Ahuma soup', confidence: 'seen', scope: 'state' },
  greeting: { value: 'M sugh u', confidence: 'high' },
}

describe('publishing the facts of a group', () => {
  test('turns facts marked seen or high into their sections', () => {
    expect(publishableSections(facts)).toEqual([
      { slug: 'tiv', name: 'About', description: facts.about },
      { slug: 'tiv', name: 'Art & Craft', description: 'Striped cloth.' },
      { slug: 'tiv', name: 'Diet', description: 'Ahuma soup, known in the area where Tiv communities live.' },
      { slug: 'tiv', name: 'Festivals', description: 'Kwagh-hir.' },
    ])
    expect(publishableGroup(facts)).toMatchObject({
      description: 'Tiv communities are found mainly in Benue State.',
      greeting: 'M sugh u',
      state_codes: ['NG-BE'],
    })
  })

  test('leaves out a fact of lower confidence everywhere', () => {
    const unsure: GroupFacts = {
      ...facts,
      statesConfidence: 'medium',
      festival: { value: 'Kwagh-hir', confidence: 'medium' },
      craft: { value: 'Striped cloth', confidence: 'low' },
      dish: { value: 'Ahuma soup', confidence: 'medium', scope: 'state' },
      greeting: { value: 'M sugh u', confidence: 'medium' },
    }
    expect(publishableSections(unsure)).toEqual([])
    expect(publishableGroup(unsure)).toMatchObject({ description: '', greeting: null, state_codes: [] })
  })
})

describe('the seed files', () => {
  test('agree with each other', async () => {
    const [states, lgas, groups] = await Promise.all([readStates(), readLgas(), readGroups()])
    const codes = new Set(states.map((state) => state.code))
    expect(states).toHaveLength(37)
    expect(codes.size).toBe(37)
    expect(new Set(lgas.map((lga) => lga.code)).size).toBe(774)
    expect(lgas.filter((lga) => !codes.has(lga.state_code))).toEqual([])
    expect(lgas.filter((lga) => lga.aliases.length > 0)).toHaveLength(66)
    expect(new Set(groups.map((group) => group.slug)).size).toBe(88)
    expect(groups.flatMap((group) => group.states).filter((code) => !codes.has(code))).toEqual([])
  })
})
