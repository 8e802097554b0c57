import { sql } from 'kysely'
import type { Group } from '@rootsquare/contract/groups'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'
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
] as const

export async function listGroups(db: Db, query: PageQuery & { name?: string }): Promise<Paged<Group>> {
  const search = sql<string>`fold(${query.name ?? ''})`
  // Not LIKE: to strpos a % or _ is a letter like any other.
  const matching = db.selectFrom('groups').$if(Boolean(query.name), (groups) => {
    return groups.where(sql<boolean>`strpos(search_text, ${search}) > 0`)
  })
  const [content, { total }] = await Promise.all([
    matching
      .select(groupColumns)
      .$if(Boolean(query.name), (groups) => groups.orderBy(sql`starts_with(sort_name, ${search})`, 'desc'))
      .orderBy('sort_name')
      .orderBy('id')
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
    matching.select((build) => build.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return pageOf(content.map(shapeGroup), total, query)
}

export async function getGroup(db: Db, id: number): Promise<Group> {
  const group = await db.selectFrom('groups').select(groupColumns).where('id', '=', id).executeTakeFirst()
  if (!group) throw noSuchGroup()
  return shapeGroup(group)
}

export function shapeGroup<G extends { created_at: Date }>({ created_at, ...group }: G) {
  return { ...group, createdDate: created_at.toISOString() }
}

export const noSuchGroup = () => notFound('No such group.')
