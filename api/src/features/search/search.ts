import type { Found, SearchQuery } from '@rootsquare/contract/search'
import type { Deps } from '#api/deps.ts'
import { findMembers, findSimilarMembers } from '#api/domain/search/member-search.ts'
import { listItems } from '#api/features/market/browse/items.ts'
import { hasUnknownWord } from '#api/features/market/browse/search-items.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { searchTypedOrSimilar, formatSearchCursor, slicePage, parseSearchCursor } from './search-cursor.ts'
import { searchGroups } from './search-groups.ts'
import { searchPosts } from './search-posts.ts'
import { searchTags } from './search-tags.ts'

export async function search(deps: Deps, viewer: Viewer, query: SearchQuery): Promise<Found> {
  switch (query.type) {
    case 'people':
      return { type: 'people', ...(await searchPeople(deps, viewer, query)) }
    case 'groups':
      return { type: 'groups', ...(await searchGroups(deps, query)) }
    case 'posts':
      return { type: 'posts', ...(await searchPosts(deps, viewer, query)) }
    case 'items':
      return { type: 'items', ...(await searchItems(deps, viewer, query)) }
    case 'tags':
      return { type: 'tags', ...(await searchTags(deps, viewer, query)) }
  }
}

const searchPeople = ({ db }: Deps, viewer: Viewer, { q, cursor, size }: SearchQuery) =>
  searchTypedOrSimilar(cursor, async (position) => {
    const find = position.isSimilar ? findSimilarMembers : findMembers
    // Usernames are shown with an @, so people also type and paste them with it.
    const name = q.replace(/^@(?=\S)/, '')
    return slicePage(await find(db, viewer, name, { offset: position.at, limit: size + 1 }), position, size)
  })

/** Searches items. The market's own search finds similar words by itself. */
async function searchItems(deps: Deps, viewer: Viewer, { q, cursor, size }: SearchQuery) {
  const page = parseSearchCursor(cursor).at
  const { content, last } = await listItems(deps, viewer, { name: q, page, size })
  const isSimilar = content.length > 0 && (await hasUnknownWord(deps.db, q))
  return {
    content,
    nextCursor: last ? null : formatSearchCursor({ isSimilar: false, at: page + 1 }),
    isSimilar,
  }
}
