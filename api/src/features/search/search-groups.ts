import { sql, type RawBuilder } from 'kysely'
import type { Group } from '@rootsquare/contract/groups'
import type { SearchQuery } from '@rootsquare/contract/search'
import type { Deps } from '#api/deps.ts'
import { groupColumns, searchGroups, shapeGroup, stateNames } from '#api/features/groups/list/groups.ts'
import { asTypedOrSimilar, pageAt, type Page } from './cursor.ts'

/** Groups with every word typed, otherwise with similar words, otherwise with any of them: `hausa fulani` are two groups. */
export const searchGroupsByWords = ({ db }: Deps, { q, cursor, size }: SearchQuery): Promise<Page<Group>> =>
  asTypedOrSimilar(cursor, async (position) => {
    const { isSimilar, at: offset } = position
    const groups = await searchGroups(db, { q, isSimilar, offset, limit: size + 1 })
    if (!isSimilar || groups.length > 0) return pageAt(groups, position, size)
    return pageAt(await findByAnyWord(db, q, { offset, limit: size + 1 }), position, size)
  })

type Slice = { offset: number; limit: number }

/** By whole words only: the `and` between two names is no beginning of a third. Scans the few groups. */
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
