import type { Profile, ProfileChange } from '@rootsquare/contract/accounts'
import { PersonName, Phone, text } from '@rootsquare/contract/fields'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'

export const draftFields = ['firstname', 'lastname', 'phoneNumber', 'bio'] as const
type DraftField = (typeof draftFields)[number]
export type Draft = Record<DraftField, string>

export const maxBioLength = 255
export const counterFrom = 200

export function draftOf(profile: Profile): Draft {
  const { firstname, lastname, phoneNumber, bio } = profile
  return { firstname, lastname, phoneNumber: phoneNumber ?? '', bio: bio ?? '' }
}

/** In code points: `ọ̀` counts as two, not as four bytes. */
export function bioLength(bio: string): number {
  return [...bio.trim()].length
}

const nameError = fieldErrorIn(PersonName)
const phoneError = fieldErrorIn(Phone)

export const draftErrors = {
  firstname: nameError,
  lastname: nameError,
  phoneNumber: (typed: string) => (digitsOf(typed) === '' ? null : phoneError(digitsOf(typed))),
  bio: fieldErrorIn(text(maxBioLength, 0)),
}

/** Numbers are written with spaces, dashes and a plus; the server wants the digits alone. */
function digitsOf(typed: string): string {
  return typed.replaceAll(/[\s()+.-]/g, '')
}

/** Only what differs from what the form began with, so that a change made elsewhere meanwhile is not undone. */
export function changesIn(draft: Draft, before: Draft): Omit<ProfileChange, 'profileImage' | 'headerImage'> {
  const typed = { ...draft, phoneNumber: digitsOf(draft.phoneNumber) }
  const changed = draftFields.flatMap((field) => {
    const value = typed[field].trim()
    return value === before[field] ? [] : [[field, value === '' ? null : value] as const]
  })
  return Object.fromEntries(changed)
}

const key = 'rootsquare.profile-draft'

/** Survives a reload and a closed dialog. Only changed fields are saved, so that the others follow the profile. */
export function saveProfileDraft(memberId: number, draft: Draft, before: Draft): void {
  const changed = draftFields.filter((field) => draft[field] !== before[field])
  const typed = Object.fromEntries(changed.map((field) => [field, draft[field]]))
  saveJson(key, changed.length === 0 ? null : { memberId, typed })
}

export function savedProfileDraft(memberId: number): Partial<Draft> {
  const saved = savedJson(key)
  if (propertyOf(saved, 'memberId') !== memberId) return {}
  const typed = propertyOf(saved, 'typed')
  const texts = draftFields.flatMap((field) => {
    const text = propertyOf(typed, field)
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  return Object.fromEntries(texts)
}

export function clearProfileDraft(): void {
  saveJson(key, null)
}
