import { expect, test } from 'vitest'
import { blankDraft, bodyOf, isBlank, isCaptionFit, keyOf, type Draft } from './composer-draft.ts'
import type { ComposerFile } from './composer-files.ts'

const draftOf = (change: Partial<Draft> = {}): Draft => ({ ...blankDraft(), ...change })

function fileOf(change: Partial<ComposerFile> = {}): ComposerFile {
  const uploaded = { url: '/media/a.webp', thumbnail: '/media/a-small.webp' }
  const base = { id: 'a', kind: 'image', name: 'a.png', file: null, isReady: true, poster: null } as const
  return { ...base, alt: '', progress: { is: 'done', uploaded, at: 0 }, ...change }
}

test.each([
  ['', false],
  ['   ', false],
  ['a', true],
  [`${'a'.repeat(5000)}  `, true],
  ['😀'.repeat(5000), true],
  ['a'.repeat(5001), false],
])('whether %j can be posted', (text, isFit) => {
  expect(isCaptionFit(text)).toBe(isFit)
})

test('a draft is blank without text, place and files', () => {
  expect(isBlank(draftOf())).toBe(true)
  expect(isBlank(draftOf({ text: ' \n', place: ' ', group: { id: 1, name: 'Igala' } }))).toBe(true)
  expect(isBlank(draftOf({ text: 'a' }))).toBe(false)
  expect(isBlank(draftOf({ place: 'Jos' }))).toBe(false)
  expect(isBlank(draftOf({ files: [fileOf()] }))).toBe(false)
})

test('sends trimmed texts and only files that were uploaded', () => {
  const lost = fileOf({ progress: { is: 'failed', reason: 'No line', isFinal: false, isLost: true } })
  const files = [fileOf({ alt: ' A wide cloth ' }), lost, fileOf({ alt: ' ' })]
  const image = { postImage: '/media/a.webp', thumbnail: '/media/a-small.webp' }
  expect(bodyOf(draftOf({ text: ' Market day\n', place: ' Jos ', files }))).toEqual({
    caption: 'Market day',
    location: 'Jos',
    postImageDTO: [
      { ...image, alt: 'A wide cloth' },
      { ...image, alt: null },
    ],
  })
  expect(bodyOf(draftOf({ text: 'Words', place: '  ' })).location).toBeNull()
})

test('the key changes only with the draft, the group and the content', () => {
  const body = bodyOf(draftOf({ text: 'Once' }))
  const key = keyOf('draft', null, body)
  expect(keyOf('draft', null, bodyOf(draftOf({ text: 'Once ' })))).toBe(key)
  const others = [
    keyOf('other', null, body),
    keyOf('draft', 7, body),
    keyOf('draft', null, bodyOf(draftOf({ text: 'Twice' }))),
    keyOf('draft', null, bodyOf(draftOf({ text: 'Once', place: 'Jos' }))),
  ]
  expect(new Set([key, ...others]).size).toBe(5)
})
