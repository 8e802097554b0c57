import type { Group } from '@rootsquare/contract/groups'
import type { SearchQuery } from '@rootsquare/contract/search'
import type { Deps } from '#api/deps.ts'
import { loadMatches, matchGroups } from '#api/features/groups/list/match-groups.ts'
import { formatSearchCursor, parseSearchCursor, type SearchPage } from './search-cursor.ts'

/** Finds groups as the list of groups does. */
export async function searchGroups(
  { db }: Deps,
  { q, cursor, size }: SearchQuery,
): Promise<SearchPage<Group>> {
  const { at } = parseSearchCursor(cursor)
  const { matches, isSimilar } = await matchGroups(db, q)
  const end = at + size
  return {
    content: await loadMatches(db, matches.slice(at, end)),
    nextCursor: matches.length > end ? formatSearchCursor({ isSimilar, at: end }) : null,
    isSimilar,
  }
}
