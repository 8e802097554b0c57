import type { Profile } from '@rootsquare/contract/profiles'

/** The profile of a plain member, unless overridden. */
export function profileWith(rest: Partial<Profile> = {}): Profile {
  return {
    id: 1,
    username: 'ada',
    firstname: 'Ada',
    lastname: 'Obi',
    email: null,
    phoneNumber: null,
    bio: null,
    profileImage: null,
    headerImage: null,
    role: 'USER',
    groupId: null,
    groupName: null,
    followersCount: 0,
    followingCount: 0,
    postsCount: 0,
    groupsCount: 0,
    itemsCount: 0,
    createdDate: '2026-01-01T08:00:00.000Z',
    isFollowedByUser: false,
    isBlockedByUser: false,
    can: { update: false },
    ...rest,
  }
}
