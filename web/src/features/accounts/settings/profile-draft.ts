import type { Profile, ProfileChange } from '@rootsquare/contract/accounts'
import { PersonName, Phone, text } from '@rootsquare/contract/fields'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

export const draftFields = ['firstname', 'lastname', 'phoneNumber', 'bio'] as const
export type DraftField = (typeof draftFields)[number]
export type Draft = Record<DraftField, string>

export const longestBio = 255
export const counterFrom = 200

export function draftOf(profile: Profile): Draft {
  const { firstname, lastname, phoneNumber, bio } = profile
  return { firstname, lastname, phoneNumber: phoneNumber ?? '', bio: bio ?? '' }
}

/** As a person counts: `ọ̀` is two code points, never four bytes. */
export function bioLength(bio: string): number {
  return [...bio.trim()].length
}

const nameTrouble = fieldErrorIn(PersonName)
const digitsTrouble = fieldErrorIn(Phone)

export const draftTroubles = {
  firstname: nameTrouble,
  lastname: nameTrouble,
  phoneNumber: (typed: string) => (digitsOf(typed) === '' ? null : digitsTrouble(digitsOf(typed))),
  bio: fieldErrorIn(text(longestBio, 0)),
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
