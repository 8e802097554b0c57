import { sql } from 'kysely'
import { moneyText, nairaOf } from '@rootsquare/contract/lib/money'
import { brand } from '@rootsquare/contract/product'
import type { Deps } from '#api/deps.ts'
import { visitor } from '#api/domain/visibility.ts'
import type { Preview } from '#api/http/page/preview.ts'
import { headOf, type SharedPage } from '#api/http/page/shared-page.ts'
import type { ReadSite } from '#api/http/page/site.ts'
import { isOnSale } from './item-rows.ts'

/** Renders the card of an item where the owner of the site allows it. Members find the item itself behind the same link. */
export function itemPreview(deps: Deps, readSite: ReadSite): Preview {
  const find = async (id: number) =>
    (await readSite()).shareCards.items ? await findOnSale(deps, id) : undefined
  return {
    pattern: /^\/item\/(\d{1,15})\/?$/i,
    async preview([, id]) {
      const item = await find(Number(id))
      return item ? { head: headOf(pageOf(item), deps.settings) } : null
    },
    card: { kind: 'item', findPicture: async (id) => (await find(id))?.image_url ?? null },
  }
}

type ItemCard = { id: number; name: string; price_kobo: number; stock: number; image_url: string | null }

async function findOnSale(deps: Deps, id: number): Promise<ItemCard | undefined> {
  const { rows } = await sql<ItemCard>`
    select id, name, price_kobo, stock, image_url from items
    where id = ${id} and deleted_at is null and ${isOnSale(deps, visitor)}`.execute(deps.db)
  return rows[0]
}

function pageOf({ id, name, price_kobo, stock, image_url }: ItemCard): SharedPage {
  const price = moneyText(price_kobo)
  const amount = String(nairaOf(price_kobo))
  return {
    kind: 'item',
    id,
    path: `/item/${id}`,
    openGraphType: 'product',
    title: `${name} for ${price}`,
    description: `Buy ${name} for ${price} on ${brand}.`,
    picture: image_url === null ? null : { url: image_url, alt: name },
    properties: { 'product:price:amount': amount, 'product:price:currency': 'NGN' },
    jsonLd: {
      '@type': 'Product',
      name,
      offers: {
        '@type': 'Offer',
        price: amount,
        priceCurrency: 'NGN',
        availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      },
    },
  }
}
