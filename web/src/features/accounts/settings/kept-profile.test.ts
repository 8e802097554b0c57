import { beforeEach, expect, test, vi } from 'vitest'
import { forgetProfile, saveProfile, savedProfile } from '#web/features/accounts/settings/kept-profile.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const before = { firstname: 'Karo', lastname: 'Efe', phoneNumber: '', bio: 'Drums.' }
const { items: storage, area } = memoryStorage()

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('window', { sessionStorage: area })
})

test('gives back only what was changed', () => {
  saveProfile(1, { ...before, bio: 'Bronze, every day.' }, before)
  expect(savedProfile(1)).toEqual({ bio: 'Bronze, every day.' })
})

test('shows a draft to no other member', () => {
  saveProfile(1, { ...before, bio: 'Bronze, every day.' }, before)
  expect(savedProfile(2)).toEqual({})
})

test('keeps nothing where all is as it was, or was given up', () => {
  saveProfile(1, before, before)
  expect(storage.size).toBe(0)
  saveProfile(1, { ...before, bio: '' }, before)
  forgetProfile()
  expect(savedProfile(1)).toEqual({})
})

test('takes nothing that is not a text of a known field', () => {
  storage.set('rootsquare.profile-draft', JSON.stringify({ memberId: 1, typed: { bio: 7, roles: 'ADMIN' } }))
  expect(savedProfile(1)).toEqual({})
  storage.set('rootsquare.profile-draft', 'not JSON')
  expect(savedProfile(1)).toEqual({})
})
