import { sql } from 'kysely'
import { koboOf, moneyText, nairaText } from '@rootsquare/contract/lib/money'
import { openOfferDays } from '@rootsquare/contract/trade/offers'
import { afterCommit, transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { isOnSale, noSuchItem } from '#api/features/market/items/item-rows.ts'
import { insertMessage } from '#api/features/messages/send-message.ts'
import { conflict, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { offerMessage } from './offer-message.ts'

/** Calls of one buyer run one by one, because a new offer replaces the open one. */
export async function createOffer(deps: Deps, viewer: Viewer, itemId: number, price: number) {
  return transact(deps.db, async (tx) => {
    const sellerId = await requireSeller(tx, itemId)
    if (sellerId === viewer.id) throw invalid('You cannot make an offer for your own item.')
    await lockBothMembers(deps, tx, viewer, sellerId)
    const item = await requireOfferable(deps, tx, viewer, itemId)
    if (koboOf(price) >= item.price_kobo)
      throw invalid({ price: `Must be below today’s price of ${moneyText(item.price_kobo)}.` })
    await endEarlierOffer(deps, tx, viewer, itemId)
    const message = `I offer ${nairaText(price)} for “${item.name}”.`
    const newMessage = { eventType: 'MESSAGE' as const, message, userId: sellerId, itemId, media: [] }
    const { id } = await insertMessage({ ...deps, db: tx }, viewer, newMessage, null)
    await insertOffer(deps, tx, viewer, {
      messageId: id,
      itemId,
      itemName: item.name,
      priceKobo: koboOf(price),
    })
    afterCommit(tx, () => deps.bus.news([viewer.id, sellerId]))
    return offerMessage({ ...deps, db: tx }, viewer, id)
  })
}

async function requireSeller(db: Db, itemId: number): Promise<number> {
  const item = db.selectFrom('items').select('seller_id').where('id', '=', itemId)
  const found = await item.where('deleted_at', 'is', null).executeTakeFirst()
  if (!found) throw noSuchItem()
  return found.seller_id
}

async function requireOfferable(deps: Deps, tx: Tx, viewer: Viewer, itemId: number) {
  const item = await tx
    .selectFrom('items')
    .select(['name', 'price_kobo', 'stock'])
    .where('id', '=', itemId)
    .where(isOnSale(deps, viewer))
    .executeTakeFirst()
  if (!item) throw noSuchItem()
  if (item.stock === 0) throw conflict(`${item.name} is out of stock.`, 'OUT_OF_STOCK')
  return item
}

/**
 * Withdraws the open offer. Rejects the new one if an accepted offer is still
 * valid, so that the buyer does not lose it by mistake.
 */
async function endEarlierOffer({ clock }: Deps, tx: Tx, { id }: Viewer, itemId: number): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ state: string }>`
    update offers set decided_at = ${now}, state = case
      when valid_until <= ${now} then 'LAPSED' when state = 'OPEN' then 'WITHDRAWN' else state end
    where buyer_id = ${id} and item_id = ${itemId} and state in ('OPEN', 'ACCEPTED')
    returning state`.execute(tx)
  if (rows[0]?.state !== 'ACCEPTED') return
  throw conflict('The seller has already accepted your offer, and it is still valid.', 'OFFER_ACCEPTED')
}

type NewOffer = { messageId: number; itemId: number; itemName: string; priceKobo: number }

async function insertOffer({ clock }: Deps, tx: Tx, { id }: Viewer, offer: NewOffer): Promise<void> {
  const now = clock.now()
  await tx
    .insertInto('offers')
    .values({
      item_id: offer.itemId,
      buyer_id: id,
      message_id: offer.messageId,
      item_name: offer.itemName,
      price_kobo: offer.priceKobo,
      created_at: now,
      valid_until: inDays(now, openOfferDays),
    })
    .execute()
}
