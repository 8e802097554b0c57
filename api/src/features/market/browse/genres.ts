import { sql } from 'kysely'
import type { Genre } from '@rootsquare/contract/market'
import type { Db } from '#api/db/db.ts'

export function listGenres(db: Db): Promise<Genre[]> {
  return db
    .selectFrom('genres')
    .select(['id', 'name'])
    .orderBy(sql`fold(name)`)
    .orderBy('id')
    .execute()
}
