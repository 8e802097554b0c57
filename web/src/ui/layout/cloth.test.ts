import { expect, test } from 'vitest'
import { z } from 'zod'
import { clothOf } from './cloth.tsx'
import { plainFamilies } from './motifs.tsx'

const Groups = z.array(z.object({ name: z.string() }))
const files = import.meta.glob('../../../../api/src/seed/data/groups.json', {
  eager: true,
  import: 'default',
})
const groups = Groups.parse(Object.values(files)[0])
const byName = [...groups].sort((a, b) => a.name.localeCompare(b.name, 'en'))
const isPlain = (name: string) => plainFamilies.some((family) => family === clothOf(name).family)

test('neighbours in the list have different colours', () => {
  const isAlike = byName.map(({ name }, at) => {
    const before = byName[at - 1]
    return before !== undefined && clothOf(before.name).palette === clothOf(name).palette
  })
  expect(byName.filter((_, at) => isAlike[at])).toEqual([])
})

test('no two of the first groups look the same', () => {
  const look = (name: string) => JSON.stringify(clothOf(name))
  const alike = groups.filter(({ name }, at) =>
    groups.some((other, before) => before < at && look(other.name) === look(name)),
  )
  expect(alike).toEqual([])
})

test('a people is shown with its own cloth, however its name is written', () => {
  expect(clothOf('Yoruba').family).toBe('adire')
  expect(clothOf('Yorùbá')).toEqual(clothOf('yoruba'))
  expect(clothOf('Igbo').family).toBe('uli')
  expect(clothOf('Hausa').family).toBe('dagi')
})

test('everybody else has a plain pattern', () => {
  const others = groups.filter(({ name }) => !isPlain(name)).map(({ name }) => name)
  expect([...others].sort()).toEqual(['Hausa', 'Igbo', 'Yoruba'])
  expect(isPlain('Lovers of palm wine')).toBe(true)
  expect(clothOf(null)).toEqual(clothOf(''))
  expect(isPlain('')).toBe(true)
})
