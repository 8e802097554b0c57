import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint, getByMember, Nothing, postByMember, sharedByAll } from './lib/endpoint.ts'
import { ById, GroupName, Id, IdInPath, text, Time } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'

export const groupDescriptionLength = 1000

export const Group = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    users: z.int().meta({ description: 'The number of members.' }),
    image: z.string().nullable(),
    header: z.string().nullable(),
    stateCodes: z.array(z.string()),
    otherNames: z.array(z.string()),
    greeting: z.string().nullable(),
    lastPostDate: Time.nullable().meta({ description: 'When the newest post in the group was written.' }),
    createdDate: Time,
    also: z
      .string()
      .optional()
      .meta({ description: 'In a search: the other name that matches, unless the name itself does.' }),
    isAnotherPeople: z
      .boolean()
      .optional()
      .meta({ description: 'True only for the group of those whose people have no group yet.' }),
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

export const groupSorts = ['name', 'members', 'active'] as const
export type GroupSort = (typeof groupSorts)[number]

export const GroupsQuery = PageQuery.extend({
  name: text(100, 0).optional(),
  sort: z.enum(groupSorts, 'Must be name, members or active.').optional().meta({
    description:
      '`active`: groups with the most posts in the last 30 days first. By default the best match for `name` comes first.',
  }),
})
export type GroupsQuery = z.output<typeof GroupsQuery>

export const listGroups = endpoint({
  method: 'GET',
  path: '/groups',
  access: 'public',
  summary:
    'List groups. `name` finds the same as the search for groups: other names, states and misspelt words too',
  query: GroupsQuery,
  reply: paged(Group),
  ...sharedByAll,
  maxAgeSeconds: 10,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/groups/:id',
  access: 'public',
  summary: 'Get a group',
  params: ById,
  reply: Group,
  ...sharedByAll,
})

export const listMemberGroups = endpoint({
  ...getByMember,
  path: '/user/group-list',
  summary: 'List the groups that the caller, or the member `userId`, has joined, sorted by name',
  query: PageQuery.extend({ userId: IdInPath.optional() }),
  reply: paged(Group),
})

export const GroupSuggestion = z.object({
  ...Group.shape,
  reason: z.enum(['OWN_STATE', 'FRIENDS', 'POPULAR']),
})
export type GroupSuggestion = z.output<typeof GroupSuggestion>

export const suggestGroups = endpoint({
  ...getByMember,
  path: '/groups/suggestions',
  summary: 'Suggest groups that the caller may want to join',
  reply: z.array(GroupSuggestion),
})

const Picture = z.string().max(1000).nullable()

export const NewGroup = z.object({
  name: GroupName,
  description: text(groupDescriptionLength),
  image: Picture.optional(),
  header: Picture.optional(),
  stateCodes: z
    .array(z.string().max(10), 'Choose states.')
    .max(37, 'There are 37 states.')
    .nullish()
    .transform((codes) => [...new Set(codes)]),
})
export type NewGroup = z.output<typeof NewGroup>

export const createGroup = endpoint({
  method: 'POST',
  path: '/groups/create',
  access: 'admin',
  summary: 'Create a group. Its name must be unique, ignoring case',
  body: NewGroup,
  reply: Group,
  message: 'Group created successfully',
  isIdempotent: true,
})

const Joined = z.object({ joined: z.boolean() })

export const joinGroup = endpoint({
  ...postByMember,
  path: '/groups/join/:id',
  summary: 'Join a group. Safe to repeat',
  limits: ['join'],
  params: ById,
  reply: Joined,
})

export const leaveGroup = endpoint({
  method: 'DELETE',
  path: '/groups/exit/:id',
  access: 'member',
  summary: 'Leave a group. A moderator loses that role. Safe to repeat',
  params: ById,
  reply: Joined,
})

export const GroupMembership = z
  .object({
    joined: z.boolean(),
    moderator: z.boolean(),
    can: z.object({
      post: z.boolean(),
      propose: z.boolean().meta({ description: 'Propose a change to a section.' }),
      edit: z.boolean().meta({ description: 'Write sections and decide on proposals.' }),
      appoint: z.boolean().meta({ description: 'Appoint and remove moderators.' }),
      analytics: z.boolean(),
    }),
    openProposals: z
      .int()
      .meta({ description: 'The number of proposals that wait for the caller’s decision.' }),
  })
  .meta({ id: 'GroupMembership' })
export type GroupMembership = z.output<typeof GroupMembership>

export const getMembership = endpoint({
  ...getByMember,
  path: '/groups/group-user/:id',
  summary: 'Get the caller’s membership and permissions in a group',
  params: ById,
  reply: GroupMembership,
})

export const GroupMember = MemberEntry.extend({ isModerator: z.boolean() }).meta({ id: 'GroupMember' })
export type GroupMember = z.output<typeof GroupMember>

export const GroupMembersQuery = PageQuery.extend({ q: text(100, 0).optional() })
export type GroupMembersQuery = z.output<typeof GroupMembersQuery>

export const listGroupMembers = endpoint({
  ...getByMember,
  path: '/groups/members/:id',
  summary: 'List the members of a group, moderators first, then newest first. `q` searches their names',
  params: ById,
  query: GroupMembersQuery,
  reply: paged(GroupMember),
})

export const makeModerator = endpoint({
  method: 'POST',
  path: '/user/admin/moderator/create',
  access: 'admin',
  summary: 'Make a group member a moderator. 409 if already a moderator or not in the group',
  body: z.object({ groupId: Id, userId: Id }),
  reply: Nothing,
  message: 'The member is now a moderator.',
})

export const removeModerator = endpoint({
  method: 'DELETE',
  path: '/user/admin/moderator/:groupId/:userId',
  access: 'admin',
  summary: 'Remove the moderator role from a member of a group',
  params: z.object({ groupId: IdInPath, userId: IdInPath }),
  reply: Nothing,
  message: 'The member is no longer a moderator.',
})
