import { sql } from 'kysely'
import type { Seller } from '@rootsquare/contract/trade/sellers'
import type { Rating } from '@rootsquare/contract/trade/ratings'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { canOpenProfile, noSuchMember } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** With fewer buyers the viewer could guess who they are. */
const minBuyers = 3

type Row = {
  created_at: Date
  sales: number
  buyers: number
  groups: Seller['sharedGroups'] | null
  rating: Rating | null
}

export async function getSeller(db: Db, viewer: Viewer, memberId: number): Promise<Seller> {
  const { rows } = await sql<Row>`
    select created_at, coalesce((select n from finished_sales where seller_id = members.id), 0) as sales,
      ${buyersFollowed(viewer)} as buyers, ${sharedGroups(viewer)} as groups,
      (select json_build_object('average', average, 'count', count) from seller_ratings where seller_id = members.id) as rating
    from members
    where members.id = ${memberId} and ${canOpenProfile(viewer)}`.execute(db)
  const seller = rows[0]
  if (!seller) throw noSuchMember()
  return {
    memberSince: seller.created_at.toISOString(),
    finishedSales: seller.sales,
    sharedGroups: seller.groups ?? [],
    buyersYouFollow: seller.buyers < minBuyers ? null : seller.buyers,
    rating: seller.rating ?? { average: null, count: 0 },
  }
}

/** Reads the orders of each member whom the viewer follows, because a seller may have very many more buyers. */
const buyersFollowed = (viewer: Viewer) => sql`(
  select count(*) from follows where follower_id = ${viewer.id} and (
    select true from orders join order_lines on order_id = orders.id
    where buyer_id = followed_id and seller_id = members.id and finished_at is not null limit 1))`

/** Leaves out the group of a member who hides it, as the list of its members does (docs/decisions/0014). */
function sharedGroups(viewer: Viewer) {
  const isShown = isStaff(viewer.role)
    ? sql`true`
    : sql`(members.shows_group or theirs.is_moderator or members.group_id is distinct from groups.id
        or members.id = ${viewer.id})`
  return sql`(
    select json_agg(json_build_object('id', groups.id, 'name', groups.name) order by groups.sort_name, groups.id)
    from memberships theirs
      join memberships own on own.group_id = theirs.group_id and own.member_id = ${viewer.id}
      join groups on groups.id = theirs.group_id
    where theirs.member_id = members.id and ${isShown})`
}
