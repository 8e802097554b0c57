import type { NewItem } from '@rootsquare/contract/trade/market'
import { koboOf } from '@rootsquare/contract/lib/money'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { deliveryColumns, noFees, rejectHighFees } from './item-delivery.ts'
import { putRest, takePictures } from './item-pictures.ts'
import { requireItem } from './item-rows.ts'

export async function createItem(deps: Deps, viewer: Viewer, input: NewItem) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const genreIds = await requireGenres(tx, input.genreIds)
    const { first, rest } = await takePictures({ ...deps, tx }, viewer, input)
    const delivery = await deliveryColumns(tx, input.delivery)
    const price_kobo = koboOf(input.price)
    rejectHighFees({ price_kobo, ...noFees, ...delivery }, input)
    const { id } = await tx
      .insertInto('items')
      .values({
        seller_id: viewer.id,
        name: input.name,
        description: input.description,
        price_kobo,
        stock: input.stock,
        image_url: first?.url,
        thumbnail_url: first?.thumbnail_url,
        ...delivery,
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const filed = genreIds.map((genre_id) => ({ item_id: id, genre_id }))
    await tx.insertInto('item_genres').values(filed).execute()
    await putRest(tx, id, rest)
    return requireItem({ ...deps, db: tx }, viewer, id)
  })
}

async function requireGenres(tx: Tx, genreIds: number[]): Promise<number[]> {
  const ids = [...new Set(genreIds)]
  const known = await tx.selectFrom('genres').select('id').where('id', 'in', ids).execute()
  if (known.length < ids.length) throw invalid({ genreIds: 'There is no such category.' })
  return ids
}
