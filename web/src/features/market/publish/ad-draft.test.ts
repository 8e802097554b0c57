import { expect, test } from 'vitest'
import {
  AdDraft,
  formValuesOf,
  adChangesIn,
  deliveryTextOf,
  keyFor,
} from '#web/features/market/publish/ad-draft.ts'
import { adErrorsFrom, adErrorsIn } from '#web/features/market/publish/ad-errors.ts'

const blank = formValuesOf(undefined)
const picture = { url: '/media/mat.png', thumbnail: null }

test('stores the typed text and uploaded pictures in a draft', () => {
  const ad = adChangesIn(blank, { ...blank, name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  expect(ad).toEqual({ name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  const draft = { ad, stockBefore: 4, sent: { content: '{}', key: 'k' } }
  expect(AdDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(adChangesIn(blank, blank)).toEqual({})
})

test.each([{ name: 7 }, { genreIds: ['x', 3] }, { pictures: [{}, picture] }, []])(
  'ignores the invalid parts of a draft with %j',
  (ad) => expect(AdDraft.safeParse({ ad, stockBefore: null, sent: null }).success).toBe(false),
)

test('stores the delivery in a draft once it is changed', () => {
  const delivery = { ...deliveryTextOf(undefined), feeSameState: '50' }
  const ad = adChangesIn(blank, { ...blank, delivery })
  expect(AdDraft.parse({ ad, stockBefore: null, sent: null }).ad).toEqual({ delivery })
})

test('uses the same key only for the same content', () => {
  const content = { name: 'Mat', description: '', price: 1, stock: 1, imageUrl: '', genreIds: [], images: [] }
  const sent = keyFor(null, content)
  expect(keyFor(sent, { ...content })).toBe(sent)
  expect(keyFor(sent, { ...content, price: 2 }).key).not.toBe(sent.key)
})

test('lists all errors at once', () => {
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

test('maps a rejection to its field, with both names of pictures', () => {
  expect(adErrorsFrom({ 'images.1': 'Not yours.', 'genreIds.0': 'None.', other: 'What?' })).toEqual({
    pictures: 'Not yours.',
    genreIds: 'None.',
  })
  expect(adErrorsFrom({ 'delivery.methods.0': 'How?' })).toEqual({ methods: 'How?' })
  expect(adErrorsFrom({ imageUrl: 'Gone.' })).toEqual({ pictures: 'Gone.' })
})
