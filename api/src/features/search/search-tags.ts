import { sql } from 'kysely'
import { maxCountedPosts, type SearchQuery, type TagEntry } from '@rootsquare/contract/search'
import type { Deps } from '#api/deps.ts'
import { isAllowedByBlocks } from '#api/features/posts/post-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { searchTypedOrSimilar, slicePage, type SearchPage } from './search-cursor.ts'

/** A limited number of tags and of posts per tag is counted, so that no tag costs more than another. */
const maxTags = sql.lit(50)

/** Finds tags. The tag as typed comes first, then those with the most posts. */
export function searchTags(
  { db }: Deps,
  viewer: Viewer,
  { q, cursor, size }: SearchQuery,
): Promise<SearchPage<TagEntry>> {
  const typed = q.replaceAll(/[#\s]/g, '')
  return searchTypedOrSimilar(cursor, async (position) => {
    if (typed === '') return { content: [], next: null }
    const found = position.isSimilar
      ? sql`select tag from tags where tag % fold(${typed}) and is_misspelt(fold(${typed}), tag)
          order by similarity(tag, fold(${typed})) desc, tag`
      : sql`select tag from tags where tag like fold_like(${typed}) || '%' or ${hasEveryWord(q)}
          order by starts_with(tag, fold(${typed})) desc, length(tag), tag`
    const { rows } = await sql<TagEntry>`
      select tag, posts from (${found} limit ${maxTags}) best cross join lateral (
        select count(*) as posts from (
          select from post_tags join posts on posts.id = post_id
          where post_tags.tag = best.tag and not is_hidden and ${isAllowedByBlocks(viewer)} limit ${sql.lit(maxCountedPosts)}
        ) seen
      ) counted
      where posts > 0 order by tag = fold(${typed}) desc, posts desc, tag
      limit ${size + 1} offset ${position.at}`.execute(db)
    return slicePage(rows, position, size)
  })
}

/**
 * Matches tags that contain every word: `yam new` finds `newyamfestival`. Words of one or two letters are in too many tags.
 */
function hasEveryWord(q: string) {
  const words = q.split(/[#\s]+/).filter((word) => word.length > 2)
  if (words.length === 0) return sql`false`
  const found = words.map((word) => sql`tag like '%' || fold_like(${word}) || '%'`)
  return sql`(${sql.join(found, sql` and `)})`
}
