import { sql, type RawBuilder } from 'kysely'
import type { Group } from '@rootsquare/contract/groups'
import type { Db } from '#api/db/db.ts'
import { anotherPeopleSlug } from '#api/domain/another-people.ts'
import { groupColumns, shapeGroup } from './group-rows.ts'

/** `also` is the other name that matches, unless the group's own name does. */
export type GroupMatch = { id: number; also: string | null }
export type GroupMatches = { matches: GroupMatch[]; isSimilar: boolean }

/**
 * Finds groups by words, the best matches first: those with every typed word, otherwise those with similar words, otherwise
 * those with any of the words (`hausa fulani` are two groups). There are a few hundred groups, so all are scanned, and
 * all matches are returned.
 */
export async function matchGroups(db: Db, search: string): Promise<GroupMatches> {
  // The name of the state is `Rivers`, but people type `Rivers State`.
  const typed = search.replace(/(?<=\S)\s+state$/i, '').replaceAll(/\s+/g, ' ')
  const matches = await withEveryWord(db, typed)
  if (matches.length > 0) return { matches, isSimilar: false }
  const similar = await withSimilarWords(db, typed)
  return { matches: similar.length > 0 ? similar : await withAnyWord(db, typed), isSimilar: true }
}

/** Matches groups in which every word is part of a name of the group or begins a word of one of its states' names. */
function withEveryWord(db: Db, typed: string): Promise<GroupMatch[]> {
  // It is strpos and not LIKE, because % and _ must be ordinary characters.
  const found = typed
    .split(' ')
    .map((word) => sql`(strpos(search_text, fold(${word})) > 0 or strpos(states, ' ' || fold(${word})) > 0)`)
  return rankGroups(db, typed, { where: sql`(${sql.join(found, sql` and `)})`, orderBy: sql`members_count` })
}

/** A name has few words. To compare many words would take long, and anybody may search. */
const maxSimilarWords = 6

async function withSimilarWords(db: Db, typed: string): Promise<GroupMatch[]> {
  if (typed.split(' ').length > maxSimilarWords) return []
  const likeness = sql`word_similarity(fold(${typed}), all_names)`
  const where = sql`${isOfOnePeople} and (
    (${likeness} >= 0.45 and has_misspelt(fold(${typed}), all_names)) or has_swapped_letters(fold(${typed}), all_names))`
  return rankGroups(db, typed, { where, orderBy: likeness })
}

/** Finds whole words only, because the `and` between two names must not match the beginning of a third. */
function withAnyWord(db: Db, typed: string): Promise<GroupMatch[]> {
  // Not `word = any(…)`, which would take the names apart anew for each typed word.
  const wordsFound = sql`(
    select count(*) from (select unnest(words_in(${typed})) intersect select unnest(words_in(all_names))) as found)`
  return rankGroups(db, typed, { where: sql`${isOfOnePeople} and ${wordsFound} > 0`, orderBy: wordsFound })
}

/** `People` is a word of that group's name, but whoever types another name with it does not mean that group. */
const isOfOnePeople = sql`groups.slug is distinct from ${sql.lit(anotherPeopleSlug)}`

type Ranking = { where: RawBuilder<unknown>; orderBy: RawBuilder<unknown> }

/** Ranks groups by their best name, so that `Ibo` finds Igbo before the peoples of Akwa Ibom. */
async function rankGroups(db: Db, typed: string, { where, orderBy }: Ranking): Promise<GroupMatch[]> {
  const { rows } = await sql<GroupMatch>`
    with found as materialized (
      select groups.*, states, search_text || states as all_names
      from groups cross join lateral (
        select ' ' || fold(coalesce(string_agg(states.name, ' '), '')) as states
        from states where code = any(groups.state_codes)) of_group
    )
    select groups.id, case when place > 1 then best.name end as also
    from found as groups left join lateral (
      select name, place, name_rank(fold(${typed}), fold(name)) as rank
      from unnest(array[groups.name] || other_names || exonyms) with ordinality as names (name, place)
      where name_rank(fold(${typed}), fold(name)) is not null
      order by rank, case name_rank(fold(${typed}), fold(name)) when 4 then levenshtein(fold(${typed}), fold(name)) end, place
      limit 1
    ) best on true
    where ${where}
    order by best.rank, best.place > 1, ${orderBy} desc, members_count desc, sort_name, groups.id`.execute(db)
  return rows
}

/** Loads the groups of these matches, in their order. */
export async function loadMatches(db: Db, matches: GroupMatch[]): Promise<Group[]> {
  if (matches.length === 0) return []
  const ids = matches.map(({ id }) => id)
  const groups = await db
    .selectFrom('groups')
    .select(groupColumns)
    .where('id', 'in', ids)
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .execute()
  return groups.map((group) => withOtherName(shapeGroup(group), matches))
}

/** Adds the other name that matches. It may be one that other peoples use, which is never shown unasked. */
export function withOtherName(group: Group, matches: GroupMatch[]): Group {
  const also = matches.find(({ id }) => id === group.id)?.also ?? null
  return also === null ? group : { ...group, also }
}
