import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Deps } from '#api/deps.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Nobody has this id, so nothing of a member can be in what is made for it. */
const anyMember: Viewer = { id: 0, role: 'USER', sessionId: '' }

/** Members without items, favourites and blocks see the same market. All others see their own. */
export async function marketReader({ db }: Deps, viewer: Viewer): Promise<Viewer> {
  if (isStaff(viewer.role)) return viewer
  const { rows } = await sql`
    select from items where seller_id = ${viewer.id} and deleted_at is null
    union all select from favorites where member_id = ${viewer.id}
    union all select from ${blockedEitherWay(viewer)} blocked
    limit 1`.execute(db)
  return rows.length === 0 ? anyMember : viewer
}
