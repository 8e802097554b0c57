import { expect, test } from 'vitest'
import { AdDraft, adChangesIn, formValuesOf } from '#web/features/market/publish/ad-draft.ts'
import { adErrorsFrom, priceErrorIn } from '#web/features/market/publish/ad-errors.ts'

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
  const ad = adChangesIn(blank, { ...blank, feeSameState: '50' })
  const delivery = {
    methods: ['DELIVERY'],
    feeSameState: '50',
    feeOtherState: '',
    stateCode: '',
    lgaCode: '',
  }
  expect(AdDraft.parse({ ad, stockBefore: null, sent: null }).ad).toEqual({ delivery })
})

test('requires a price that is a number of Naira', () => {
  expect(priceErrorIn('')).toBe('Required.')
  expect(priceErrorIn('0.10')).toBeNull()
  for (const price of ['.', '0', '0.001', '9999999999999']) expect(priceErrorIn(price)).not.toBeNull()
})

test('maps a rejection to its field, with both names of pictures', () => {
  expect(adErrorsFrom({ 'images.1': 'Not yours.', 'genreIds.0': 'None.' })).toEqual({
    pictures: 'Not yours.',
    genreIds: 'None.',
  })
  expect(adErrorsFrom({ 'delivery.methods.0': 'How?' })).toEqual({ methods: 'How?' })
  expect(adErrorsFrom({ imageUrl: 'Gone.' })).toEqual({ pictures: 'Gone.' })
})
