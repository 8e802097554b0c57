import { sql } from 'kysely'
import type { GroupsQuery } from '@rootsquare/contract/groups'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { countRows } from '#api/db/count-rows.ts'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notFound } from '#api/http/api-error.ts'
import { groupColumns, shapeGroup } from './group-rows.ts'
import { loadMatches, matchGroups, withOtherName, type GroupMatch } from './match-groups.ts'

export async function listGroups(deps: Deps, query: GroupsQuery) {
  const { db } = deps
  const { name, sort, page, size } = query
  if (!name) {
    const [content, total] = await Promise.all([
      sortedGroups(deps, query),
      countRows(db.selectFrom('groups')),
    ])
    return pageOf(content, total, query)
  }
  const { matches } = await matchGroups(db, name)
  const content =
    sort === undefined
      ? await loadMatches(db, matches.slice(page * size, (page + 1) * size))
      : await sortedGroups(deps, query, matches)
  return pageOf(content, matches.length, query)
}

/** Returns a page of all groups, or of those that match. */
async function sortedGroups({ db, clock }: Deps, { sort, page, size }: GroupsQuery, matches?: GroupMatch[]) {
  const ids = matches?.map(({ id }) => id)
  const groups = await db
    .selectFrom('groups')
    .select(groupColumns)
    .$if(ids !== undefined, (all) => all.where(sql<boolean>`id = any(${ids}::bigint[])`))
    .$if(sort === 'members', (all) => all.orderBy('members_count', 'desc'))
    .$if(sort === 'active', (all) => all.orderBy(recentPosts(clock.now()), 'desc'))
    .orderBy('sort_name')
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute()
  return groups.map((group) => withOtherName(shapeGroup(group), matches ?? []))
}

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

export const noSuchGroup = () => notFound('No such group.')
