import { sql, type RawBuilder } from 'kysely'
import type { MemberEntry } from '@rootsquare/contract/profiles'
import { pageOf, type Paged, type PageQuery } from '@rootsquare/contract/lib/paged'
import { countRows } from '#api/db/count-rows.ts'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { entryColumns, isFollowed, visibleMembers } from '#api/domain/visibility.ts'

const wordsOf = (search: string) => search.split(/\s+/).slice(0, 8)

/** Builds the condition that every word is found. `has` builds the condition for the pattern of one word. */
export function matchesEveryWord(
  search: string,
  has: (pattern: RawBuilder<string>, word: string) => RawBuilder<unknown>,
) {
  const found = wordsOf(search).map((word) => has(sql<string>`('%' || fold_like(${word}) || '%')`, word))
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** Matches a row of `members` if its username, first name or last name contains every word. */
export const memberHasEveryWord = (search: string) =>
  matchesEveryWord(search, (pattern) => sql`members.search_text like ${pattern}`)

/** Searches members. Names that begin with the search text come first. */
export async function searchMembers(
  db: Db,
  viewer: Viewer,
  query: PageQuery & { q: string },
): Promise<Paged<MemberEntry>> {
  const total = await countRows(visibleMembers(db, viewer).where(memberHasEveryWord(query.q)))
  const bounds = { offset: query.page * query.size, limit: query.size }
  return pageOf(await findMembers(db, viewer, query.q, bounds), total, query)
}

type Bounds = { offset: number; limit: number }

export function findMembers(db: Db, viewer: Viewer, q: string, bounds: Bounds): Promise<MemberEntry[]> {
  return visibleMembers(db, viewer)
    .where(memberHasEveryWord(q))
    .select(entryColumns)
    .select(isFollowed(viewer).as('isFollowedByUser'))
    .orderBy(sql`lower(username) = fold(${q})`, 'desc')
    .orderBy(sql`(' ' || search_text) like '% ' || fold_like(${wordsOf(q)[0] ?? ''}) || '%'`, 'desc')
    .orderBy(sql`similarity(search_text, fold(${q}))`, 'desc')
    .orderBy('id')
    .limit(bounds.limit)
    .offset(bounds.offset)
    .execute()
}

/** Finds members whose names are spelt similarly to the search text. */
export function findSimilarMembers(
  db: Db,
  viewer: Viewer,
  q: string,
  bounds: Bounds,
): Promise<MemberEntry[]> {
  return visibleMembers(db, viewer)
    .innerJoin(
      sql<{ id: number; likeness: number }>`members_spelt_like(fold(${q}))`.as('spelt'),
      'spelt.id',
      'members.id',
    )
    .select(entryColumns)
    .select(isFollowed(viewer).as('isFollowedByUser'))
    .orderBy('spelt.likeness', 'desc')
    .orderBy('members.id')
    .limit(bounds.limit)
    .offset(bounds.offset)
    .execute()
}
