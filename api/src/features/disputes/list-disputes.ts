import { sql } from 'kysely'
import { cursorListOf } from '@rootsquare/contract/lib/cursor-list'
import type { DisputePage, DisputeQuery } from '@rootsquare/contract/trade/disputes'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { roleOf, selectDisputes, shapeEntry, type DisputeRow } from './dispute-rows.ts'

/** Lists all disputes for staff, and for members their own as buyer or seller. */
export async function listDisputes(
  db: Db,
  viewer: Viewer,
  { state, own, cursor = 0, size }: DisputeQuery,
): Promise<DisputePage> {
  const isOwn = sql`(disputes.buyer_id = ${viewer.id} or disputes.seller_id = ${viewer.id})`
  const isOpen = state === 'OPEN' ? sql`=` : sql`<>`
  const which = sql`${isStaff(viewer.role) && !own ? sql`true` : isOwn}
    and ${state === undefined ? sql`true` : sql`disputes.state ${isOpen} 'OPEN'`} and sort_key > ${cursor}`
  const { rows } = await sql<DisputeRow>`${selectDisputes(which)} limit ${size + 1}`.execute(db)
  const { content, nextCursor } = cursorListOf(rows, size, (row) => row.sort_key)
  return { content: content.map((row) => shapeEntry(row, roleOf(row, viewer) ?? 'staff')), nextCursor }
}
