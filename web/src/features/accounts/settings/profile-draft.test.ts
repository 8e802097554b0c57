import { beforeEach, expect, test, vi } from 'vitest'
import {
  bioLength,
  changesIn,
  clearProfileDraft,
  draftErrors,
  savedProfileDraft,
  saveProfileDraft,
} from '#web/features/accounts/settings/profile-draft.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const before = { firstname: 'Karo', lastname: 'Efe', phoneNumber: '08031234567', bio: 'Drums.' }
const { items: storage, area } = memoryStorage()

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('window', { sessionStorage: area })
})

test('sends nothing of a draft that is as it was', () => {
  expect(changesIn(before, before)).toEqual({})
  expect(changesIn({ ...before, firstname: ' Karo ', phoneNumber: '0803 123-4567' }, before)).toEqual({})
})

test('sends only what was changed, without blanks at the ends', () => {
  expect(changesIn({ ...before, firstname: '  Káròfẹ́ ' }, before)).toEqual({ firstname: 'Káròfẹ́' })
})

test('sends the digits of a phone number alone', () => {
  const typed = { ...before, phoneNumber: '+234 (803) 123-4567' }
  expect(changesIn(typed, before)).toEqual({ phoneNumber: '2348031234567' })
})

test('sends null for what was emptied', () => {
  expect(changesIn({ ...before, phoneNumber: '', bio: ' ' }, before)).toEqual({
    phoneNumber: null,
    bio: null,
  })
})

test('requires both names', () => {
  for (const typed of ['', ' ']) {
    expect(draftErrors.firstname(typed)).toBe('Required.')
    expect(draftErrors.lastname(typed)).toBe('Required.')
  }
})

test('requires 7 to 15 digits of a phone number, or none', () => {
  for (const typed of ['', ' ', '1234567', '+234 803 123 4567', '123456789012345'])
    expect(draftErrors.phoneNumber(typed), typed).toBeNull()
  for (const typed of ['12', '123456', '1234567890123456', 'my number'])
    expect(draftErrors.phoneNumber(typed), typed).toBe('Phone numbers are 7 to 15 digits.')
})

test('counts a bio in code points, up to 255', () => {
  expect(bioLength(` ${'🥁'.repeat(200)} `)).toBe(200)
  expect(draftErrors.bio('🥁'.repeat(255))).toBeNull()
  expect(draftErrors.bio('🥁'.repeat(256))).toBe('Maximum 255 characters allowed')
})

test('restores only what was changed', () => {
  saveProfileDraft(1, { ...before, bio: 'Bronze, every day.' }, before)
  expect(savedProfileDraft(1)).toEqual({ bio: 'Bronze, every day.' })
})

test('shows a draft to no other member', () => {
  saveProfileDraft(1, { ...before, bio: 'Bronze, every day.' }, before)
  expect(savedProfileDraft(2)).toEqual({})
})

test('saves nothing where all is as it was, or was discarded', () => {
  saveProfileDraft(1, before, before)
  expect(storage.size).toBe(0)
  saveProfileDraft(1, { ...before, bio: '' }, before)
  clearProfileDraft()
  expect(savedProfileDraft(1)).toEqual({})
})

test('restores nothing that is not a text of a known field', () => {
  storage.set('rootsquare.profile-draft', JSON.stringify({ memberId: 1, typed: { bio: 7, roles: 'ADMIN' } }))
  expect(savedProfileDraft(1)).toEqual({})
  storage.set('rootsquare.profile-draft', 'not JSON')
  expect(savedProfileDraft(1)).toEqual({})
})
