import { expect, test } from 'vitest'
import { AdDraft, adOf, changesIn, deliveryTextOf, keyFor } from '#web/features/market/publish/ad-draft.ts'
import { adErrorsFrom, adErrorsIn } from '#web/features/market/publish/ad-errors.ts'

const blank = adOf(undefined)
const picture = { url: '/media/mat.png', thumbnail: null }

test('a draft contains what was typed and the uploaded pictures', () => {
  const ad = changesIn(blank, { ...blank, name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  expect(ad).toEqual({ name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  const draft = { ad, stockBefore: 4, sent: { content: '{}', key: 'k' } }
  expect(AdDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(changesIn(blank, blank)).toEqual({})
})

test.each([{ name: 7 }, { genreIds: ['x', 3] }, { pictures: [{}, picture] }, []])(
  'a draft with %j is dropped',
  (ad) => expect(AdDraft.safeParse({ ad, stockBefore: null, sent: null }).success).toBe(false),
)

test('a draft contains the delivery once it is changed', () => {
  const delivery = { ...deliveryTextOf(undefined), feeSameState: '50' }
  const ad = changesIn(blank, { ...blank, delivery })
  expect(AdDraft.parse({ ad, stockBefore: null, sent: null }).ad).toEqual({ delivery })
})

test('the same content has the same key, other content another', () => {
  const content = { name: 'Mat', description: '', price: 1, stock: 1, imageUrl: '', genreIds: [], images: [] }
  const sent = keyFor(null, content)
  expect(keyFor(sent, { ...content })).toBe(sent)
  expect(keyFor(sent, { ...content, price: 2 }).key).not.toBe(sent.key)
})

test('names all errors at once', () => {
  expect(adErrorsIn(blank)).toEqual({
    name: 'Required.',
    description: 'Required.',
    price: 'Required.',
    stock: 'Required.',
    genreIds: 'Please choose a category.',
  })
  const good = { ...blank, name: 'Mat', description: 'Woven', price: '0.10', stock: '2', genreIds: [3] }
  expect(adErrorsIn(good)).toEqual({})
  const priceOf = (price: string) => adErrorsIn({ ...good, price }).price
  expect(['.', '0', '0.001', '9999999999999'].map((price) => priceOf(price) !== undefined)).toEqual(
    Array.from({ length: 4 }, () => true),
  )
})

test('a rejection is shown at its field, pictures by either name', () => {
  expect(adErrorsFrom({ 'images.1': 'Not yours.', 'genreIds.0': 'None.', other: 'What?' })).toEqual({
    pictures: 'Not yours.',
    genreIds: 'None.',
  })
  expect(adErrorsFrom({ 'delivery.methods.0': 'How?' })).toEqual({ methods: 'How?' })
  expect(adErrorsFrom({ imageUrl: 'Gone.' })).toEqual({ pictures: 'Gone.' })
})
