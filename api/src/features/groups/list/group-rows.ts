import { sql } from 'kysely'
import type { Group } from '@rootsquare/contract/groups'
import { anotherPeopleSlug } from '#api/domain/another-people.ts'

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
  sql<boolean | null>`groups.slug = ${sql.lit(anotherPeopleSlug)}`.as('isAnotherPeople'),
  sql<Date | null>`(
    select posts.created_at from posts where posts.group_id = groups.id and not posts.is_hidden
    order by posts.id desc limit 1)`.as('last_post_at'),
] as const

type GroupRow = Omit<Group, 'isAnotherPeople' | 'also' | 'lastPostDate' | 'createdDate'> & {
  created_at: Date
  last_post_at: Date | null
  isAnotherPeople: boolean | null
}

export function shapeGroup<G extends GroupRow>(row: G) {
  const { created_at, last_post_at, isAnotherPeople, ...group } = row
  return {
    ...group,
    ...(isAnotherPeople && { isAnotherPeople }),
    lastPostDate: last_post_at?.toISOString() ?? null,
    createdDate: created_at.toISOString(),
  }
}
