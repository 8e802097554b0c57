import { sql } from 'kysely'
import type { Genre, Item } from '@rootsquare/contract/market'
import { nairaOf } from '@rootsquare/contract/money'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { isListed } from '#api/features/accounts/visible-members.ts'

type ItemQuery = PageQuery & { userId?: number; name?: string }

/** Newest first is by id, as with posts. */
export async function listItems(deps: Deps, viewer: Viewer, query: ItemQuery): Promise<Paged<Item>> {
  const found = soughtItems(deps, viewer, query)
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select([
      'items.id',
      'items.name',
      'items.description',
      'items.price_kobo',
      'items.stock',
      'items.image_url as imageUrl',
      'items.thumbnail_url as thumbnailUrl',
      'items.is_approved as isApproved',
      'items.seller_id as userId',
      'items.created_at',
      'members.username as sellerUsername',
      'members.profile_image as sellerProfileImage',
      sql<number[]>`to_json(array(
        select genre_id from item_genres where item_id = items.id order by genre_id
      ))`.as('categories'),
    ])
    .orderBy('items.id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  const content = rows.map(({ price_kobo, created_at, ...item }) => ({
    ...item,
    price: nairaOf(price_kobo),
    createdDate: created_at.toISOString(),
    can: { update: item.userId === viewer.id },
  }))
  return pageOf(content, total, query)
}

/** Every word somewhere in name or description. */
function soughtItems({ db, clock }: Deps, viewer: Viewer, { userId, name = '' }: ItemQuery) {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 8)
  const items = words.reduce(
    // Not LIKE: to strpos a % or _ is a letter like any other.
    (matching, word) => matching.where(sql<boolean>`strpos(items.search_text, fold(${word})) > 0`),
    db.selectFrom('items').innerJoin('members', 'members.id', 'items.seller_id'),
  )
  if (userId === viewer.id) return items.where('items.seller_id', '=', viewer.id)
  return items
    .where('items.is_approved', '=', true)
    .where(isListed(viewer))
    .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '<=', clock.now())]))
    .$if(userId !== undefined, (all) => all.where('items.seller_id', '=', userId ?? 0))
}

export function listGenres(db: Db): Promise<Genre[]> {
  return db
    .selectFrom('genres')
    .select(['id', 'name'])
    .orderBy(sql`fold(name)`)
    .orderBy('id')
    .execute()
}
