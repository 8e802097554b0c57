import type { Selectable } from 'kysely'
import { sectionNames, type Section } from '@rootsquare/contract/sections'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import { noSuchGroup } from './groups.ts'

export const sectionColumns = ['name', 'detail', 'description', 'version_id', 'updated_at'] as const
type SectionRow = Pick<Selectable<Tables['sections']>, (typeof sectionColumns)[number]>

/** Returns all six sections in their order, even those that nobody has written yet. */
export async function getGroupPage(db: Db, groupId: number) {
  const sections = await db
    .selectFrom('sections')
    .select(sectionColumns)
    .where('group_id', '=', groupId)
    .execute()
  if (sections.length === 0) throw noSuchGroup()
  return sections
    .toSorted((one, other) => sectionNames.indexOf(one.name) - sectionNames.indexOf(other.name))
    .map(shapeSection)
}

export function shapeSection({ version_id, updated_at, ...text }: SectionRow): Section {
  return { ...text, versionId: version_id, updatedDate: updated_at?.toISOString() ?? null }
}
