import type { Tx } from '#api/db/db.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import type { Person, DemoMembers } from './people.ts'
import type { DemoItem, DemoWorld } from '../seed-files.ts'

export type InsertedItem = DemoItem & { id: number; sellerId: number }

const hoursBetween = 12

/** The kinds of delivery are assigned in turn, so that each is on the first page. */
const included = { fee_same_state_kobo: 0, fee_other_state_kobo: 0 }
const paid = { fee_same_state_kobo: 150_000, fee_other_state_kobo: 300_000 }
const deliveries = [
  { offers_pickup: true, ...paid },
  { offers_pickup: false, ...included },
  { offers_pickup: true, ...included },
]

/** Inserts the items. The file is sorted by category, so it is read in steps: then the newest items have many categories. */
export async function insertItems(
  tx: Tx,
  { find, now }: DemoMembers,
  { categories, items }: Pick<DemoWorld, 'categories' | 'items'>,
): Promise<InsertedItem[]> {
  const genres = await tx
    .insertInto('genres')
    .values(categories.map((name) => ({ name })))
    .returning(['id', 'name'])
    .execute()
  const newestFirst = items.map((_, nth) => (nth * stepThrough(items.length)) % items.length)
  const withSellers = newestFirst.flatMap((index) => {
    const item = items[index]
    return item ? [{ ...item, ...placeOf(find(item.seller)) }] : []
  })
  const rows = withSellers.map((item, nth) => rowOf(item, nth, now))
  const inserted = await tx.insertInto('items').values(rows.toReversed()).returning(['id', 'name']).execute()
  const idOf = new Map(inserted.map(({ id, name }) => [name, id]))
  const insertedItems = withSellers.map((item) => ({ ...item, id: idOf.get(item.name) ?? 0 }))
  const itemGenres = insertedItems.flatMap(({ id, category }) => {
    const genre = genres.find(({ name }) => name === category)
    return genre ? [{ item_id: id, genre_id: genre.id }] : []
  })
  await tx.insertInto('item_genres').values(itemGenres).execute()
  return insertedItems
}

const placeOf = ({ id, stateCode, lgaCode }: Person) => ({ sellerId: id, stateCode, lgaCode })

type PlacedItem = DemoItem & ReturnType<typeof placeOf>

const rowOf = (item: PlacedItem, nth: number, now: Date) => ({
  seller_id: item.sellerId,
  name: item.name,
  description: item.description,
  price_kobo: item.priceKobo,
  stock: item.stock,
  is_approved: item.isApproved,
  state_code: item.stateCode,
  lga_code: item.lgaCode,
  ...deliveries[nth % deliveries.length],
  created_at: inHours(now, -(nth + 1) * hoursBetween),
})

/** Returns a step with which every index is reached once. */
const stepThrough = (count: number) => [11, 13, 7].find((step) => count % step !== 0) ?? 1
