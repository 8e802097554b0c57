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
import { troublesFrom, troublesIn } from '#web/features/market/publish/ad-errors.ts'

const words = new Map<string, string>()
const sessionStorage = {
  getItem: (key: string) => words.get(key) ?? null,
  setItem: (key: string, value: string) => void words.set(key, value),
  removeItem: (key: string) => void words.delete(key),
}
beforeEach(() => {
  words.clear()
  vi.stubGlobal('window', { sessionStorage })
})
afterEach(() => void vi.unstubAllGlobals())

const blank = adOf(undefined)
const picture = { url: '/media/mat.png', thumbnail: null }
const key = draftKey(1)

test('a draft keeps what was typed and the pictures that are up', () => {
  const ad = changesIn(blank, { ...blank, name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  expect(ad).toEqual({ name: 'Raffia mat', genreIds: [3], pictures: [picture] })
  const draft = { ad, stockBefore: 4, sent: { print: '{}', key: 'k' } }
  saveDraft(key, draft)
  expect(savedDraft(key)).toEqual(draft)
  expect(savedDraft(draftKey(1, 7))).toBeNull()
  expect(savedDraft(draftKey(2))).toBeNull()
})

test('nothing typed is no draft, and one that was sent is forgotten', () => {
  saveDraft(key, { ad: changesIn(blank, blank), stockBefore: null, sent: null })
  expect(savedDraft(key)).toBeNull()
  saveDraft(key, { ad: { name: 'Mat' }, stockBefore: null, sent: null })
  forgetDraft(key)
  expect(savedDraft(key)).toBeNull()
})

test('of a broken draft only what can be read counts', () => {
  words.set(key, JSON.stringify({ ad: { name: 7, stock: '2', genreIds: ['x', 3], pictures: [{}, picture] } }))
  expect(savedDraft(key)).toEqual({
    ad: { stock: '2', genreIds: [3], pictures: [picture] },
    stockBefore: null,
    sent: null,
  })
  for (const broken of ['{', '7', '{"ad":[]}']) {
    words.set(key, broken)
    expect(savedDraft(key)).toBeNull()
  }
})

test('the same content has the same key, other content another', () => {
  const content = { name: 'Mat', description: '', price: 1, stock: 1, imageUrl: '', genreIds: [], images: [] }
  const sent = keyFor(null, content)
  expect(keyFor(sent, { ...content })).toBe(sent)
  expect(keyFor(sent, { ...content, price: 2 }).key).not.toBe(sent.key)
})

test('says all that is wrong at once', () => {
  expect(troublesIn(blank)).toEqual({
    name: 'Required.',
    description: 'Required.',
    price: 'Required.',
    stock: 'Required.',
    genreIds: 'Please choose a category.',
  })
  const good = { ...blank, name: 'Mat', description: 'Woven', price: '0.10', stock: '2', genreIds: [3] }
  expect(troublesIn(good)).toEqual({})
  const priceOf = (price: string) => troublesIn({ ...good, price }).price
  expect(['.', '0', '0.001', '9999999999999'].map((price) => priceOf(price) !== undefined)).toEqual(
    Array.from({ length: 4 }, () => true),
  )
})

test('a refusal is said at its field, pictures by either name', () => {
  expect(troublesFrom({ 'images.1': 'Not yours.', 'genreIds.0': 'None.', other: 'What?' })).toEqual({
    pictures: 'Not yours.',
    genreIds: 'None.',
  })
  expect(troublesFrom({ imageUrl: 'Gone.' })).toEqual({ pictures: 'Gone.' })
})
