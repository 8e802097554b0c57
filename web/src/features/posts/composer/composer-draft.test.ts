import { expect, test } from 'vitest'
import { blankPostDraft, isBlank, isCaptionFit, type PostDraft } from './composer-draft.ts'
import type { DraftFile } from '#web/entities/uploads/use-draft-files.ts'
import { postBodyOf } from './post-outbox.ts'

const draftOf = (change: Partial<PostDraft> = {}): PostDraft => ({ ...blankPostDraft, ...change })

function fileOf(change: Partial<DraftFile> = {}): DraftFile {
  const uploaded = { url: '/media/a.webp', thumbnail: '/media/a-small.webp' }
  const base = { id: 'a', kind: 'image', name: 'a.png' } as const
  return { ...base, alt: '', done: { is: 'done', uploaded, at: 0 }, ...change }
}

test.each([
  ['', false],
  ['   ', false],
  ['a', true],
  [`${'a'.repeat(5000)}  `, true],
  ['😀'.repeat(5000), true],
  ['a'.repeat(5001), false],
])('tells whether %j can be posted', (text, isFit) => {
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
  const lost = fileOf({ done: null })
  const files = [fileOf({ alt: ' A wide cloth ' }), lost, fileOf({ alt: ' ' })]
  const image = { postImage: '/media/a.webp', thumbnail: '/media/a-small.webp' }
  expect(postBodyOf(draftOf({ text: ' Market day\n', place: ' Jos ', files }))).toEqual({
    caption: 'Market day',
    location: 'Jos',
    postImageDTO: [
      { ...image, alt: 'A wide cloth' },
      { ...image, alt: null },
    ],
  })
  expect(postBodyOf(draftOf({ text: 'Words', place: '  ' })).location).toBeNull()
})
