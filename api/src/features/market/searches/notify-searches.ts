import { sql } from 'kysely'
import { z } from 'zod'
import { deleteInBatches } from '#api/db/batches.ts'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notify } from '#api/domain/notify.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import { job, scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'

const membersAtOnce = 500
/** A wide search must not fill a member's notifications. */
const maxPerDay = 10

/** Notifies the members whose saved search a newly approved item matches, in batches. Can run again safely. */
export const notifySearches = job({
  name: 'notify-searches',
  payload: z.object({ itemId: z.number() }),
  async run(deps, { itemId }) {
    for (let last: number | null = 0; last !== null;) {
      const after: number = last
      last = await transact(deps.db, (tx) => notifyBatch(deps, tx, itemId, after))
    }
  },
})

type Match = { member_id: number; label: string | null; item_name: string; seller_id: number }

/** Notifies a batch of members and returns the last of them; null after the last batch. */
async function notifyBatch(deps: Deps, tx: Tx, itemId: number, after: number): Promise<number | null> {
  const matches = await findMatches(deps, tx, itemId, after)
  const isNew = await claimMembers(deps, tx, itemId, matches)
  await notify(
    deps,
    tx,
    matches
      .filter(({ member_id }) => isNew.has(member_id))
      .map(({ member_id, label, item_name, seller_id }) => ({
        memberId: member_id,
        kind: 'ORDER',
        target: { type: 'item', id: itemId },
        text: `New in the market for your search${label === null ? '' : ` “${label}”`}: ${item_name}`,
        actorId: seller_id,
      })),
  )
  return matches.length < membersAtOnce ? null : (matches.at(-1)?.member_id ?? null)
}

/**
 * Finds one matching search of each member. A word may be the beginning of a word of the item, as in a search of the market: the
 * index finds the first word among all beginnings, the others are compared.
 */
async function findMatches({ clock }: Deps, tx: Tx, itemId: number, after: number): Promise<Match[]> {
  const { rows } = await sql<Match>`
    with item as materialized (
      select items.* from items join members seller on seller.id = seller_id
      where items.id = ${itemId} and is_approved and not is_hidden
        and (suspended_until is null or suspended_until <= ${clock.now()})
    ),
    beginnings as materialized (
      select distinct left(word, length) collate "C" as word
      from item_words, generate_series(1, length(word)) length where item_id = ${itemId}
    ),
    genres_of as materialized (select genre_id from item_genres where item_id = ${itemId}),
    candidates as (
      select * from saved_searches where words is not null and words[1] collate "C" in (select word from beginnings)
        and words <@ array(select word::text from beginnings)
        and (genre_id is null or genre_id in (select genre_id from genres_of))
      union all
      select * from saved_searches where words is null and genre_id in (select genre_id from genres_of)
      union all
      select * from saved_searches where words is null and genre_id is null
    )
    select distinct on (candidates.member_id) candidates.member_id, item.name as item_name, item.seller_id,
      coalesce(candidates.name, genres.name, states.name) as label
    from item cross join candidates
      join members on members.id = candidates.member_id
      left join genres on genres.id = candidates.genre_id
      left join states on states.code = candidates.state_code
    where candidates.member_id > ${after} and candidates.member_id <> item.seller_id
      and item.price_kobo between coalesce(min_price_kobo, 0) and coalesce(max_price_kobo, item.price_kobo)
      and (candidates.state_code is null or candidates.state_code = item.state_code)
      and (not in_stock or item.is_in_stock)
      and (method is null or case method when 'PICKUP' then item.offers_pickup else item.offers_delivery end)
      and members.banned_at is null
      and item.seller_id not in ${blockedEitherWay({ id: sql.ref('members.id') })}
    order by candidates.member_id, candidates.id limit ${membersAtOnce}`.execute(tx)
  return rows
}

/** Claims the members who have not been notified of this item, or of too many items today, and returns them. */
async function claimMembers({ clock }: Deps, tx: Tx, itemId: number, matches: Match[]): Promise<Set<number>> {
  const now = clock.now()
  const { rows } = await sql<{ member_id: number }>`
    insert into search_notices (item_id, member_id, created_at)
    select ${itemId}, member_id, ${now} from unnest(${matches.map((one) => one.member_id)}::bigint[]) as each (member_id)
    where (
      select count(*) from search_notices today
      where today.member_id = each.member_id and today.created_at > ${inDays(now, -1)}
    ) < ${maxPerDay}
    on conflict do nothing returning member_id`.execute(tx)
  return new Set(rows.map(({ member_id }) => member_id))
}

/** As long as notifications are stored. After that, an item that is approved again is announced again. */
const storedDays = 90

export const trimSearchNotices = scheduledJob({
  name: 'trim-search-notices',
  cron: '17 2 * * *',
  run: ({ db, clock }) =>
    deleteInBatches(db, 'search_notices', sql`created_at < ${inDays(clock.now(), -storedDays)}`),
})
