import { expect, test } from 'vitest'
import { formsOf, pictureName } from './picture-forms.ts'

const id = '0123456789abcdef0123456789abcdef'

test('the addresses of a picture and of its thumbnail name the same forms', () => {
  const name = pictureName(id, 239_100, 'webp and avif')
  const forms = {
    kilobytes: 240,
    webp: `/media/01/${name}-360.webp`,
    avif: `/media/01/${name}-360.avif`,
  }
  expect(formsOf(`/media/01/${name}.webp`)).toEqual(forms)
  expect(formsOf(`/media/01/${name}-720.webp`)).toEqual(forms)
})

test('a picture without small forms names its weight only', () => {
  const address = `https://cdn.test/01/${pictureName(id, 4000, 'none')}.webp`
  expect(formsOf(address)).toEqual({ kilobytes: 4, webp: null, avif: null })
  expect(formsOf(`/media/01/${pictureName(id, 4000, 'webp')}.webp`)).toMatchObject({ avif: null })
})

test.each([`/media/01/${id}.webp`, `/media/01/${id}-720.webp`, 'https://res.cloudinary.com/x/me-4kb.jpg'])(
  'nothing is known of %s',
  (address) => {
    expect(formsOf(address)).toBeNull()
  },
)
