import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Deps } from '#api/deps.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** No member has this id, so a response that is made for it contains nothing of a member. */
const anyMember: Viewer = { id: 0, role: 'USER', sessionId: '' }

/** Returns the viewer for whom the market is read. Members without items, favourites and blocks share one cached view. */
export async function marketReader({ db }: Deps, viewer: Viewer): Promise<Viewer> {
  if (isStaff(viewer.role)) return viewer
  const { rows } = await sql`
    select from items where seller_id = ${viewer.id} and deleted_at is null
    union all select from favorites where member_id = ${viewer.id}
    union all select from ${blockedEitherWay(viewer)} blocked
    limit 1`.execute(db)
  return rows.length === 0 ? anyMember : viewer
}
