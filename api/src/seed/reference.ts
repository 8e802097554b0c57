import { sql } from 'kysely'
import type { SectionName } from '@rootsquare/contract/sections'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import { anotherPeopleSlug } from '#api/domain/another-people.ts'
import { readGroups, readLgas, readStates } from './seed-files.ts'
import { publishableGroup, publishableSections } from './group-facts.ts'
import { lockForSeeding } from './seeding-lock.ts'

/** The group of members whose people have no group yet. Its members name their people at sign-up. */
const anotherPeople = {
  slug: anotherPeopleSlug,
  name: 'Another people',
  description: 'For everybody whose people do not have a group here yet.',
  language: null,
  greeting: null,
  state_codes: [],
  other_names: [],
  exonyms: [],
} satisfies SeedGroup

/**
 * Inserts states, LGAs and the first groups. It runs at every start. Data that only the files decide follows the files; data
 * that people may have edited (names, descriptions, pictures, sections) is only added. Rows that are right already are not
 * written.
 */
export async function seedReference(db: Db, now: Date): Promise<void> {
  const [states, lgas, groups] = await Promise.all([readStates(), readLgas(), readGroups()])
  await transact(db, async (tx) => {
    await lockForSeeding(tx, 'states')
    await seedStates(tx, states)
    await seedLgas(tx, lgas)
    await seedGroups(tx, [...groups.map(publishableGroup), anotherPeople], now)
    await fillSections(tx, groups.flatMap(publishableSections), { authorId: null, now })
  })
}

async function seedStates(tx: Tx, states: Awaited<ReturnType<typeof readStates>>): Promise<void> {
  await sql`
    insert into states (code, name, capital, zone)
    select code, name, capital, zone
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as source (code text, name text, capital text, zone text)
    except select code, name, capital, zone from states
    on conflict (code) do update set name = excluded.name, capital = excluded.capital, zone = excluded.zone
  `.execute(tx)
}

async function seedLgas(tx: Tx, lgas: Awaited<ReturnType<typeof readLgas>>): Promise<void> {
  await sql`
    insert into lgas (code, state_code, name, aliases)
    select code, state_code, name, aliases
      from jsonb_to_recordset(${JSON.stringify(lgas)}::jsonb) as source (code text, state_code text, name text, aliases text[])
    except select code, state_code, name, aliases from lgas
    on conflict (code) do update set state_code = excluded.state_code, name = excluded.name, aliases = excluded.aliases
  `.execute(tx)
}

type SeedGroup = Omit<ReturnType<typeof publishableGroup>, 'language'> & { language: string | null }

async function seedGroups(tx: Tx, groups: SeedGroup[], now: Date): Promise<void> {
  const source = sql`jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as source (
    slug text, name text, description text, language text, greeting text,
    state_codes text[], other_names text[], exonyms text[]
  )`
  // A group that people made before the files contained it becomes that of the files, because its name is taken.
  await sql`
    update groups set slug = source.slug from ${source}
     where groups.slug is null and lower(groups.name) = lower(source.name)
       and not exists (select from groups other where other.slug = source.slug)
  `.execute(tx)
  await sql`
    insert into groups (slug, name, description, created_at)
    select slug, name, description, ${now} from ${source}
     where not exists (select from groups where groups.slug = source.slug)
    on conflict do nothing
  `.execute(tx)
  await sql`
    update groups set language = source.language, greeting = source.greeting, state_codes = source.state_codes,
           other_names = source.other_names, exonyms = source.exonyms
      from ${source}
     where groups.slug = source.slug
       and (groups.language, groups.greeting, groups.state_codes, groups.other_names, groups.exonyms)
           is distinct from (source.language, source.greeting, source.state_codes, source.other_names, source.exonyms)
  `.execute(tx)
}

type NewSection = { slug: string; name: SectionName; detail?: string; description: string }

/** Fills only sections that nobody has written and nobody is writing at this moment. */
export async function fillSections(
  tx: Tx,
  sections: NewSection[],
  { authorId, now }: { authorId: number | null; now: Date },
): Promise<void> {
  await sql`
    with source as (
      select groups.id as group_id, source.name, coalesce(source.detail, '') as detail, source.description
        from jsonb_to_recordset(${JSON.stringify(sections)}::jsonb)
             as source (slug text, name text, detail text, description text)
        join groups on groups.slug = source.slug
        join sections on sections.group_id = groups.id and sections.name = source.name and sections.version_id is null
         for no key update of sections
    ), written as (
      insert into section_versions (group_id, name, detail, description, author_id, created_at)
      select group_id, name, detail, description, ${authorId}, ${now} from source
      returning id, group_id, name, detail, description, created_at
    )
    update sections set detail = written.detail, description = written.description, version_id = written.id,
           updated_at = written.created_at
      from written
     where sections.group_id = written.group_id and sections.name = written.name
  `.execute(tx)
}
