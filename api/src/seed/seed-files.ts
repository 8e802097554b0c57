import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { altLength } from '@rootsquare/contract/posts'
import { Role } from '@rootsquare/contract/lib/roles'
import {
  ProposalDecision,
  leadLength,
  noteLength,
  SectionName,
  sectionLength,
} from '@rootsquare/contract/sections'

const NamedCode = z.object({ code: z.string(), name: z.string() })
const StatesWithLgas = z.array(NamedCode.extend({ lgas: z.array(NamedCode) }))
const StatesMeta = z.array(NamedCode.extend({ capital: z.string(), zone: z.string() }))
const Aliases = z.record(z.string(), z.array(z.string()))

const Confidence = z.enum(['seen', 'high', 'medium', 'low'])
const Fact = z.object({
  value: z.string().min(1),
  confidence: Confidence,
  /** The value `state` marks a fact that is attested for the area as a whole, not for this group by name. */
  scope: z.literal('state').optional(),
})
export type Fact = z.output<typeof Fact>

const GroupFacts = z.object({
  slug: z.string(),
  name: z.string(),
  altNames: z.array(z.string()),
  exonyms: z.array(z.string()),
  states: z.array(z.string()),
  statesConfidence: Confidence,
  language: z.string(),
  about: z.string(),
  festival: Fact.nullable(),
  craft: Fact.nullable(),
  dish: Fact.nullable(),
  greeting: Fact.nullable(),
})
export type GroupFacts = z.output<typeof GroupFacts>

const DemoMember = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  stateCode: z.string(),
  lgaCode: z.string(),
  email: z.string(),
  groupSlug: z.string(),
  bio: z.string(),
  role: Role,
  portrait: z.string().optional(),
  header: z.string().optional(),
})
export type DemoMember = z.output<typeof DemoMember>

const DemoPost = z.object({
  author: z.string(),
  groupSlug: z.string().nullable(),
  location: z.string(),
  caption: z.string(),
  hoursAgo: z.number().positive(),
})
export type DemoPost = z.output<typeof DemoPost>

/** A comment. `replyTo` is the author of the answered comment, which is their last one on the post so far. */
const DemoComment = z.object({
  postIndex: z.int(),
  author: z.string(),
  text: z.string(),
  replyTo: z.string().optional(),
})
export type DemoComment = z.output<typeof DemoComment>

const DemoItem = z.object({
  category: z.string(),
  name: z.string(),
  description: z.string(),
  priceKobo: z.int(),
  stock: z.int(),
  seller: z.string(),
  isApproved: z.boolean(),
  picture: z.string(),
})
export type DemoItem = z.output<typeof DemoItem>

const DemoPicture = z.object({
  post: z.int(),
  file: z.string(),
  alt: z.string().min(1).max(altLength),
})
export type DemoPicture = z.output<typeof DemoPicture>

const SectionText = z.object({
  name: SectionName,
  detail: z.string().max(leadLength),
  description: z.string().max(sectionLength),
})
const DemoVersion = SectionText.extend({
  groupSlug: z.string(),
  author: z.string(),
  hoursAgo: z.number().positive(),
})
const DemoProposal = DemoVersion.extend({
  note: z.string().max(noteLength),
  decision: ProposalDecision.extend({ by: z.string(), hoursAgo: z.number().positive() }).optional(),
})
export type DemoProposal = z.output<typeof DemoProposal>

/** The texts for sections. An invitation fills an unwritten section; `{group}` is replaced by the name of the group. */
const DemoSections = z.object({
  invitations: z.array(SectionText),
  versions: z.array(DemoVersion),
  proposals: z.array(DemoProposal),
})
export type DemoSections = z.output<typeof DemoSections>

const DemoFile = z.object({
  categories: z.array(z.string()),
  members: z.array(DemoMember),
  posts: z.array(DemoPost),
  comments: z.array(DemoComment),
  items: z.array(DemoItem),
})
export type DemoWorld = z.output<typeof DemoFile> & { pictures: DemoPicture[]; sections: DemoSections }

async function read<S extends z.ZodType>(name: string, schema: S): Promise<z.output<S>> {
  const text = await readFile(new URL(`data/${name}.json`, import.meta.url), 'utf8')
  return schema.parse(JSON.parse(text))
}

export const readStates = () => read('states-meta', StatesMeta)

export async function readLgas(): Promise<
  { code: string; state_code: string; name: string; aliases: string[] }[]
> {
  const [states, aliases] = await Promise.all([
    read('states-lgas', StatesWithLgas),
    read('lga-aliases', Aliases),
  ])
  return states.flatMap((state) =>
    state.lgas.map(({ code, name }) => ({
      code,
      state_code: state.code,
      name,
      aliases: aliases[code] ?? [],
    })),
  )
}

export const readGroups = () => read('groups', z.array(GroupFacts))

export async function readDemo(): Promise<DemoWorld> {
  const [world, comments, pictures, sections] = await Promise.all([
    read('demo', DemoFile),
    read('demo-comments', z.array(DemoComment)),
    read('demo-pictures', z.array(DemoPicture)),
    read('demo-sections', DemoSections),
  ])
  return { ...world, comments: [...world.comments, ...comments], pictures, sections }
}
