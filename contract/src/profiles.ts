import { z } from 'zod'
import { endpoint, getByMember } from './lib/endpoint.ts'
import { ById, Id, PersonName, Phone, text, Time } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'
import { Role, UserStatus } from './lib/roles.ts'

/** The name that is shown for an erased member. No username contains a space. */
export const deletedUserName = 'Deleted user'

export const Profile = z
  .object({
    id: Id,
    username: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    bio: z.string().nullable(),
    profileImage: z.string().nullable(),
    headerImage: z.string().nullable(),
    role: Role,
    status: UserStatus.optional().meta({ description: 'Only sent to staff, like `suspendedUntil`.' }),
    suspendedUntil: Time.nullable().optional(),
    groupId: Id.nullable(),
    groupName: z.string().nullable(),
    showGroup: z.boolean().optional().meta({ description: 'Only sent to the member, like `showPresence`.' }),
    showPresence: z
      .boolean()
      .optional()
      .meta({ description: 'Whether others see that the member is online or typing.' }),
    followersCount: z.int(),
    followingCount: z.int(),
    postsCount: z.int(),
    groupsCount: z.int(),
    itemsCount: z.int(),
    createdDate: Time,
    isFollowedByUser: z.boolean(),
    isBlockedByUser: z.boolean(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof Profile>

export const ProfileChange = z.object({
  firstname: PersonName.optional(),
  lastname: PersonName.optional(),
  phoneNumber: Phone.nullable().optional(),
  bio: text(255, 0).nullable().optional(),
  profileImage: z.string().max(1000).nullable().optional(),
  headerImage: z.string().max(1000).nullable().optional(),
  showGroup: z.boolean().optional(),
  showPresence: z.boolean().optional(),
})
export type ProfileChange = z.output<typeof ProfileChange>

/** All lists of members have entries of this shape. */
export const MemberEntry = z
  .object({
    id: Id,
    username: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    profileImage: z.string().nullable(),
    isFollowedByUser: z.boolean(),
  })
  .meta({ id: 'MemberEntry' })
export type MemberEntry = z.output<typeof MemberEntry>

export const getProfile = endpoint({
  ...getByMember,
  path: '/user/:id',
  summary: 'Get the profile of a member',
  params: ById,
  reply: Profile,
})

export const getProfileByUsername = endpoint({
  ...getByMember,
  path: '/user/by-username/:username',
  summary: 'Get the profile of a member by username, ignoring case',
  params: z.object({ username: z.string().max(60) }),
  reply: Profile,
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/user/update/:id',
  access: 'member',
  summary: 'Update one’s own profile. An absent field stays unchanged, null clears it',
  params: ById,
  body: ProfileChange,
  reply: Profile,
  message: 'Profile updated successfully',
})

export const searchMembers = endpoint({
  ...getByMember,
  path: '/user/search',
  summary: 'Search members by username, first or last name, ignoring case and accents. Best match first',
  limits: ['search'],
  query: PageQuery.extend({ q: text(100) }),
  reply: paged(MemberEntry),
})
