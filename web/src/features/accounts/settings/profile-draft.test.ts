import { expect, test } from 'vitest'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import {
  changedFields,
  profileChangesIn,
  profileRules,
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

test('sends a phone number as an address does', () => {
  const typed = { ...before, phoneNumber: '+234 (803) 123-4568' }
  expect(profileChangesIn(typed, before)).toEqual({ phoneNumber: '08031234568' })
})

test('sends null for an emptied field', () => {
  expect(profileChangesIn({ ...before, phoneNumber: '', bio: ' ' }, before)).toEqual({
    phoneNumber: null,
    bio: null,
  })
})

test('requires both names', () => {
  for (const typed of ['', ' ']) {
    expect(fieldErrorIn(profileRules.firstname)(typed)).toBe('Required.')
    expect(fieldErrorIn(profileRules.lastname)(typed)).toBe('Required.')
  }
})

test('requires 7 to 15 digits of a phone number, or none', () => {
  for (const typed of ['', ' ', '1234567', '+234 803 123 4567', '123456789012345'])
    expect(profileRules.phoneNumber(typed), typed).toBeUndefined()
  for (const typed of ['12', '123456', '1234567890123456', 'my number'])
    expect(profileRules.phoneNumber(typed), typed).toBe('Phone numbers are 7 to 15 digits.')
})

test('does not send a phone number that is only written in another way', () => {
  const saved = { ...before, phoneNumber: '2348031234567' }
  expect(profileChangesIn(saved, saved)).toEqual({})
})

test('a draft contains only changed fields', () => {
  expect(changedFields(before, before)).toEqual({})
  expect(changedFields({ ...before, bio: '' }, before)).toEqual({ bio: '' })
})

test('restores only texts of known fields', () => {
  expect(StoredDraft.safeParse({ bio: 7 }).success).toBe(false)
  expect(StoredDraft.parse({ bio: 'Drums.', roles: 'ADMIN' })).toEqual({ bio: 'Drums.' })
})
