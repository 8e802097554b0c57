import { z } from 'zod'
import { endpoint } from './lib/endpoint.ts'
import { ById, Id, IdInPath, text, Time } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'

/** The six sections of a group's page, in the order they are shown. */
export const sectionNames = ['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals'] as const
export const SectionName = z.enum(sectionNames)
export type SectionName = z.output<typeof SectionName>

export const leadLength = 300
export const sectionLength = 20_000
export const noteLength = 300
export const declineReasonLength = 300

const SectionText = z.object({
  detail: z.string().meta({ description: 'The lead.' }),
  description: z.string().meta({
    description:
      'The text, as written: `## ` headings, `**bold**`, `- ` or `1. ` lists, `[text](address)` links, `![description](address)` pictures.',
  }),
})

export const Section = SectionText.extend({
  name: SectionName,
  versionId: Id.nullable().meta({ description: 'Null where nothing was ever written.' }),
  updatedDate: Time.nullable(),
}).meta({ id: 'Section' })
export type Section = z.output<typeof Section>

export const getGroupPage = endpoint({
  method: 'GET',
  path: '/groups/page/:id',
  access: 'public',
  summary: 'The six sections of a group’s page; empty texts where nothing is written yet',
  params: ById,
  reply: z.array(Section),
  cache: 'etag',
  shared: 'all',
  mayLag: true,
})

/** The version that the editor started from. If there is a newer one, the response is 409 `STALE`. */
const BasedOn = Id.nullable().optional().meta({
  description:
    'The `versionId` that was changed, null for none; a newer one there is 409 `STALE`. Without it the newest is meant.',
})

export const NewSection = z.object({
  name: SectionName,
  detail: text(leadLength, 0),
  description: text(sectionLength, 0),
  basedOn: BasedOn,
})
export type NewSection = z.output<typeof NewSection>

export const writeSection = endpoint({
  method: 'POST',
  path: '/groups/:groupId/page/create',
  access: 'moderator',
  summary: 'Write a section of a group’s page; what stood there is kept as history',
  limits: ['section'],
  params: z.object({ groupId: IdInPath }),
  body: NewSection,
  reply: Section,
})

const OfSection = z.object({ id: IdInPath, name: SectionName })

export const Version = SectionText.extend({
  versionId: Id,
  userId: Id.nullable().meta({ description: 'Null where the product or somebody since erased wrote it.' }),
  username: z.string().nullable(),
  restoredFrom: Id.nullable().meta({ description: 'The version that was brought back.' }),
  acceptedBy: z.string().nullable().meta({ description: 'Who accepted it, where it was a proposal.' }),
  createdDate: Time,
}).meta({ id: 'Version' })
export type Version = z.output<typeof Version>

export const listVersions = endpoint({
  method: 'GET',
  path: '/groups/:id/page/:name/history',
  access: 'moderator',
  summary: 'All versions of a section, newest first; the first is the one that stands',
  params: OfSection,
  query: PageQuery,
  reply: paged(Version),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/groups/:id/page/:name/restore',
  access: 'moderator',
  summary: 'Bring an older version back, as the newest one',
  limits: ['section'],
  params: OfSection,
  body: z.object({ versionId: Id }),
  reply: Section,
})

const ProposalState = z.enum(['OPEN', 'ACCEPTED', 'DECLINED'])

export const Proposal = SectionText.extend({
  id: Id,
  groupId: Id,
  groupName: z.string(),
  name: SectionName,
  note: z.string().meta({ description: 'Why, in the proposer’s words.' }),
  state: ProposalState,
  reason: z.string().nullable().meta({ description: 'Why it was declined.' }),
  userId: Id,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  profileImage: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedDate: Time.nullable(),
  createdDate: Time,
  current: SectionText.meta({ description: 'What stands in the section now.' }),
  isStale: z.boolean().meta({ description: 'The section was changed after this was proposed.' }),
  can: z.object({ decide: z.boolean() }),
}).meta({ id: 'Proposal' })
export type Proposal = z.output<typeof Proposal>

export const NewProposal = NewSection.extend({ note: text(noteLength, 0).nullish() })
export type NewProposal = z.output<typeof NewProposal>

export const proposeSection = endpoint({
  method: 'POST',
  path: '/groups/:id/page/propose',
  access: 'member',
  summary: 'Propose a change of a section of a group one has joined; the same again while it is open: 409',
  limits: ['propose'],
  params: ById,
  body: NewProposal,
  reply: Proposal,
  message: 'Thank you. The moderators will look at it.',
})

export const ProposalsQuery = PageQuery.extend({
  groupId: IdInPath.optional(),
  state: z
    .enum([...ProposalState.options, 'DECIDED'])
    .optional()
    .meta({ description: '`DECIDED`: accepted or declined.' }),
})
export type ProposalsQuery = z.output<typeof ProposalsQuery>

export const listProposals = endpoint({
  method: 'GET',
  path: '/groups/proposals',
  access: 'member',
  summary:
    'The caller’s own proposals and those the caller may decide: open ones oldest first, else newest first',
  query: ProposalsQuery,
  reply: paged(Proposal),
})

export const Decision = z.object({
  state: z.enum(['ACCEPTED', 'DECLINED']),
  reason: text(declineReasonLength, 0).nullish(),
})
export type Decision = z.output<typeof Decision>

export const decideProposal = endpoint({
  method: 'PATCH',
  path: '/groups/proposals/:id',
  access: 'moderator',
  summary: 'Accept or decline a proposal; the member is told. Twice: 409; over a newer version: 409 `STALE`',
  params: ById,
  body: Decision,
  reply: Proposal,
})
