import type { Profile, ProfileChange } from '@rootsquare/contract/profiles'
import { PersonName } from '@rootsquare/contract/lib/fields'
import { z } from 'zod'
import { phoneDigits, phoneErrorIn } from '#web/lib/format/phone-number.ts'

const ProfileDraft = z.object({
  firstname: z.string(),
  lastname: z.string(),
  phoneNumber: z.string(),
  bio: z.string(),
})
export type ProfileDraft = z.infer<typeof ProfileDraft>
const draftFields = ProfileDraft.keyof().options
export const StoredDraft = ProfileDraft.partial()

export const maxBioLength = 255
export const counterFrom = 200

export function draftOf(profile: Profile): ProfileDraft {
  const { firstname, lastname, phoneNumber, bio } = profile
  return { firstname, lastname, phoneNumber: phoneNumber ?? '', bio: bio ?? '' }
}

export const profileRules = {
  firstname: PersonName,
  lastname: PersonName,
  phoneNumber: phoneErrorIn,
}

/** Returns only what differs from the start of the form, so that a change made elsewhere is not undone. */
export function profileChangesIn(
  draft: ProfileDraft,
  before: ProfileDraft,
): Omit<ProfileChange, 'profileImage' | 'headerImage'> {
  const typed = { ...draft, phoneNumber: phoneDigits(draft.phoneNumber) }
  const old = { ...before, phoneNumber: phoneDigits(before.phoneNumber) }
  const changed = draftFields.flatMap((field) => {
    const value = typed[field].trim()
    return value === old[field] ? [] : [[field, value === '' ? null : value] as const]
  })
  return Object.fromEntries(changed)
}

/** Returns the changed fields. Only these are stored, so that the others follow the profile. */
export function changedFields(draft: ProfileDraft, before: ProfileDraft): Partial<ProfileDraft> {
  const changed = draftFields.filter((field) => draft[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, draft[field]]))
}
