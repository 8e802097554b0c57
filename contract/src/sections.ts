import { z } from 'zod'
import { endpoint, getByMember, postByMember, sharedByAll } from './lib/endpoint.ts'
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
  detail: z.string().meta({ description: 'The lead: a short introduction to the section.' }),
  description: z.string().meta({
    description:
      'The text with its markup: `## ` headings, `**bold**`, `- ` or `1. ` lists, `[text](address)` links, `![description](address)` pictures.',
  }),
})

export const Section = SectionText.extend({
  name: SectionName,
  versionId: Id.nullable().meta({ description: 'Null if nothing has been written yet.' }),
  updatedDate: Time.nullable(),
}).meta({ id: 'Section' })
export type Section = z.output<typeof Section>

export const getGroupPage = endpoint({
  method: 'GET',
  path: '/groups/page/:id',
  access: 'public',
  summary: 'Get the six sections of a group’s page. Sections that nobody has written yet are empty',
  params: ById,
  reply: z.array(Section),
  ...sharedByAll,
})

/** The version that the editor started from. If there is a newer one, the response is 409 `STALE`. */
const BasedOn = Id.nullable().optional().meta({
  description:
    'The `versionId` that the change is based on, null for none. 409 `STALE` if there is a newer one. If absent, the newest is assumed.',
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
  summary: 'Write a section of a group’s page. The previous text is stored as a version',
  limits: ['section'],
  params: z.object({ groupId: IdInPath }),
  body: NewSection,
  reply: Section,
})

const OfSection = z.object({ id: IdInPath, name: SectionName })

export const Version = SectionText.extend({
  versionId: Id,
  userId: Id.nullable().meta({
    description: 'Null if the product wrote it, or if its author has been erased.',
  }),
  username: z.string().nullable(),
  restoredFrom: Id.nullable().meta({ description: 'The version that was restored.' }),
  acceptedBy: z.string().nullable().meta({ description: 'Who accepted it, if it was a proposal.' }),
  createdDate: Time,
}).meta({ id: 'Version' })
export type Version = z.output<typeof Version>

export const listVersions = endpoint({
  method: 'GET',
  path: '/groups/:id/page/:name/history',
  access: 'moderator',
  summary: 'List all versions of a section, newest first. The first one is the current text',
  params: OfSection,
  query: PageQuery,
  reply: paged(Version),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/groups/:id/page/:name/restore',
  access: 'moderator',
  summary: 'Restore an older version of a section as the newest one',
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
  note: z.string().meta({ description: 'The reason that the proposer gave.' }),
  state: ProposalState,
  reason: z.string().nullable().meta({ description: 'Why the proposal was declined.' }),
  userId: Id,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  profileImage: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedDate: Time.nullable(),
  createdDate: Time,
  current: SectionText.meta({ description: 'The current text of the section.' }),
  isStale: z.boolean().meta({ description: 'True if the section was changed after the proposal.' }),
  can: z.object({ decide: z.boolean() }),
}).meta({ id: 'Proposal' })
export type Proposal = z.output<typeof Proposal>

export const NewProposal = NewSection.extend({ note: text(noteLength, 0).nullish() })
export type NewProposal = z.output<typeof NewProposal>

export const proposeSection = endpoint({
  ...postByMember,
  path: '/groups/:id/page/propose',
  summary:
    'Propose a change to a section. Only members of the group. 409 if the same proposal is already open',
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
    .meta({ description: '`DECIDED` selects accepted and declined ones.' }),
})
export type ProposalsQuery = z.output<typeof ProposalsQuery>

export const listProposals = endpoint({
  ...getByMember,
  path: '/groups/proposals',
  summary: 'List proposals by the caller and those to decide, newest first. With `state=OPEN`, oldest first',
  query: ProposalsQuery,
  reply: paged(Proposal),
})

export const ProposalDecision = z.object({
  state: z.enum(['ACCEPTED', 'DECLINED']),
  reason: text(declineReasonLength, 0).nullish(),
})
export type ProposalDecision = z.output<typeof ProposalDecision>

export const decideProposal = endpoint({
  method: 'PATCH',
  path: '/groups/proposals/:id',
  access: 'moderator',
  summary:
    'Accept or decline a proposal and notify its author. 409 if already decided, 409 `STALE` if outdated',
  params: ById,
  body: ProposalDecision,
  reply: Proposal,
})
