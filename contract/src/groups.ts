import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { ById, Id, IdInPath, nameText, text, Time } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'

export const groupNameLength = 80
export const groupDescriptionLength = 1000

export const Group = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    users: z.int().meta({ description: 'How many members.' }),
    image: z.string().nullable(),
    header: z.string().nullable(),
    stateCodes: z.array(z.string()),
    otherNames: z.array(z.string()),
    greeting: z.string().nullable(),
    lastPostDate: Time.nullable().meta({ description: 'When the newest post in it was written.' }),
    createdDate: Time,
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

export const groupSorts = ['name', 'members', 'active'] as const
export type GroupSort = (typeof groupSorts)[number]

export const GroupsQuery = PageQuery.extend({
  name: text(100, 0).optional(),
  sort: z
    .enum(groupSorts, 'Must be name, members or active.')
    .optional()
    .meta({ description: '`active`: most posts of 30 days first.' }),
})
export type GroupsQuery = z.output<typeof GroupsQuery>

export const listGroups = endpoint({
  method: 'GET',
  path: '/groups',
  access: 'public',
  summary:
    'The groups by name; `name` finds them without regard to case or accents, by their other names and by their states',
  query: GroupsQuery,
  reply: paged(Group),
  cache: 'etag',
  maxAgeSeconds: 10,
  shared: 'all',
  mayLag: true,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/groups/:id',
  access: 'public',
  summary: 'One group',
  params: ById,
  reply: Group,
  cache: 'etag',
  shared: 'all',
  mayLag: true,
})

export const listMemberGroups = endpoint({
  method: 'GET',
  path: '/user/group-list',
  access: 'member',
  mayLag: 'others',
  summary: 'The groups that the caller, or the member `userId`, has joined, by name',
  query: PageQuery.extend({ userId: IdInPath.optional() }),
  reply: paged(Group),
})

export const GroupSuggestion = z.object({
  ...Group.shape,
  reason: z.enum(['OWN_STATE', 'FRIENDS', 'POPULAR']),
})
export type GroupSuggestion = z.output<typeof GroupSuggestion>

export const suggestGroups = endpoint({
  method: 'GET',
  path: '/groups/suggestions',
  access: 'member',
  mayLag: true,
  shed: 'first',
  summary: 'Groups that the caller may like to join',
  reply: z.array(GroupSuggestion),
})

const Picture = z.string().max(1000).nullable()

export const NewGroup = z.object({
  name: nameText(groupNameLength),
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
  summary: 'Open a group; its name is unique without regard to case',
  body: NewGroup,
  reply: Group,
  message: 'Group created successfully',
  isIdempotent: true,
})

const Joined = z.object({ joined: z.boolean() })

export const joinGroup = endpoint({
  method: 'POST',
  path: '/groups/join/:id',
  access: 'member',
  checksSession: true,
  summary: 'Join a group; repeating is harmless',
  limits: ['join'],
  params: ById,
  reply: Joined,
})

export const exitGroup = endpoint({
  method: 'DELETE',
  path: '/groups/exit/:id',
  access: 'member',
  checksSession: true,
  summary: 'Leave a group; repeating is harmless. Whoever moderated it does so no more',
  params: ById,
  reply: Joined,
})

export const Standing = z
  .object({
    joined: z.boolean(),
    moderator: z.boolean(),
    can: z.object({
      post: z.boolean(),
      propose: z.boolean().meta({ description: 'Propose a change of a section.' }),
      edit: z.boolean().meta({ description: 'Write sections and decide on proposals.' }),
      appoint: z.boolean().meta({ description: 'Make moderators and end it.' }),
      analytics: z.boolean(),
    }),
    openProposals: z.int().meta({ description: 'How many wait for the caller’s decision.' }),
  })
  .meta({ id: 'Standing' })
export type Standing = z.output<typeof Standing>

export const getStanding = endpoint({
  method: 'GET',
  path: '/groups/group-user/:id',
  access: 'member',
  summary: 'Where the caller stands in a group',
  params: ById,
  reply: Standing,
})

export const GroupMember = MemberEntry.extend({ isModerator: z.boolean() }).meta({ id: 'GroupMember' })
export type GroupMember = z.output<typeof GroupMember>

export const GroupMembersQuery = PageQuery.extend({ q: text(100, 0).optional() })
export type GroupMembersQuery = z.output<typeof GroupMembersQuery>

export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/groups/members/:id',
  access: 'member',
  mayLag: true,
  summary: 'The members of a group: moderators first, then the newest; `q` searches their names',
  params: ById,
  query: GroupMembersQuery,
  reply: paged(GroupMember),
})

export const makeModerator = endpoint({
  method: 'POST',
  path: '/user/admin/moderator/create',
  access: 'admin',
  summary: 'Make a member of a group its moderator; whoever is one already, or is no member: 409',
  body: z.object({ groupId: Id, userId: Id }),
  reply: Nothing,
  message: 'The member is now a moderator.',
})

export const endModerator = endpoint({
  method: 'DELETE',
  path: '/user/admin/moderator/:groupId/:userId',
  access: 'admin',
  summary: 'End it that a member moderates a group',
  params: z.object({ groupId: IdInPath, userId: IdInPath }),
  reply: Nothing,
  message: 'The member is a moderator no more.',
})
