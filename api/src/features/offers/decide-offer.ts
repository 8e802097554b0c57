import { moneyText } from '@rootsquare/contract/lib/money'
import { acceptedOfferHours, type OfferDecision } from '@rootsquare/contract/trade/offers'
import { afterCommit, transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { notify } from '#api/domain/notify.ts'
import { isOnSale } from '#api/features/market/items/item-rows.ts'
import { requireReachable } from '#api/features/messages/send-message.ts'
import { conflict, forbidden, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { offerMessage } from './offer-message.ts'

/** Rejects decisions across a ban or a block, as with messages. Such an offer lapses. */
export async function decideOffer(deps: Deps, viewer: Viewer, offerId: number, state: OfferDecision) {
  return transact(deps.db, async (tx) => {
    const offer = await requireOwnOffer(tx, viewer, offerId)
    const isBuyer = offer.buyer_id === viewer.id
    if (isBuyer !== (state === 'WITHDRAWN')) throw forbidden()
    const otherId = isBuyer ? offer.seller_id : offer.buyer_id
    await lockBothMembers(deps, tx, viewer, otherId)
    await requireReachable({ ...deps, db: tx }, viewer, otherId)
    if (state === 'ACCEPTED') await requireOnSale(deps, tx, offer)
    await moveOffer(deps, tx, offerId, state)
    const target = { type: 'offer', id: offerId } as const
    const text = sentenceOf(offer, state)
    await notify(deps, tx, [{ memberId: otherId, kind: 'ORDER', target, text, actorId: viewer.id }])
    afterCommit(tx, () => deps.bus.news([viewer.id, otherId]))
    return offerMessage({ ...deps, db: tx }, viewer, offer.message_id)
  })
}

type OfferRow = Awaited<ReturnType<typeof requireOwnOffer>>

/** Returns an offer whose buyer or seller is the viewer. */
async function requireOwnOffer(tx: Tx, { id }: Viewer, offerId: number) {
  const offer = await tx
    .selectFrom('offers')
    .innerJoin('items', 'items.id', 'offers.item_id')
    .innerJoin('members as buyer', 'buyer.id', 'offers.buyer_id')
    .select(['offers.item_id', 'offers.item_name', 'offers.price_kobo', 'offers.message_id'])
    .select(['offers.buyer_id', 'items.seller_id', 'buyer.firstname', 'buyer.lastname'])
    .where('offers.id', '=', offerId)
    .where((row) => row.or([row('offers.buyer_id', '=', id), row('items.seller_id', '=', id)]))
    .executeTakeFirst()
  if (!offer) throw notFound('No such offer.')
  return offer
}

async function requireOnSale(deps: Deps, tx: Tx, { item_id, buyer_id }: OfferRow): Promise<void> {
  const item = await tx
    .selectFrom('items')
    .select('id')
    .where('id', '=', item_id)
    .where(isOnSale(deps, { id: buyer_id }))
    .executeTakeFirst()
  if (!item) throw conflict('This item is not on sale at the moment.', 'NOT_ON_SALE')
}

/** Moves the offer if it is still open: of two decisions at once, the first one counts. */
async function moveOffer({ clock }: Deps, tx: Tx, offerId: number, state: OfferDecision): Promise<void> {
  const now = clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('offers')
    .set({ state, decided_at: now })
    .$if(state === 'ACCEPTED', (update) => update.set({ valid_until: inHours(now, acceptedOfferHours) }))
    .where('id', '=', offerId)
    .where('state', '=', 'OPEN')
    .where('valid_until', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('This offer is no longer open.', 'NOT_OPEN')
}

function sentenceOf({ item_name, price_kobo, firstname, lastname }: OfferRow, state: OfferDecision): string {
  const offer = `${moneyText(price_kobo)} for “${item_name}”`
  if (state === 'WITHDRAWN') return `${firstname} ${lastname} has withdrawn the offer of ${offer}`
  if (state === 'DECLINED') return `The seller has declined your offer of ${offer}`
  return `The seller has accepted your offer of ${offer}. The price holds for ${acceptedOfferHours} hours`
}
