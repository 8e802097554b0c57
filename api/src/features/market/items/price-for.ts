import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** What a row of `items` costs this buyer now: today's price, or less where the seller has accepted an offer. */
export const priceFor = ({ clock }: Pick<Deps, 'clock'>, viewer: Pick<Viewer, 'id'>) => sql<number>`least(
  items.price_kobo, (
    select offers.price_kobo from offers where offers.buyer_id = ${viewer.id} and offers.item_id = items.id
      and offers.state = 'ACCEPTED' and offers.valid_until > ${clock.now()}::timestamptz))`
