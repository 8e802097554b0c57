import type { Tx } from '#api/db/db.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { finder } from './demo-posts.ts'
import type { Person } from './demo-people.ts'
import { eachInTurn, hang } from './draw.ts'
import type { Studio } from './draw.ts'
import type { DemoItem, DemoWorld } from './files.ts'
import { drawWare } from './wares.ts'

export type Offered = DemoItem & { id: number; sellerId: number; place: number }

const hoursBetween = 12

/** Two a day; the file goes by category, so it is read in leaps, for a market that shows some of everything. */
export async function insertItems(
  tx: Tx,
  { people, now }: { people: Person[]; now: Date },
  { categories, items }: Pick<DemoWorld, 'categories' | 'items'>,
): Promise<Offered[]> {
  const genres = await tx
    .insertInto('genres')
    .values(categories.map((name) => ({ name })))
    .returning(['id', 'name'])
    .execute()
  const find = finder(people)
  const newestFirst = items.map((_, nth) => (nth * leap(items.length)) % items.length)
  const offered = newestFirst.flatMap((place) => {
    const item = items[place]
    return item ? [{ ...item, place, sellerId: find(item.seller).id }] : []
  })
  const rows = offered.map((item, nth) => ({
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
  const standing = offered.flatMap((item) => {
    const id = idOf.get(item.name)
    return id === undefined ? [] : [{ ...item, id }]
  })
  const filed = standing.flatMap(({ id, category }) => {
    const genre = genres.find(({ name }) => name === category)
    return genre ? [{ item_id: id, genre_id: genre.id }] : []
  })
  await tx.insertInto('item_genres').values(filed).execute()
  return standing
}

/** A step that meets every place once. */
const leap = (count: number) => [11, 13, 7].find((step) => count % step !== 0) ?? 1

/** The newest first: they are what the home page shows. */
export async function drawItems(deps: Studio, offered: Offered[]): Promise<void> {
  await eachInTurn(offered, async (item) => {
    const { secure_url, thumbnail_url } = await hang(deps, item.sellerId, drawWare(item, item.place))
    await deps.db
      .updateTable('items')
      .set({ image_url: secure_url, thumbnail_url })
      .where('id', '=', item.id)
      .execute()
  })
}
