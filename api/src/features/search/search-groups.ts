import { sql, type RawBuilder } from 'kysely'
import type { Group } from '@rootsquare/contract/groups'
import type { SearchQuery } from '@rootsquare/contract/search'
import type { Deps } from '#api/deps.ts'
import { groupColumns, searchGroups, shapeGroup, stateNames } from '#api/features/groups/list/groups.ts'
import { searchTypedOrSimilar, slicePage, type SearchPage } from './search-cursor.ts'

/**
 * Finds groups with every typed word, otherwise with similar words, otherwise with any of them: `hausa fulani` are two
 * groups.
 */
export const searchGroupsByWords = (
  { db }: Deps,
  { q, cursor, size }: SearchQuery,
): Promise<SearchPage<Group>> =>
  searchTypedOrSimilar(cursor, async (position) => {
    const { isSimilar, at: offset } = position
    const groups = await searchGroups(db, { q, isSimilar, offset, limit: size + 1 })
    if (!isSimilar || groups.length > 0) return slicePage(groups, position, size)
    return slicePage(await findByAnyWord(db, q, { offset, limit: size + 1 }), position, size)
  })

type Slice = { offset: number; limit: number }

/**
 * Finds groups by whole words only, because the `and` between two names must not match the beginning of a third. A scan is
 * fast enough for a few hundred groups.
 */
async function findByAnyWord(db: Deps['db'], q: string, { offset, limit }: Slice): Promise<Group[]> {
  const wordsIn = (text: RawBuilder<string>) => sql<number>`(
    select count(*) from unnest(words_in(${q})) as typed (word) where word = any(words_in(${text})))`
  const wordsFound = wordsIn(sql`search_text || ' ' || ${stateNames}`)
  const groups = await db
    .selectFrom('groups')
    .select(groupColumns)
    .where(wordsFound, '>', 0)
    .orderBy(wordsIn(sql`search_text`), 'desc')
    .orderBy(wordsFound, 'desc')
    .orderBy('members_count', 'desc')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return groups.map(shapeGroup)
}
