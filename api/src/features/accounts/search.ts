import { sql } from 'kysely'
import type { MemberEntry } from '@rootsquare/contract/accounts'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { entryColumns, isFollowed, visibleMembers } from './visible-members.ts'

/** Every word somewhere in username, first or last name; names that begin with it come first. */
export async function searchMembers(
  db: Db,
  viewer: Viewer,
  query: PageQuery & { q: string },
): Promise<Paged<MemberEntry>> {
  const words = query.q.split(/\s+/).slice(0, 8)
  const found = words.reduce(
    (members, word) => members.where('search_text', 'like', sql<string>`'%' || fold_like(${word}) || '%'`),
    visibleMembers(db, viewer),
  )
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const content = await found
    .select(entryColumns)
    .select(isFollowed(viewer).as('isFollowedByUser'))
    .orderBy(sql`lower(username) = fold(${query.q})`, 'desc')
    .orderBy(sql`(' ' || search_text) like '% ' || fold_like(${words[0] ?? ''}) || '%'`, 'desc')
    .orderBy(sql`similarity(search_text, fold(${query.q}))`, 'desc')
    .orderBy('id')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  return pageOf(content, total, query)
}
