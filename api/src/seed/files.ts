import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Role } from '@rootsquare/contract/roles'

const Place = z.object({ code: z.string(), name: z.string() })
const StatesWithLgas = z.array(Place.extend({ lgas: z.array(Place) }))
const StatesMeta = z.array(Place.extend({ capital: z.string(), zone: z.string() }))
const Aliases = z.record(z.string(), z.array(z.string()))

const Confidence = z.enum(['seen', 'high', 'medium', 'low'])
const Fact = z.object({
  value: z.string().min(1),
  confidence: Confidence,
  /** `state`: attested for the area as a whole, not for this group by name. */
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
  email: z.string(),
  groupSlug: z.string(),
  bio: z.string(),
  role: Role,
})
export type DemoMember = z.output<typeof DemoMember>

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

export async function readDemoMembers(): Promise<DemoMember[]> {
  return (await read('demo', z.object({ members: z.array(DemoMember) }))).members
}
