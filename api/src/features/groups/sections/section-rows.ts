import type { Section, SectionName } from '@rootsquare/contract/sections'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import { sectionColumns, shapeSection } from '#api/features/groups/list/group-page.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'

export type SectionText = { detail: string; description: string }
export type SectionKey = { groupId: number; name: SectionName }

export const isSameText = (one: SectionText, other: SectionText) =>
  one.detail === other.detail && one.description === other.description

export const staleSectionError = (message = 'Somebody has changed this section since you opened it.') =>
  conflict(message, 'STALE')

/** Locks the section, as every writer does. The next writer waits, and then sees what was written. */
export async function lockSection(tx: Tx, { groupId, name }: SectionKey) {
  const section = await tx
    .selectFrom('sections')
    .select(sectionColumns)
    .where('group_id', '=', groupId)
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!section) throw noSuchGroup()
  return section
}

/** Stores a new version. The caller has locked the section, so the newest version is always the current one. */
export async function insertVersion(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { groupId, name }: SectionKey,
  version: SectionText & { authorId: number; restoredFrom?: number },
): Promise<Section> {
  const { detail, description, authorId, restoredFrom } = version
  const now = clock.now()
  const written = {
    group_id: groupId,
    name,
    detail,
    description,
    author_id: authorId,
    restored_from: restoredFrom,
    created_at: now,
  }
  // One statement is used, because the next writer waits for it.
  const section = await tx
    .with('version', (db) => db.insertInto('section_versions').values(written).returning('id'))
    .updateTable('sections')
    .from('version')
    .set(({ ref }) => ({ detail, description, version_id: ref('version.id'), updated_at: now }))
    .where('group_id', '=', groupId)
    .where('name', '=', name)
    .returning(sectionColumns)
    .executeTakeFirstOrThrow()
  return shapeSection(section)
}
