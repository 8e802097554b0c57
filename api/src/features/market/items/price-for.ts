import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Selects the price of a row of `items` for this buyer: today's price, or less if the seller has accepted an offer. */
export const priceFor = ({ clock }: Pick<Deps, 'clock'>, viewer: Pick<Viewer, 'id'>) => sql<number>`least(
  items.price_kobo, (
    select offers.price_kobo from offers where offers.buyer_id = ${viewer.id} and offers.item_id = items.id
      and offers.state = 'ACCEPTED' and offers.valid_until > ${clock.now()}::timestamptz))`
