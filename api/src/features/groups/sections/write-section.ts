import type { NewSection } from '@rootsquare/contract/sections'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireEditor } from './editors.ts'
import { shapeSection } from '#api/features/groups/list/group-page.ts'
import { requireValidMarkup } from './section-markup.ts'
import { isSameText, lockSection, insertVersion, staleSectionError } from './section-rows.ts'

export async function writeSection(
  deps: Deps,
  viewer: Viewer,
  groupId: number,
  { name, basedOn, ...text }: NewSection,
) {
  const section = { groupId, name }
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await requireEditor(tx, viewer, groupId)
    const current = await lockSection(tx, section)
    // This comes before the version check, so that a repeated request after a lost response is not rejected as stale.
    if (isSameText(current, text)) return shapeSection(current)
    if (basedOn !== undefined && basedOn !== current.version_id) throw staleSectionError()
    await requireValidMarkup(deps, tx, groupId, text.description)
    const target = { type: 'group', id: groupId } as const
    await recordAudit(deps, tx, viewer, { action: 'WRITE_SECTION', detail: name, target })
    return insertVersion(deps, tx, section, { ...text, authorId: viewer.id })
  })
}
