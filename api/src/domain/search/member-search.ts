import { sql, type RawBuilder } from 'kysely'
import type { MemberEntry } from '@rootsquare/contract/profiles'
import { pageOf, type Paged, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { entryColumns, isFollowed, visibleMembers } from '#api/domain/visibility.ts'

const wordsOf = (search: string) => search.split(/\s+/).slice(0, 8)

/** Where every word is somewhere; `has` says where, of the pattern that finds the word. */
export function everyWord(
  search: string,
  has: (pattern: RawBuilder<string>, word: string) => RawBuilder<unknown>,
) {
  const found = wordsOf(search).map((word) => has(sql<string>`('%' || fold_like(${word}) || '%')`, word))
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** A row of `members` that has every word somewhere in username, first or last name. */
export const hasEveryWord = (search: string) =>
  everyWord(search, (pattern) => sql`members.search_text like ${pattern}`)

/** Names that begin with it come first. */
export async function searchMembers(
  db: Db,
  viewer: Viewer,
  query: PageQuery & { q: string },
): Promise<Paged<MemberEntry>> {
  const { total } = await visibleMembers(db, viewer)
    .where(hasEveryWord(query.q))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const bounds = { offset: query.page * query.size, limit: query.size }
  return pageOf(await findMembers(db, viewer, query.q, bounds), total, query)
}

type Bounds = { offset: number; limit: number }

export function findMembers(db: Db, viewer: Viewer, q: string, bounds: Bounds): Promise<MemberEntry[]> {
  return visibleMembers(db, viewer)
    .where(hasEveryWord(q))
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

/** Members whose names are spelt about like the typed ones. */
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
