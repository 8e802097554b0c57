import type { Profile, ProfileChange } from '@rootsquare/contract/profiles'
import { PersonName, Phone, text } from '@rootsquare/contract/lib/fields'
import { z } from 'zod'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

const Draft = z.object({
  firstname: z.string(),
  lastname: z.string(),
  phoneNumber: z.string(),
  bio: z.string(),
})
export type Draft = z.infer<typeof Draft>
export const draftFields = Draft.keyof().options
export const StoredDraft = Draft.partial()

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

/** Only changed fields are saved, so that the others follow the profile. */
export function changedFields(draft: Draft, before: Draft): Partial<Draft> {
  const changed = draftFields.filter((field) => draft[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, draft[field]]))
}
