import type { NewSection, Section } from '@rootsquare/contract/sections'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { record } from '#api/features/accounts/audit.ts'
import { holdWriter } from '#api/features/accounts/hold-member.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { requireEditor } from './editors.ts'
import { shapeSection } from './group-page.ts'
import { holdSection, isSame, putVersion, stale } from './section-words.ts'

export async function writeSection(
  deps: Deps,
  viewer: Viewer,
  groupId: number,
  { name, basedOn, ...words }: NewSection,
): Promise<Section> {
  const place = { groupId, name }
  return transact(deps.db, async (tx) => {
    await holdWriter(deps, tx, viewer)
    await requireEditor(tx, viewer, groupId)
    const standing = await holdSection(tx, place)
    // Before the version is looked at: whoever did not get the answer and writes again has nothing to mend.
    if (isSame(standing, words)) return shapeSection(standing)
    if (basedOn !== undefined && basedOn !== standing.version_id) throw stale()
    const target = { type: 'group', id: groupId } as const
    await record(deps, tx, viewer, { action: 'WRITE_SECTION', detail: name, target })
    return putVersion(deps, tx, place, { ...words, authorId: viewer.id })
  })
}
