import { sql } from 'kysely'
import type { NewGroup } from '@rootsquare/contract/groups'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { requireOwnMedia } from '#api/domain/media-ownership.ts'
import { conflict, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { groupColumns, shapeGroup } from './group-rows.ts'

export async function createGroup(deps: Deps, viewer: Viewer, input: NewGroup) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const { image = null, header = null, stateCodes } = input
    await requireStates(tx, stateCodes)
    await requireOwnMedia(deps, tx, viewer.id, { image, header })
    await transferImages(tx, viewer, [image, header])
    const group = await tx
      .insertInto('groups')
      .values({
        name: input.name,
        description: input.description,
        image,
        header,
        state_codes: stateCodes,
        created_at: deps.clock.now(),
      })
      .onConflict((on) => on.expression(sql`lower(name)`).doNothing())
      .returning(groupColumns)
      .executeTakeFirst()
    if (!group) throw conflict({ name: 'A group with this name already exists.' }, 'TAKEN')
    await recordAudit(deps, tx, viewer, { action: 'CREATE_GROUP', target: { type: 'group', id: group.id } })
    return shapeGroup(group)
  })
}

async function requireStates(tx: Tx, codes: string[]): Promise<void> {
  if (codes.length === 0) return
  const known = await tx.selectFrom('states').select('code').where('code', 'in', codes).execute()
  if (known.length < codes.length) throw invalid({ stateCodes: 'There is no such state.' })
}

/** Makes the group the owner of its pictures, so that they are not deleted when the admin who opened it is erased. */
async function transferImages(tx: Tx, viewer: Viewer, images: (string | null)[]): Promise<void> {
  const urls = images.filter((url) => url !== null)
  if (urls.length === 0) return
  await tx
    .updateTable('media')
    .set({ owner_id: null })
    .where(({ or, eb }) => or([eb('url', 'in', urls), eb('thumbnail_url', 'in', urls)]))
    .where('owner_id', '=', viewer.id)
    .execute()
}
