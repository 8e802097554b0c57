import type { Tx } from '#api/db/db.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { personFinder } from './posts.ts'
import type { Person } from './people.ts'
import type { DemoItem, DemoWorld } from '../files.ts'

export type InsertedItem = DemoItem & { id: number; sellerId: number }

const hoursBetween = 12

/** The file is sorted by category, so it is read in steps: the newest items are then of many categories. */
export async function insertItems(
  tx: Tx,
  { people, now }: { people: Person[]; now: Date },
  { categories, items }: Pick<DemoWorld, 'categories' | 'items'>,
): Promise<InsertedItem[]> {
  const genres = await tx
    .insertInto('genres')
    .values(categories.map((name) => ({ name })))
    .returning(['id', 'name'])
    .execute()
  const find = personFinder(people)
  const newestFirst = items.map((_, nth) => (nth * stepThrough(items.length)) % items.length)
  const withSellers = newestFirst.flatMap((index) => {
    const item = items[index]
    return item ? [{ ...item, sellerId: find(item.seller).id }] : []
  })
  const rows = withSellers.map((item, nth) => ({
    seller_id: item.sellerId,
    name: item.name,
    description: item.description,
    price_kobo: item.priceKobo,
    stock: item.stock,
    is_approved: item.isApproved,
    created_at: inHours(now, -(nth + 1) * hoursBetween),
  }))
  const inserted = await tx.insertInto('items').values(rows.toReversed()).returning(['id', 'name']).execute()
  const idOf = new Map(inserted.map(({ id, name }) => [name, id]))
  const insertedItems = withSellers.flatMap((item) => {
    const id = idOf.get(item.name)
    return id === undefined ? [] : [{ ...item, id }]
  })
  const itemGenres = insertedItems.flatMap(({ id, category }) => {
    const genre = genres.find(({ name }) => name === category)
    return genre ? [{ item_id: id, genre_id: genre.id }] : []
  })
  await tx.insertInto('item_genres').values(itemGenres).execute()
  return insertedItems
}

/** A step that reaches every index once. */
const stepThrough = (count: number) => [11, 13, 7].find((step) => count % step !== 0) ?? 1
