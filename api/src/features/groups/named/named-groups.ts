import { sql } from 'kysely'
import type { NamedGroup } from '@rootsquare/contract/named-groups'
import { pageOf, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'

/** The names given by verified members. Sign-ups that nobody confirmed do not count (decision 3). */
export const waitingNames = sql`(
  select proposed.* from proposed_groups proposed join members on members.id = proposed.member_id
  where verified_at is not null and banned_at is null) as waiting`

/** Each name has the id and the spelling of whoever gave it first. */
export async function listNamedGroups(db: Db, query: PageQuery) {
  const { page, size } = query
  const names = sql<NamedGroup>`
    select min(id) as id, (array_agg(name order by id))[1] as name, count(*) as members
    from ${waitingNames} group by folded order by count(*) desc, folded limit ${size} offset ${page * size}`
  const total = sql<{ total: number }>`select count(distinct folded) as total from ${waitingNames}`
  const [content, counted] = await Promise.all([names.execute(db), total.execute(db)])
  return pageOf(content.rows, counted.rows[0]?.total ?? 0, query)
}
