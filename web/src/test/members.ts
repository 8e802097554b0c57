import type { MemberEntry, Profile } from '@rootsquare/contract/profiles'
import type { MemberSuggestion } from '@rootsquare/contract/people'
import { profileWith } from '#web/test/profile.ts'

/** The profile of member 1, seen by herself unless overridden. */
export function sampleProfile(more: Partial<Profile> = {}): Profile {
  return profileWith({
    username: 'hauwa.d',
    firstname: 'Hauwa',
    lastname: 'Danladi',
    email: 'hauwa.d@example.com',
    phoneNumber: '2348030000000',
    bio: 'Leather and dye-pit guide in Kano.',
    groupId: 3,
    groupName: 'Hausa',
    showGroup: false,
    groupsCount: 1,
    createdDate: '2026-03-01T10:00:00.000Z',
    can: { update: true },
    ...more,
  })
}

/** The profile of member 2, as another member sees him. */
export function sampleOther(more: Partial<Profile> = {}): Profile {
  const names = { id: 2, username: 'bello', firstname: 'Bello', lastname: 'Musa' }
  return sampleProfile({ ...names, email: null, phoneNumber: null, can: { update: false }, ...more })
}

export function sampleEntry(id: number, more: Partial<MemberEntry> = {}): MemberEntry {
  const names = { username: `member${id}`, firstname: `Member${id}`, lastname: 'Of Many' }
  return { id, ...names, profileImage: null, isFollowedByUser: false, ...more }
}

export function suggestedMember(
  id: number,
  reason: MemberSuggestion['reason'] = 'POPULAR',
): MemberSuggestion {
  return { ...sampleEntry(id), reason }
}

/** Returns the only page of a list. */
export function onlyPage<T>(content: T[]) {
  return { content, last: true, totalPages: 1, totalElements: content.length, number: 0 }
}
