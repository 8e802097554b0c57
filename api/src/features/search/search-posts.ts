import { sql, type RawBuilder } from 'kysely'
import type { Post } from '@rootsquare/contract/posts'
import type { SearchQuery } from '@rootsquare/contract/search'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { wordsApart } from '#api/domain/search/words-apart.ts'
import { isAllowedByBlocks, selectPosts } from '#api/features/posts/post-rows.ts'
import { shapePost } from '#api/features/posts/post-shapes.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import {
  searchTypedOrSimilar,
  type FoundPage,
  type SearchPage,
  type CursorPosition,
} from './search-cursor.ts'

/** The words that a post may contain in place of one typed word. */
type Alternatives = string[]

const maxWords = sql.lit(8)
const maxSimilar = sql.lit(5)
/** The last word is completed from three letters on, with the twelve shortest words. Fewer letters begin too many words. */
const maxCompletions = sql.lit(12)
const minCompletionLetters = sql.lit(3)
const maxPageSize = 100

/**
 * How many of the newest posts with the rarest word are read. The smaller number usually fills a page. If other words,
 * blocks or bans leave too few, the larger number is read, and the next page continues from there. No search reads more.
 */
const fewPosts = 200
const manyPosts = 5000

/** Finds posts with every typed word, newest first. The last word may be incomplete. */
export function searchPosts({ db }: Deps, viewer: Viewer, query: SearchQuery): Promise<SearchPage<Post>> {
  return searchTypedOrSimilar(query.cursor, async (position) => {
    const typed = await findAlternatives(db, query.q, position)
    if (typed.length === 0 || typed.some((words) => words.length === 0)) return { content: [], next: null }
    const { content, next } = await findPosts(db, viewer, typed, { ...query, position })
    const ids = sql<{ id: number }>`select unnest(${content}::bigint[]) as id`
    const { rows } = await selectPosts(viewer, ids).execute(db)
    return { content: rows.map((row) => shapePost(row, viewer)), next }
  })
}

async function findAlternatives(db: Db, q: string, { isSimilar }: CursorPosition): Promise<Alternatives[]> {
  if (!isSimilar) return findWords(db, q, wordsAsTyped)
  const similar = await findWords(db, q, similarWords)
  const apart = similar.every((words) => words.length > 0) ? null : await wordsApart(db, q, 'post_vocabulary')
  return apart === null ? similar : findWords(db, apart, wordsAsTyped)
}

/** Returns the alternatives of each typed word, with the rarest word first. */
async function findWords(db: Db, q: string, alternatives: RawBuilder<unknown>): Promise<Alternatives[]> {
  const { rows } = await sql<{ words: Alternatives }>`
    with typed as (
      select word collate "C" as word, nth, nth = count(*) over () as is_last
      from (select word, nth from unnest(words_in(${q})) with ordinality as split (word, nth) limit ${maxWords}) first
    ), known as materialized (select nth, array(${alternatives}) as words from typed)
    select words from known
    order by (
      select count(*) from unnest(words) as each (word) cross join lateral (
        select from post_words where post_words.word = each.word limit ${sql.lit(fewPosts)}) entry
    ), nth`.execute(db)
  return rows.map(({ words }) => words)
}

const wordsAsTyped = sql`
  select typed.word
  union
  (select word from post_vocabulary
    where is_last and length(typed.word) >= ${minCompletionLetters}
      and post_vocabulary.word >= typed.word and post_vocabulary.word < typed.word || chr(1114111)
    order by length(word), word limit ${maxCompletions})`

const similarWords = sql`
  select word from post_vocabulary where word % typed.word and is_misspelt(typed.word, word)
  order by similarity(word, typed.word) desc, word limit ${maxSimilar}`

type PostSearch = { position: CursorPosition; size: number }

async function findPosts(
  db: Db,
  viewer: Viewer,
  typed: Alternatives[],
  { position, size }: PostSearch,
): Promise<FoundPage<number>> {
  for (const most of [fewPosts, manyPosts]) {
    const { ids, last_id, is_cut } = await checkNewestPosts(db, viewer, typed, { below: position.at, most })
    const content = ids.slice(0, size)
    if (ids.length > size) return { content, next: content.at(-1) ?? null }
    if (!is_cut) return { content, next: null }
    if (most === manyPosts) return { content, next: last_id }
  }
  return { content: [], next: null }
}

type CheckedPosts = { ids: number[]; last_id: number | null; is_cut: boolean }
const noMatches: CheckedPosts = { ids: [], last_id: null, is_cut: false }

/** Finds, among the newest posts with the rarest word, those that have the other words and are visible to the viewer. */
async function checkNewestPosts(
  db: Db,
  viewer: Viewer,
  [rarest = [], ...others]: Alternatives[],
  { below, most }: { below: number; most: number },
): Promise<CheckedPosts> {
  const isBelow = below > 0 ? sql`post_id < ${below}` : sql`true`
  // This is a lookup by key instead of `exists`, for which PostgreSQL may read all posts with a common word.
  const hasOthers = others.map(
    (words) => sql`and (
      select true from post_words where post_words.word = any(${words}) and post_words.post_id = tried.id limit 1)`,
  )
  // The limits are literals, because PostgreSQL overestimates a limit that it cannot see and plans every call anew.
  const { rows } = await sql<CheckedPosts>`
    with tried as materialized (
      select distinct post_id as id from unnest(${rarest}::text[]) as each (word) cross join lateral (
        select post_id from post_words where post_words.word = each.word and ${isBelow}
        order by post_id desc limit ${sql.lit(most)}
      ) entry order by id desc limit ${sql.lit(most)}
    ), found as (
      select tried.id from tried join posts on posts.id = tried.id
      where not is_hidden and ${isAllowedByBlocks(viewer)} ${sql.join(hasOthers, sql` `)}
      order by tried.id desc limit ${sql.lit(maxPageSize + 1)}
    )
    select array(select id from found) as ids, min(id) as last_id, count(*) = ${sql.lit(most)} as is_cut
    from tried`.execute(db)
  return rows[0] ?? noMatches
}
