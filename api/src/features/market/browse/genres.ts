import { sql } from 'kysely'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export function listGenres(db: Db) {
  return db
    .selectFrom('genres')
    .select(['id', 'name'])
    .orderBy(sql`fold(name)`)
    .orderBy('id')
    .execute()
}

export async function createGenre(deps: Deps, viewer: Viewer, { name }: { name: string }) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const genre = await tx
      .insertInto('genres')
      .values({ name })
      .onConflict((on) => on.expression(sql`lower(name)`).doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!genre) throw conflict({ name: 'A category with this name already exists.' }, 'TAKEN')
    await recordAudit(deps, tx, viewer, {
      action: 'CREATE_CATEGORY',
      target: { type: 'category', id: genre.id },
    })
    return genre
  })
}
