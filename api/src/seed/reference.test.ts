import { sql, type Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { untilWaiting } from '#api/test/waiting.ts'
import { insertRow, readRow, updateRows } from '#api/test/rows.ts'
import { readGroups, type Fact } from './seed-files.ts'
import { seedReference } from './reference.ts'

const later = new Date('2030-01-01T00:00:00Z')

/** Returns everything that the seed writes, with the version of each row, which shows whether it was written again. */
async function snapshot({ deps: { db } }: TestApp) {
  const tables = ['states', 'lgas', 'groups', 'sections', 'section_versions'] as const
  const read = (table: (typeof tables)[number]) =>
    sql`select xmin::text, ${sql.table(table)}.* from ${sql.table(table)} order by 2, 3`.execute(db)
  return (await Promise.all(tables.map(read))).map(({ rows }) => rows)
}

async function counts({ deps: { db } }: TestApp) {
  const counted = await sql<Record<string, number>>`
    select (select count(*) from states) as states, (select count(*) from lgas) as lgas,
           (select count(*) from groups) as groups, (select count(*) from sections) as sections,
           (select count(*) from section_versions) as versions
  `.execute(db)
  return counted.rows[0]
}

const emptyReference = ({ deps: { db } }: TestApp) => sql`truncate states, groups cascade`.execute(db)

describe('the reference data of a new database', async () => {
  const app = await sharedApp()

  test('is 37 states, 774 LGAs and 88 groups and that of other peoples', async () => {
    expect(await counts(app)).toMatchObject({ states: 37, lgas: 774, groups: 89, sections: 6 * 89 })
  })

  test('contains the other names of LGAs', async () => {
    const code = 'NG-FC-ABUJA-MUNICIPAL-AREA-COUNCIL'
    const amac = await readRow(app.deps.db, 'lgas', { code }, ['aliases'])
    expect(amac.aliases).toEqual(['AMAC', 'Municipal Area Council', 'Abuja Municipal'])
  })

  test('has only facts of high confidence', async () => {
    const facts = await readGroups()
    const isSure = (fact: Fact) => fact.confidence === 'seen' || fact.confidence === 'high'
    let unsureFacts = 0
    for (const group of facts) {
      const texts = await everythingOf(app, group.slug)
      const facts = [group.festival, group.craft, group.dish, group.greeting].filter((fact) => fact !== null)
      for (const fact of facts)
        expect(texts.includes(fact.value), `${group.slug}: ${fact.value}`).toBe(isSure(fact))
      unsureFacts += facts.filter((fact) => !isSure(fact)).length
    }
    expect(unsureFacts).toBe(20)
  })

  test('has no text for history and culture', async () => {
    const stored = app.deps.db.selectFrom('sections').select(['name', 'detail', 'description'])
    const sections = await stored.where('version_id', 'is not', null).execute()
    const names = new Set(sections.map((section) => section.name))
    expect(names).toEqual(new Set(['About', 'Art & Craft', 'Diet', 'Festivals']))
    expect(sections.filter((section) => section.description === '' || section.detail !== '')).toEqual([])
    const published = (await readGroups()).flatMap(({ about, craft, dish, festival }) =>
      [craft, dish, festival].flatMap((fact) => fact?.value ?? []).concat(about),
    )
    const isFromFile = (text: string) => published.some((value) => text.startsWith(value))
    expect(sections.filter((section) => !isFromFile(section.description))).toEqual([])
    expect((await counts(app))?.['versions']).toBe(sections.length)
  })

  test('stores a first version for every section that has a text', async () => {
    const { rows } = await sql`
      select sections.* from sections left join section_versions as version on version.id = version_id
       where (sections.group_id, sections.name, sections.detail, sections.description, updated_at, version.author_id)
             is distinct from
             (version.group_id, version.name, version.detail, version.description, version.created_at, null)
         and not (version_id is null and updated_at is null and sections.detail = '' and sections.description = '')
    `.execute(app.deps.db)
    expect(rows).toEqual([])
  })
})

/** Returns everything that is stored of a group, as one text. */
async function everythingOf({ deps: { db } }: TestApp, slug: string): Promise<string> {
  const rows = await sql<{ texts: unknown }>`
    select to_jsonb(groups) as texts from groups where slug = ${slug}
    union all
    select to_jsonb(sections) from sections join groups on groups.id = group_id where slug = ${slug}
  `.execute(db)
  return JSON.stringify(rows.rows).replaceAll('\\"', '"')
}

describe('seeding again', () => {
  test('writes nothing if nothing has changed', async () => {
    const app = await temporaryApp()
    const before = await snapshot(app)
    await seedReference(app.deps.db, later)
    expect(await snapshot(app)).toEqual(before)
  })

  test('fills an empty database once from five nodes at the same time', async () => {
    const app = await temporaryApp()
    const whole = await counts(app)
    await emptyReference(app)
    await Promise.all(Array.from({ length: 5 }, () => seedReference(app.deps.db, later)))
    expect(await counts(app)).toEqual(whole)
  })

  test('leaves nothing when it is interrupted, and then runs again', async () => {
    const app = await temporaryApp()
    const { db } = app.deps
    const whole = await counts(app)
    await emptyReference(app)
    await sql`alter table section_versions add constraint cut check (name <> 'Diet') not valid`.execute(db)
    await expect(seedReference(db, later)).rejects.toThrow('cut')
    expect(await counts(app)).toEqual({ states: 0, lgas: 0, groups: 0, sections: 0, versions: 0 })
    await sql`alter table section_versions drop constraint cut`.execute(db)
    await seedReference(db, later)
    expect(await counts(app)).toEqual(whole)
  })
})

type SectionText = Omit<Insertable<Tables['section_versions']>, 'created_at'>

/** Changes a section as a moderator would. */
async function rewrite(db: Db, { group_id, name, ...text }: SectionText): Promise<void> {
  const version = { group_id, name, ...text, created_at: new Date() }
  const { id } = await insertRow(db, 'section_versions', version)
  const current = { ...text, version_id: id, updated_at: version.created_at }
  await updateRows(db, 'sections', { group_id, name }, current)
}

describe('an upgrade', () => {
  test('writes an empty section, unless a member is writing it at this moment', async () => {
    const app = await temporaryApp()
    const { db } = app.deps
    const { id: group_id } = await readRow(db, 'groups', { slug: 'tiv' }, ['id'])
    const bare = { description: '', version_id: null, updated_at: null }
    await db.updateTable('sections').set(bare).where('group_id', '=', group_id).execute()
    await db.deleteFrom('section_versions').where('group_id', '=', group_id).execute()
    let seeding = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await rewrite(tx, { group_id, name: 'Diet', detail: '', description: 'Ours' })
      seeding = seedReference(db, later)
      await untilWaiting(app, 1)
    })
    await seeding
    const sections = db.selectFrom('sections').select(['name', 'description', 'version_id'])
    const stands = await sections.where('group_id', '=', group_id).execute()
    expect(stands).toContainEqual({ name: 'Diet', description: 'Ours', version_id: expect.any(Number) })
    const unwritten = stands.filter(({ version_id }) => version_id === null).map(({ name }) => name)
    expect(unwritten.toSorted()).toEqual(['Culture', 'History'])
    const versions = db.selectFrom('section_versions').select('name').where('group_id', '=', group_id)
    expect(await versions.execute()).toHaveLength(4)
  })

  test('leaves edited texts as they are', async () => {
    const app = await temporaryApp()
    const { db } = app.deps
    const { id } = await readRow(db, 'groups', { slug: 'tiv' }, ['id'])
    const pictures = { image: '/media/a.webp', header: '/media/b.webp' }
    const edited = { name: 'Tiv people', description: 'Ours.', ...pictures }
    await db.updateTable('groups').set(edited).where('id', '=', id).execute()
    await rewrite(db, { group_id: id, name: 'Diet', detail: 'Our lead', description: '' })
    await rewrite(db, { group_id: id, name: 'History', detail: '', description: 'We came from Swem.' })
    await rewrite(db, { group_id: id, name: 'Festivals', detail: '', description: '' })
    const before = await snapshot(app)
    await seedReference(db, later)
    expect(await snapshot(app)).toEqual(before)
  })

  test('restores what only the files decide', async () => {
    const app = await temporaryApp()
    const { db } = app.deps
    const stored = () =>
      Promise.all([
        db.selectFrom('states').selectAll().orderBy('code').execute(),
        db.selectFrom('lgas').selectAll().orderBy('code').execute(),
        db.selectFrom('groups').selectAll().orderBy('id').execute(),
      ])
    const before = await stored()
    await db.updateTable('states').set({ name: 'Old', capital: 'Old' }).where('code', '=', 'NG-LA').execute()
    await updateRows(db, 'lgas', { state_code: 'NG-KN' }, { name: 'Old', aliases: ['Older'] })
    const old = { language: 'Old', greeting: null, state_codes: [], other_names: ['Old'], exonyms: [] }
    await db.updateTable('groups').set(old).where('slug', 'in', ['igbo', 'hausa']).execute()
    await seedReference(db, later)
    expect(await stored()).toEqual(before)
  })

  test('adds a missing group, and takes over one with the same name', async () => {
    const app = await temporaryApp()
    const { db } = app.deps
    await db.deleteFrom('groups').where('slug', 'in', ['tiv', 'igbo', 'another-people']).execute()
    const group = { name: 'IGBO', description: 'Made by an admin.' }
    const made = await insertRow(db, 'groups', { ...group, created_at: app.clock.now() })
    await seedReference(db, later)
    expect(await counts(app)).toMatchObject({ groups: 89 })
    const columns = ['id', 'name', 'description', 'exonyms', 'created_at'] as const
    const stored = (slug: string) => readRow(db, 'groups', { slug }, [...columns])
    expect(await stored('igbo')).toMatchObject({ ...made, ...group, exonyms: ['Ibo'] })
    expect(await stored('another-people')).toMatchObject({ name: 'Another people', created_at: later })
    expect(await stored('tiv')).toMatchObject({ name: 'Tiv', created_at: later })
  })
})
