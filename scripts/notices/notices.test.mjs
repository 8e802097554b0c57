import { expect, test } from 'vitest'
import { groupTexts } from './licence-texts.mjs'
import { shippedPackages } from './shipped-packages.mjs'

const terms = 'Permission is hereby granted, free of charge.\nNo warranty.'

function pack(name, ...texts) {
  return { name, version: '1.0.0', licence: 'MIT', texts }
}

test('equal licence texts are merged with all their names', () => {
  const one = pack('one', `MIT License\n\nCopyright (c) 2020 Ada\n\n${terms}`)
  const other = pack('other', `Copyright 2021 Bola\r\n${terms.replace('\n', ' ')}\r\n`)
  const [group, ...rest] = groupTexts([one, other])
  expect(rest).toEqual([])
  expect(group.text).toBe(`MIT License\n\n${terms}`)
  expect(group.owners.map(({ name, copyright }) => [name, copyright])).toEqual([
    ['one', 'Copyright (c) 2020 Ada'],
    ['other', 'Copyright 2021 Bola'],
  ])
})

test('different licences are separate, the most used first', () => {
  const groups = groupTexts([pack('one', 'Do not.'), pack('two', terms), pack('three', terms)])
  expect(groups.map(({ owners }) => owners.map(({ name }) => name))).toEqual([['two', 'three'], ['one']])
})

test('a sentence about copyright does not count as a copyright line', () => {
  const text = 'copyright license to reproduce\nCopyright [yyyy] [name of copyright owner]'
  expect(groupTexts([pack('one', text)])[0]).toMatchObject({ text, owners: [{ copyright: '' }] })
})

const lock = {
  api: { dependencies: { a: '1', contract: '1' }, devDependencies: { tool: '1' } },
  contract: { dependencies: { zod: '1' } },
  'node_modules/contract': { link: true, resolved: 'contract' },
  'node_modules/a': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { b: '2' },
    peerDependencies: { peer: '1', tool: '1' },
    peerDependenciesMeta: { tool: { optional: true } },
    optionalDependencies: { 'a-linux': '1', absent: '1' },
  },
  'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC', dependencies: { zod: '1' } },
  'node_modules/a-linux': { version: '1.0.0', license: 'MIT', optional: true, os: ['linux'] },
  'node_modules/b': { version: '1.0.0', license: 'ISC' },
  'node_modules/peer': { version: '1.0.0', license: 'MIT' },
  'node_modules/tool': { version: '1.0.0', license: 'MIT' },
  'node_modules/zod': { version: '1.0.0', license: 'MIT' },
}

test('lists runtime dependencies in their installed version', () => {
  const shipped = shippedPackages(lock, ['api'])
  expect(shipped.map(({ key }) => key)).toEqual([
    'a 1.0.0',
    'a-linux 1.0.0',
    'b 2.0.0',
    'peer 1.0.0',
    'zod 1.0.0',
  ])
  expect(shipped.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual(['a-linux'])
})
