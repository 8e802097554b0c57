import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  adOf,
  changesIn,
  draftKey,
  forgetDraft,
  saveDraft,
  savedDraft,
  keyFor,
} from '#web/features/market/publish/ad-draft.ts'
import { adErrorsFrom, adErrorsIn } from '#web/features/market/publish/ad-errors.ts'

const stored = new Map<string, string>()
const sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', { sessionStorage })
})
afterEach(() => void vi.unstubAllGlobals())

const blank = adOf(undefined)
const picture = { url: '/media/mat.png', thumbnail: null }
const key = draftKey(1)

test('a draft contains what was typed and the uploaded pictures', () => {
  const ad = changesIn(blank, { ...blank, name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  expect(ad).toEqual({ name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  const draft = { ad, stockBefore: 4, sent: { print: '{}', key: 'k' } }
  saveDraft(key, draft)
  expect(savedDraft(key)).toEqual(draft)
  expect(savedDraft(draftKey(1, 7))).toBeNull()
  expect(savedDraft(draftKey(2))).toBeNull()
})

test('nothing typed is no draft, and a sent one is deleted', () => {
  saveDraft(key, { ad: changesIn(blank, blank), stockBefore: null, sent: null })
  expect(savedDraft(key)).toBeNull()
  saveDraft(key, { ad: { name: 'Mat' }, stockBefore: null, sent: null })
  forgetDraft(key)
  expect(savedDraft(key)).toBeNull()
})

test('of a broken draft only what can be read counts', () => {
  stored.set(
    key,
    JSON.stringify({ ad: { name: 7, stock: '2', genreIds: ['x', 3], pictures: [{}, picture] } }),
  )
  expect(savedDraft(key)).toEqual({
    ad: { stock: '2', genreIds: [3], pictures: [picture] },
    stockBefore: null,
    sent: null,
  })
  for (const broken of ['{', '7', '{"ad":[]}']) {
    stored.set(key, broken)
    expect(savedDraft(key)).toBeNull()
  }
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
  expect(adErrorsFrom({ imageUrl: 'Gone.' })).toEqual({ pictures: 'Gone.' })
})
