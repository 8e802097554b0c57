import { sql, type RawBuilder } from 'kysely'
import type { Item } from '@rootsquare/contract/trade/market'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { Rating } from '@rootsquare/contract/trade/ratings'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Deps } from '#api/deps.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { deliveryOf, type DeliveryRow } from './item-delivery.ts'

export type ItemRow = DeliveryRow & {
  id: number
  name: string
  description: string
  price_kobo: number
  stock: number
  image_url: string | null
  thumbnail_url: string | null
  images: string[] | null
  is_approved: boolean
  disapproval_reason: string | null
  seller_id: number
  username: string
  profile_image: string | null
  genres: number[] | null
  is_favorite: boolean
  /** Whether the seller may sell, and sell to this viewer. */
  is_in_standing: boolean
  is_deleted: boolean
  created_at: Date
  rating: Rating | null
  /** Only set when a single item is read. */
  offer?: { price_kobo: number; valid_until: string } | null
}

type Sellers = RawBuilder<number[]>

/**
 * Selects sellers whom this viewer may not see, because of a block or a running suspension. Items of banned sellers are already
 * hidden. The time is in a select of its own, because otherwise PostgreSQL would make a new plan for it every time.
 */
const unseenSellers = ({ clock }: Pick<Deps, 'clock'>, viewer: Pick<Viewer, 'id'>): Sellers => sql`array(
  ${blockedEitherWay(viewer)}
  union all select id from members where suspended_until > (select ${clock.now()}::timestamptz))`

/** Names the unseen sellers for a statement that uses them more than once, so that they are selected once. */
export const withUnseenSellers = (deps: Pick<Deps, 'clock'>, viewer: Pick<Viewer, 'id'>) =>
  sql`unseen as materialized (select ${unseenSellers(deps, viewer)} as ids)`
export const unseenSellerIds: Sellers = sql`(select ids from unseen)::bigint[]`

/** Whether a row of `items` is listed and this viewer may see its seller. */
export const isOnSale = (deps: Pick<Deps, 'clock'>, viewer: Pick<Viewer, 'id'>) =>
  isOnSaleExceptBy(unseenSellers(deps, viewer))
export const isOnSaleExceptBy = (sellers: Sellers) =>
  sql<boolean>`(items.is_approved and not items.is_hidden and items.seller_id <> all(${sellers}))`

/** Whether the viewer may open a row of `items` that is not deleted: if it is on sale or their own, and admins any. */
export const mayOpenItem = (deps: Pick<Deps, 'clock'>, viewer: Viewer) =>
  isStaff(viewer.role)
    ? sql<boolean>`(items.deleted_at is null)`
    : sql<boolean>`(items.deleted_at is null and (items.seller_id = ${viewer.id} or ${isOnSale(deps, viewer)}))`

/** Needs `items` and the members `seller`. */
export const itemColumns = (viewer: Pick<Viewer, 'id'>, sellers: Sellers) => sql`
  items.id, items.name, items.description, items.price_kobo, items.stock, items.image_url, items.thumbnail_url,
  items.is_approved, items.disapproval_reason, items.seller_id, items.created_at,
  items.offers_pickup, items.offers_delivery, items.fee_same_state_kobo, items.fee_other_state_kobo,
  items.state_code, items.lga_code,
  seller.username, seller.profile_image, items.deleted_at is not null as is_deleted,
  (select json_agg(url order by position) from item_images where item_id = items.id) as images,
  (select json_agg(genre_id order by genre_id) from item_genres where item_id = items.id) as genres,
  coalesce((select true from favorites where item_id = items.id and member_id = ${viewer.id}), false) as is_favorite,
  not items.is_hidden and items.seller_id <> all(${sellers}) as is_in_standing,
  (select json_build_object('average', average, 'count', count) from item_ratings where item_id = items.id) as rating`

const acceptedOffer = ({ clock }: Pick<Deps, 'clock'>, viewer: Pick<Viewer, 'id'>) => sql`(
  select json_build_object('price_kobo', offers.price_kobo, 'valid_until', valid_until) from offers
  where buyer_id = ${viewer.id} and item_id = items.id and offers.state = 'ACCEPTED'
    and valid_until > ${clock.now()}::timestamptz and offers.price_kobo < items.price_kobo)`

/** Selects the items that match `which`, unordered. */
const selectItems = (
  deps: Pick<Deps, 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  which: RawBuilder<unknown>,
): RawBuilder<ItemRow> => sql<ItemRow>`
  select ${itemColumns(viewer, unseenSellers(deps, viewer))}, ${acceptedOffer(deps, viewer)} as offer
  from items join members seller on seller.id = items.seller_id
  where ${which}`

export function shapeItem(row: ItemRow, viewer: Viewer): Item {
  const isOwn = row.seller_id === viewer.id
  const isAdmin = isStaff(viewer.role)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: nairaOf(row.price_kobo),
    stock: row.stock,
    imageUrl: row.image_url,
    thumbnailUrl: row.thumbnail_url,
    images: row.images ?? [],
    isApproved: row.is_approved,
    disapprovalReason: isOwn || isAdmin ? row.disapproval_reason : null,
    userId: row.seller_id,
    sellerUsername: row.username,
    sellerProfileImage: row.profile_image,
    categories: row.genres ?? [],
    delivery: deliveryOf(row),
    favorite: row.is_favorite,
    ...(row.offer && {
      offer: {
        price: nairaOf(row.offer.price_kobo),
        validUntil: new Date(row.offer.valid_until).toISOString(),
      },
    }),
    createdDate: row.created_at.toISOString(),
    can: {
      update: isOwn,
      delete: (isOwn || isAdmin) && !row.is_deleted,
      approve: isAdmin && !isOwn && !row.is_deleted,
      buy: !isOwn && row.is_approved && row.is_in_standing && row.stock > 0,
      message: !isOwn && row.is_in_standing,
    },
    rating: row.rating ?? { average: null, count: 0 },
  }
}

export async function requireItem(deps: Deps, viewer: Viewer, id: number): Promise<Item> {
  const row = await findItem(deps, viewer, sql`items.id = ${id} and ${mayOpenItem(deps, viewer)}`)
  if (!row) throw noSuchItem()
  return shapeItem(row, viewer)
}

/** Returns an item to members who may open it or have ordered it, whatever has become of the order, the item or its seller. */
export async function getItem(deps: Deps, viewer: Viewer, id: number) {
  const open = await findItem(deps, viewer, sql`items.id = ${id} and ${mayOpenItem(deps, viewer)}`)
  if (open) return shapeItem(open, viewer)
  const ordered = await findOrdered(deps, viewer, id)
  const row = ordered && (await findItem(deps, viewer, sql`items.id = ${id}`))
  if (!row) throw noSuchItem()
  // The current text may not be approved yet.
  const description = row.is_approved ? row.description : ''
  return shapeItem({ ...row, ...ordered, description, images: null, stock: 0 }, viewer)
}

async function findItem(deps: Deps, viewer: Viewer, which: RawBuilder<unknown>) {
  const { rows } = await selectItems(deps, viewer, which).execute(deps.db)
  return rows[0]
}

type Ordered = Pick<ItemRow, 'name' | 'price_kobo' | 'image_url' | 'thumbnail_url'>

/** Finds the item as the viewer last ordered it. Reads from the viewer's orders, because very many others may have ordered it. */
async function findOrdered({ db }: Deps, viewer: Viewer, id: number): Promise<Ordered | undefined> {
  const { rows } = await sql<Ordered>`
    select line.name, line.price_kobo, line.image_url, line.thumbnail_url from orders cross join lateral (
      select name, unit_price_kobo as price_kobo, image_url, thumbnail_url from order_lines
      where order_id = orders.id and item_id = ${id} limit 1
    ) line
    where buyer_id = ${viewer.id} order by orders.id desc limit 1`.execute(db)
  return rows[0]
}

export const noSuchItem = () => notFound('This item is no longer available.')
