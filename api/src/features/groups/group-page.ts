import { sectionNames } from '@rootsquare/contract/groups'
import type { Section } from '@rootsquare/contract/groups'
import type { Db } from '#api/db/db.ts'
import { noSuchGroup } from './groups.ts'

/** All six sections in their order, whether or not anybody has written them. */
export async function getGroupPage(db: Db, groupId: number): Promise<Section[]> {
  const written = await db
    .selectFrom('groups')
    .leftJoin('sections', 'sections.group_id', 'groups.id')
    .select(['sections.name', 'sections.detail', 'sections.description'])
    .where('groups.id', '=', groupId)
    .execute()
  if (written.length === 0) throw noSuchGroup()
  return sectionNames.map((name) => {
    const section = written.find((row) => row.name === name)
    return { name, detail: section?.detail ?? '', description: section?.description ?? '' }
  })
}
