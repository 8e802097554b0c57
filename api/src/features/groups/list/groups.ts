import { sql } from 'kysely'
import type { Group, GroupsQuery } from '@rootsquare/contract/groups'
import { pageOf } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notFound } from '#api/http/api-error.ts'

export const groupColumns = [
  'groups.id',
  'groups.name',
  'groups.description',
  'groups.members_count as users',
  'groups.image',
  'groups.header',
  'groups.state_codes as stateCodes',
  'groups.other_names as otherNames',
  'groups.greeting',
  'groups.created_at',
  sql<Date | null>`(
    select posts.created_at from posts where posts.group_id = groups.id and not posts.is_hidden
    order by posts.id desc limit 1)`.as('last_post_at'),
] as const

export async function listGroups({ db, clock }: Deps, query: GroupsQuery) {
  const { name, sort = 'name', page, size } = query
  const matching = db
    .selectFrom('groups')
    .$if(Boolean(name), (groups) => groups.where(hasEveryWord(name ?? '')))
  const [content, { total }] = await Promise.all([
    matching
      .select(groupColumns)
      .$if(sort === 'members', (groups) => groups.orderBy('members_count', 'desc'))
      .$if(sort === 'active', (groups) => groups.orderBy(recentPosts(clock.now()), 'desc'))
      .$if(sort === 'name' && Boolean(name), (groups) => groups.orderBy(beginsWith(name ?? ''), 'desc'))
      .orderBy('sort_name')
      .orderBy('id')
      .limit(size)
      .offset(page * size)
      .execute(),
    matching.select((build) => build.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return pageOf(content.map(shapeGroup), total, query)
}

/**
 * Finds groups by words, best matches first, or by misspelt words with `isSimilar`. A scan is fast enough for a few hundred
 * groups.
 */
export async function searchGroups(db: Db, { q, isSimilar, offset, limit }: GroupSearch): Promise<Group[]> {
  const names = sql<string>`search_text || ' ' || fold(${stateNames})`
  const likeness = sql<number>`word_similarity(fold(${q}), ${names})`
  const isMisspelt = sql<boolean>`(
    (${likeness} >= 0.45 and has_misspelt(fold(${q}), ${names})) or has_swapped_letters(fold(${q}), ${names}))`
  const groups = await db
    .selectFrom('groups')
    .select(groupColumns)
    .where(isSimilar ? isMisspelt : hasEveryWord(q))
    .orderBy(isSimilar ? likeness : beginsWith(q), 'desc')
    .orderBy(sql`strpos(' ' || ${names}, ' ' || fold(${q})) > 0`, 'desc')
    .orderBy('members_count', 'desc')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return groups.map(shapeGroup)
}

type GroupSearch = { q: string; isSimilar: boolean; offset: number; limit: number }

export const stateNames = sql<string>`coalesce(
  (select string_agg(states.name, ' ') from states where code = any(groups.state_codes)), '')`

/** Matches groups in which every word is part of a name of the group or begins a word of one of its states' names. */
function hasEveryWord(search: string) {
  // The name of the state is `Rivers`, but people type `Rivers State`.
  const words = search
    .replace(/(?<=\S)\s+state$/i, '')
    .split(/\s+/)
    .filter(Boolean)
  // It is strpos and not LIKE, because % and _ must be ordinary characters.
  const found = words.map(
    (word) => sql`(strpos(search_text, fold(${word})) > 0
      or strpos(' ' || fold(${stateNames}), ' ' || fold(${word})) > 0)`,
  )
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

const beginsWith = (search: string) => sql<boolean>`starts_with(sort_name, fold(${search}))`

/** Selects the number of recent posts from the daily counts, which cost the same however many posts there are. */
const recentPosts = (now: Date) => sql<number>`(
  select coalesce(sum(n), 0) from (
    select day, value as n from day_counts where metric = 'groups.posts' and subject_id = groups.id
    union all
    select day, step from day_changes where metric = 'groups.posts' and subject_id = groups.id
  ) counted where day > lagos_day(${now}::timestamptz) - 30)`

export async function getGroup(db: Db, id: number) {
  const group = await db.selectFrom('groups').select(groupColumns).where('id', '=', id).executeTakeFirst()
  if (!group) throw noSuchGroup()
  return shapeGroup(group)
}

export function shapeGroup<G extends { created_at: Date; last_post_at: Date | null }>(row: G) {
  const { created_at, last_post_at, ...group } = row
  return {
    ...group,
    lastPostDate: last_post_at?.toISOString() ?? null,
    createdDate: created_at.toISOString(),
  }
}

export const noSuchGroup = () => notFound('No such group.')
