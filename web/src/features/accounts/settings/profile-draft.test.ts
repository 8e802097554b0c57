import { expect, test } from 'vitest'
import {
  bioLength,
  changedFields,
  profileChangesIn,
  draftErrors,
  StoredDraft,
} from '#web/features/accounts/settings/profile-draft.ts'

const before = { firstname: 'Karo', lastname: 'Efe', phoneNumber: '08031234567', bio: 'Drums.' }

test('sends nothing of an unchanged draft', () => {
  expect(profileChangesIn(before, before)).toEqual({})
  expect(profileChangesIn({ ...before, firstname: ' Karo ', phoneNumber: '0803 123-4567' }, before)).toEqual(
    {},
  )
})

test('sends only changed fields, without blanks at the ends', () => {
  expect(profileChangesIn({ ...before, firstname: '  Káròfẹ́ ' }, before)).toEqual({ firstname: 'Káròfẹ́' })
})

test('sends only the digits of a phone number', () => {
  const typed = { ...before, phoneNumber: '+234 (803) 123-4567' }
  expect(profileChangesIn(typed, before)).toEqual({ phoneNumber: '2348031234567' })
})

test('sends null for an emptied field', () => {
  expect(profileChangesIn({ ...before, phoneNumber: '', bio: ' ' }, before)).toEqual({
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

test('a draft contains only changed fields', () => {
  expect(changedFields(before, before)).toEqual({})
  expect(changedFields({ ...before, bio: '' }, before)).toEqual({ bio: '' })
})

test('restores only texts of known fields', () => {
  expect(StoredDraft.safeParse({ bio: 7 }).success).toBe(false)
  expect(StoredDraft.parse({ bio: 'Drums.', roles: 'ADMIN' })).toEqual({ bio: 'Drums.' })
})
