import type { Profile, ProfileChange } from '@rootsquare/contract/profiles'
import { PersonName, Phone, text } from '@rootsquare/contract/lib/fields'
import { z } from 'zod'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

const ProfileDraft = z.object({
  firstname: z.string(),
  lastname: z.string(),
  phoneNumber: z.string(),
  bio: z.string(),
})
export type ProfileDraft = z.infer<typeof ProfileDraft>
export const draftFields = ProfileDraft.keyof().options
export const StoredDraft = ProfileDraft.partial()

export const maxBioLength = 255
export const counterFrom = 200

export function draftOf(profile: Profile): ProfileDraft {
  const { firstname, lastname, phoneNumber, bio } = profile
  return { firstname, lastname, phoneNumber: phoneNumber ?? '', bio: bio ?? '' }
}

/** Counts code points: `ọ̀` counts as two, not as four bytes. */
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

/** Removes the spaces, dashes and plus of a phone number, because the server accepts only digits. */
function digitsOf(typed: string): string {
  return typed.replaceAll(/[\s()+.-]/g, '')
}

/** Returns only what differs from the start of the form, so that a change made elsewhere is not undone. */
export function profileChangesIn(
  draft: ProfileDraft,
  before: ProfileDraft,
): Omit<ProfileChange, 'profileImage' | 'headerImage'> {
  const typed = { ...draft, phoneNumber: digitsOf(draft.phoneNumber) }
  const changed = draftFields.flatMap((field) => {
    const value = typed[field].trim()
    return value === before[field] ? [] : [[field, value === '' ? null : value] as const]
  })
  return Object.fromEntries(changed)
}

/** Returns the changed fields. Only these are stored, so that the others follow the profile. */
export function changedFields(draft: ProfileDraft, before: ProfileDraft): Partial<ProfileDraft> {
  const changed = draftFields.filter((field) => draft[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, draft[field]]))
}
