import { deliveryMethods } from '@rootsquare/contract/trade/market'
import { koboOf, nairaOf } from '@rootsquare/contract/lib/money'
import { maxSavedSearches } from '@rootsquare/contract/trade/saved-searches'
import type { NewSavedSearch, SavedSearch } from '@rootsquare/contract/trade/saved-searches'
import type { Selectable } from 'kysely'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { conflict, invalid, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function listSavedSearches(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('member_id', '=', viewer.id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(shapeSearch)
}

export async function saveSearch(deps: Deps, viewer: Viewer, input: NewSavedSearch) {
  return transact(deps.db, async (tx) => {
    // Calls of one member run one by one, because the searches are counted.
    await lockActiveMember(deps, tx, viewer)
    await rejectUnknown(tx, input)
    const columns = columnsOf(input)
    const saved = await tx
      .insertInto('saved_searches')
      .values({ member_id: viewer.id, ...columns, created_at: deps.clock.now() })
      // Changes nothing, but returns the existing row.
      .onConflict((on) =>
        on.columns([...uniqueColumns]).doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const all = await listSavedSearches(tx, viewer)
    if (all.length > maxSavedSearches)
      throw conflict(`You have ${maxSavedSearches} saved searches. Remove one first.`, 'SEARCHES_FULL')
    return shapeSearch(saved)
  })
}

export async function deleteSavedSearch(deps: Deps, viewer: Viewer, id: number) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const { numDeletedRows } = await tx
      .deleteFrom('saved_searches')
      .where('id', '=', id)
      .where('member_id', '=', viewer.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('This saved search no longer exists.')
    return null
  })
}

async function rejectUnknown(tx: Tx, { genreId, state }: NewSavedSearch): Promise<void> {
  if (genreId !== undefined) {
    const genre = await tx.selectFrom('genres').select('id').where('id', '=', genreId).executeTakeFirst()
    if (!genre) throw invalid({ genreId: 'There is no such category.' })
  }
  if (state !== undefined) {
    const known = await tx.selectFrom('states').select('code').where('code', '=', state).executeTakeFirst()
    if (!known) throw invalid({ state: 'No such state.' })
  }
}

const uniqueColumns = [
  'member_id',
  'name',
  'genre_id',
  'min_price_kobo',
  'max_price_kobo',
  'state_code',
  'in_stock',
  'method',
] as const

const koboOrNull = (naira: number | undefined) => (naira === undefined ? null : koboOf(naira))
const nairaOrNull = (kobo: number | null) => (kobo === null ? null : nairaOf(kobo))

function columnsOf(search: NewSavedSearch) {
  return {
    name: search.name ?? null,
    genre_id: search.genreId ?? null,
    min_price_kobo: koboOrNull(search.minPrice),
    max_price_kobo: koboOrNull(search.maxPrice),
    state_code: search.state ?? null,
    in_stock: search.inStock ?? false,
    method: search.method ?? null,
  }
}

function shapeSearch(row: Selectable<Tables['saved_searches']>): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    genreId: row.genre_id,
    minPrice: nairaOrNull(row.min_price_kobo),
    maxPrice: nairaOrNull(row.max_price_kobo),
    state: row.state_code,
    inStock: row.in_stock,
    method: deliveryMethods.find((one) => one === row.method) ?? null,
    createdDate: row.created_at.toISOString(),
  }
}
