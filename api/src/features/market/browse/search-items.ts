import { sql, type RawBuilder } from 'kysely'
import { maxFound, teaserSize, type ItemsQuery } from '@rootsquare/contract/trade/market'
import type { Db } from '#api/db/db.ts'
import type { FoundItems } from './item-page.ts'
import { unseenSellerIds } from '#api/features/market/items/item-rows.ts'
import type { ItemFilter } from './item-filter.ts'

type ItemSearch = ItemsQuery & { name: string }

const most = sql.lit(maxFound)
const maxShown = 100
/** If a word is in more items than this, only those with its best places and the newest are tried. */
const maxCandidates = sql.lit(1000)
const maxWords = sql.lit(8)
/** The number of words with a typed beginning that are looked up, shortest first. A found item is compared with all of them. */
const maxBeginnings = sql.lit(6)

/**
 * Every typed word must be in the item, whole or as the beginning of a word. A word that is in no item may be a typing error,
 * and finds the words most like it. The number of rows read does not grow with the use of a word: see `item_words`.
 */
export function searchItemsQuery(query: ItemSearch, filter: ItemFilter): FoundItems {
  const isPlain = !filter.isNarrow && !filter.isFiltered && !filter.hasWaiting && isOneWord(query.name)
  const known = matchingWords(query.name, filter)
  if (isPlain && query.page === 0 && orderOf(query.sort) === byBest) return firstPage(known, query.size)
  const found = isPlain
    ? sql`${entriesOf(most)} order by likeness desc, rank, id desc limit ${most}`
    : undefined
  return {
    subqueries: sql`${known}, ${found ? sql`found as materialized (${found})` : findByWords(query, filter)}`,
    ...orderOf(query.sort),
    total: sql`select count(*) from found`,
    isCapped: found ? isFull : sql`(${isFull} or coalesce((select bool_or(is_cut) from tried), false))`,
  }
}

const isFull = sql<boolean>`counted.total >= ${most}`

/** Answers most searches. The first entries of each word make the page; the others are only counted. */
function firstPage(known: RawBuilder<unknown>, size: number): FoundItems {
  const { keys, order } = byBest
  const shown = sql.lit(size <= teaserSize ? teaserSize : maxShown)
  return {
    subqueries: known,
    page: sql`select id ${keys} from (${entriesOf(shown)}) best order by likeness desc, rank, id desc`,
    keys,
    order,
    total: sql`select count(*) from (select id from (${entriesOf(most)}) every limit ${most}) counted`,
    isCapped: isFull,
  }
}

const isOneWord = (name: string) => /^\s*[\p{L}\p{N}\p{M}]+\s*$/u.test(name)

type ListedOrNot = Pick<ItemFilter, 'hasWaiting'>

const statesOf = ({ hasWaiting }: ListedOrNot) =>
  hasWaiting ? sql`unnest(array[true, false])` : sql`unnest(array[true])`

const after = sql`chr(1114111)`

/** Splits the typed text into words and finds the words of the market that match each of them. */
function matchingWords(name: string, filter: ListedOrNot): RawBuilder<unknown> {
  const isThere = (word: RawBuilder<unknown>) => sql`exists (
    select from item_words join ${statesOf(filter)} as state (is_listed) using (is_listed) where item_words.word = ${word})`
  // The name is in a select of its own: otherwise PostgreSQL would make a new plan for its words every time.
  return sql`
    typed as materialized (
      select word collate "C" as word, nth from unnest(words_in((select ${name}::text))) with ordinality as split (word, nth)
      limit ${maxWords}
    ),
    begun as materialized (
      select typed.nth, near.word, (near.word <> typed.word)::integer as step
      from typed cross join lateral (
        select word from (
          select word from words
          where words.word >= typed.word and words.word < typed.word || ${after}
          order by length(word), word limit 12
        ) shortest where ${isThere(sql`shortest.word`)} limit ${maxBeginnings}
      ) near
    ),
    known as materialized (
      select nth, word, step, 1::real as likeness, false as is_near from begun
      union all
      select typed.nth, near.word collate "C", 1, near.likeness, true
      from typed cross join lateral words_near(typed.word) near
      where not exists (select from begun where begun.nth = typed.nth) and ${isThere(sql`near.word collate "C"`)}
    )`
}

/** Returns whether a typed word is in no listed item, so that similar words were searched. */
export async function hasUnknownWord(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_unknown: boolean }>`
    with ${matchingWords(name, { hasWaiting: false })}
    select exists (select from typed where nth <> all(select nth from begun)) as is_unknown`.execute(db)
  return rows[0]?.is_unknown ?? false
}

/** Selects the best entries of the known words. An index has them in this order, so no others are read. */
const entriesOf = (count: RawBuilder<unknown>) => sql`
  select entry.item_id as id, max(known.likeness) as likeness, 0 as standing,
    min(entry.place * 2 + known.step) as rank
  from known cross join lateral (
    select item_id, place from item_words
    where item_words.word = known.word and is_listed and seller_id <> all(${unseenSellerIds})
    order by place, item_id desc limit ${count}
  ) entry
  group by entry.item_id`

/** Tries the items with the rarest word, or all items of a narrow filter, and compares each with the other words. */
function findByWords({ name }: ItemSearch, filter: ItemFilter): RawBuilder<unknown> {
  const phrase = sql`(select fold(${name.trim()}::text))`
  // The search text of an item begins with its name.
  const standing = sql`case when not starts_with(items.search_text, ${phrase}) then 2
    when fold(items.name) = ${phrase} then 0 else 1 end`
  return sql`
    groups as materialized (
      select typed.nth, typed.word as typed, array_agg(known.word) as words, max(likeness) as likeness, is_near
      from typed join known on known.nth = typed.nth group by typed.nth, typed.word, is_near
    ),
    ${filter.isNarrow ? candidatesInFilter(filter) : candidatesByWord(filter)},
    fitting as materialized (
      select tried.id, least(tried.likeness, others.likeness) as likeness, greatest(tried.rank, others.rank) as rank
      from tried cross join lateral (
        select count(*) as words, min(groups.likeness) as likeness, max(standing.rank) as rank
        from groups cross join lateral (select ${rank} as rank) standing
        where groups.nth <> tried.nth and standing.rank is not null
      ) others
      where others.words + (tried.nth > 0)::integer = (select count(*) from typed)
    ),
    found as materialized (
      select items.id, likeness, ${standing} as standing, rank
      from ${filter.from} join fitting on fitting.id = items.id where ${filter.where}
      order by likeness desc, standing, rank, items.id desc limit ${most}
    )`
}

/**
 * Selects all items of a narrow filter, not yet compared with any word. `is_cut` says that there are more than could be tried.
 * Without a typed word it selects none.
 */
const candidatesInFilter = ({ from, where }: ItemFilter) => sql`tried as materialized (
    select id, 0 as nth, null::real as likeness, null::integer as rank, count(*) over () = ${maxCandidates} as is_cut
    from (
      select items.id from ${from} where ${where} and exists (select from typed)
      order by items.id desc limit ${maxCandidates}
    ) newest
  )`

function candidatesByWord(filter: ItemFilter): RawBuilder<unknown> {
  const entries = sql`${statesOf(filter)} as state (is_listed) cross join lateral (
    select item_id, place, count(*) over () = ${maxCandidates} as is_cut from (
      select item_id, place from item_words where item_words.word = known.word and item_words.is_listed = state.is_listed
      order by place, item_id desc limit ${maxCandidates}
    ) best
  ) entry`
  return sql`
    rarest as materialized (
      select nth from groups
      order by cardinality(words) = ${maxBeginnings}, case when (select count(*) from groups) > 1 then (
        select count(*) from known cross join ${entries} where known.nth = groups.nth
      ) end limit 1
    ),
    tried as materialized (
      select entry.item_id as id, known.nth, max(known.likeness) as likeness, min(entry.place * 2 + known.step) as rank,
        bool_or(entry.is_cut) as is_cut
      from known join rarest on rarest.nth = known.nth cross join ${entries}
      group by entry.item_id, known.nth
    )`
}

/** The position of a typed word in an item, or null. */
const rank = sql`case when groups.is_near
  then (select min(place * 2 + 1) from item_words where item_words.item_id = tried.id and item_words.word = any(groups.words))
  else (
    select min(place * 2 + (item_words.word <> groups.typed)::integer) from item_words
    where item_words.item_id = tried.id and item_words.word >= groups.typed and item_words.word < groups.typed || ${after}
  ) end`

type Order = Pick<FoundItems, 'page' | 'keys' | 'order'>

const inOrder = (order: RawBuilder<unknown>): Order => ({
  page: sql`select found.id from found join items on items.id = found.id order by ${order}`,
  order,
})
const keys = sql`, likeness, standing, rank`
const byBest: Order = {
  page: sql`select id ${keys} from found order by likeness desc, standing, rank, id desc`,
  keys,
  order: sql`page.likeness desc, page.standing, page.rank, page.id desc`,
}
const orders = {
  best: byBest,
  newest: inOrder(sql`items.id desc`),
  price: inOrder(sql`items.price_kobo, items.id`),
  '-price': inOrder(sql`items.price_kobo desc, items.id desc`),
}

/** Returns the order of the found items, which are the best matches in any order. */
const orderOf = (sort: ItemsQuery['sort']) => orders[sort ?? 'best']
