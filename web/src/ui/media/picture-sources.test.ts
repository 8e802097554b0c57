import { expect, test } from 'vitest'
import { sourcesOf } from '#web/ui/media/picture-sources.ts'

const name = '/media/01/0123456789abcdef0123456789abcdef-240kb-sa'
const [full, thumbnail] = [`${name}.webp`, `${name}-720.webp`]
const [webp, avif] = [`${name}-360.webp`, `${name}-360.avif`]
const original = { url: full, size: { width: 1500, height: 2000 } }

test('a tile is offered the small form and the thumbnail', () => {
  expect(sourcesOf({ src: thumbnail, isSavingData: false })).toEqual({
    src: thumbnail,
    srcSet: `${webp} 360w, ${thumbnail} 720w`,
    avif: `${avif} 360w, ${thumbnail} 720w`,
  })
})

test('a picture of known size is offered all forms by their width', () => {
  expect(sourcesOf({ src: thumbnail, original, isSavingData: false })).toMatchObject({
    srcSet: `${webp} 270w, ${thumbnail} 540w, ${full} 1500w`,
  })
  const tiny = { url: full, size: { width: 300, height: 200 } }
  expect(sourcesOf({ src: thumbnail, original: tiny, isSavingData: false })).toMatchObject({
    srcSet: `${full} 300w`,
  })
})

test('an avatar is shown with the small form only', () => {
  expect(sourcesOf({ src: full, isSmall: true, isSavingData: false })).toEqual({ src: webp, avif })
})

test('saving data, nothing but small forms and light files is loaded', () => {
  expect(sourcesOf({ src: thumbnail, original, isSavingData: true })).toEqual({ src: webp, avif })
  const light = full.replace('240kb-sa', '4kb')
  expect(sourcesOf({ src: light, isSavingData: true })).toEqual({ src: light })
  const heavy = full.replace('240kb-sa', '240kb')
  expect(sourcesOf({ src: heavy, isSavingData: true })).toBeNull()
  expect(sourcesOf({ src: 'https://elsewhere.test/a.jpg', isSavingData: true })).toBeNull()
})

test('pictures from before have their thumbnail and themselves', () => {
  const old = { url: '/media/01/a.webp', size: { width: 2000, height: 1000 } }
  expect(sourcesOf({ src: '/media/01/a-small.webp', original: old, isSavingData: false })).toEqual({
    src: '/media/01/a-small.webp',
    srcSet: '/media/01/a-small.webp 480w, /media/01/a.webp 2000w',
  })
  expect(sourcesOf({ src: '/media/01/a-720.webp', isSavingData: true })).toEqual({
    src: '/media/01/a-720.webp',
  })
})
