import { sql } from 'kysely'
import { pageOf, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { Version } from '@rootsquare/contract/sections'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { forbidden, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { canEditGroup, requireEditor } from './editors.ts'
import { shapeSection } from '#api/features/groups/list/group-page.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'
import { isSameText, lockSection, insertVersion, type SectionKey, type SectionText } from './section-rows.ts'

type VersionRow = Omit<Version, 'createdDate'> & { created_at: Date }
type Listed = { mayEdit: boolean; total: number } & (VersionRow | { versionId: null })

/**
 * Lists the versions in one statement, whose first columns say whether the group exists and whether the viewer may read its
 * history.
 */
export async function listVersions(db: Db, viewer: Viewer, section: SectionKey, query: PageQuery) {
  const { rows } = await sql<Listed>`
    select ${canEditGroup(viewer, 'groups.id')} as "mayEdit",
           (select count(*) from section_versions where group_id = groups.id and name = ${section.name}) as total,
           page.*
      from groups left join lateral (${versionsOf(section, query)}) as page on true
     where groups.id = ${section.groupId}
     order by page."versionId" desc`.execute(db)
  const first = rows[0]
  if (!first) throw noSuchGroup()
  if (!first.mayEdit) throw forbidden()
  return pageOf(rows.flatMap(shapeVersion), first.total, query)
}

/** Shapes a version. The author of an accepted proposal is its proposer, and another field says who accepted it. */
function versionsOf({ groupId, name }: SectionKey, { page, size }: PageQuery) {
  return sql`
    select version.id as "versionId", version.detail, version.description, version.author_id as "userId",
           authors.username, version.restored_from as "restoredFrom", deciders.username as "acceptedBy",
           version.created_at
      from section_versions as version
      left join members as authors on authors.id = version.author_id
      left join proposals on proposals.version_id = version.id
      left join members as deciders on deciders.id = proposals.decided_by
     where version.group_id = ${groupId} and version.name = ${name}
     order by version.id desc limit ${size} offset ${page * size}`
}

function shapeVersion(row: Listed): Version[] {
  if (row.versionId === null) return []
  const { mayEdit: _, total: __, created_at, ...version } = row
  return [{ ...version, createdDate: created_at.toISOString() }]
}

export async function restoreVersion(deps: Deps, viewer: Viewer, section: SectionKey, versionId: number) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await requireEditor(tx, viewer, section.groupId)
    const text = await textOf(tx, section, versionId)
    const current = await lockSection(tx, section)
    if (isSameText(current, text)) return shapeSection(current)
    const target = { type: 'group', id: section.groupId } as const
    await recordAudit(deps, tx, viewer, { action: 'RESTORE_SECTION', detail: section.name, target })
    return insertVersion(deps, tx, section, { ...text, authorId: viewer.id, restoredFrom: versionId })
  })
}

async function textOf(tx: Tx, { groupId, name }: SectionKey, versionId: number): Promise<SectionText> {
  const version = await tx
    .selectFrom('section_versions')
    .select(['detail', 'description'])
    .where('id', '=', versionId)
    .where('group_id', '=', groupId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!version) throw notFound('No such version.')
  return version
}
