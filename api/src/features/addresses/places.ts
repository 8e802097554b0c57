import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'

export async function listStates(db: Db) {
  return db.selectFrom('states').select(['name', 'code']).orderBy('name').execute()
}

export async function listLgas(db: Db, stateCode: string) {
  const lgas = await db
    .selectFrom('lgas')
    .select(['name', 'code'])
    .where('state_code', '=', stateCode.toUpperCase())
    .orderBy('name')
    .execute()
  // Every state has LGAs, so none means that there is no such state.
  if (lgas.length === 0) throw notFound('No such state.')
  return lgas
}
