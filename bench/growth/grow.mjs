import pg from 'pg'
import { mixDataSteps, members } from '../mixed/mix-data.mjs'
import { postSteps, timelineSteps } from '../support/feed-data.mjs'
import { itemSteps, sellers } from '../support/market-data.mjs'
import { loadInBulk } from '../support/product.mjs'

/**
 * One of these for so many posts. There are half as many messages and notifications as posts, and three ledger rows per
 * order.
 */
const postsPer = { item: 50, order: 10, message: 2, notification: 2, login: 2 }

export const countsFor = (posts, groups) => ({ posts, items: Math.max(400, posts / postsPer.item), groups })

/** Grows from `before` posts (0 at first) to `posts`. The product may have written some more in between. */
export async function grow(url, before, posts) {
  const { items } = countsFor(posts)
  const first = before === 0 ? 1 : (await lastId(url)) + 1
  const rows = before === 0 ? mixDataSteps({ posts, items }) : moreRows({ first, posts, before, items })
  await withoutIndexes(url, () => loadInBulk(url, rowsOf([...rows, ...besideSteps(before, posts)])))
  await loadInBulk(url, [
    ...wordSteps(first, posts),
    ['statistics', 'vacuum analyze'],
    ...countSteps,
    ...timelineSteps,
    ['statistics', 'vacuum analyze'],
  ])
}

const moreRows = ({ first, posts, before, items }) => [
  ...itemSteps(countsFor(before).items + 1, items),
  ...postSteps(first, posts),
]

/** Puts the steps that need indexes and statistics last, when all rows are there. */
const rowsOf = (steps) =>
  steps.filter((step) => !timelineSteps.includes(step) && ![step].flat().at(-1).startsWith('vacuum'))

async function lastId(url) {
  const [row] = await query(url, 'select max(id)::int as id from posts')
  return row.id
}

export async function query(url, text) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

const large = ['posts', 'likes', 'comments', 'post_media', 'messages', 'notifications', 'logins', 'orders']
  .concat(['order_lines', 'parcels', 'payment_attempts', 'ledger', 'live_events', 'search_notices'])
  .map((table) => `'${table}'`)

/**
 * Drops the indexes while rows are loaded, because unordered inserts are far slower than a rebuild. Primary keys stay: their
 * rows come in order.
 */
async function withoutIndexes(url, work) {
  const indexes = await query(
    url,
    `select indexname as name, indexdef as text from pg_indexes
      where schemaname = 'public' and tablename in (${large}) and indexdef not like 'CREATE UNIQUE%'`,
  )
  await loadInBulk(
    url,
    indexes.map(({ name }) => `drop index ${name}`),
  )
  await work()
  await loadInBulk(url, [...indexes.map(({ text }) => text), [`${indexes.length} indexes`, 'select 1']])
}

const time = (days) => `now() - make_interval(secs => 86400 * ${days} * random())`

/** Returns the other rows: conversations, notifications, log-ins, sales, and rows that wait to be deleted. */
function besideSteps(before, posts) {
  const from = (kind) => Math.floor(before / postsPer[kind]) + 1
  const ids = (kind) => `generate_series(${from(kind)}, ${Math.floor(posts / postsPer[kind])}) n`
  const [one, other] = [`1 + (n * 31) % ${members}`, `1 + (n * 17 + 5) % ${members}`]
  return [
    [
      'messages',
      `insert into messages (sender_id, receiver_id, body, read_at, created_at)
        select ${one}, ${other}, 'Ka chi fo', case when n % 10 > 0 then now() end, now()
        from ${ids('message')} where ${one} <> ${other}`,
    ],
    [
      'notifications',
      `insert into notifications (member_id, kind, target_type, target_id, actor_id, body, created_at, latest_at, read_at)
        select ${one}, 'ORDER', 'item', n, null, 'New in the market', at, at, case when n % 20 > 0 then at end
        from ${ids('notification')}, lateral (select ${time(95)} as at where n > 0) moment`,
    ],
    [
      'log-ins',
      `insert into logins (member_id, created_at) select ${one}, ${time(300)} from ${ids('login')}`,
    ],
    ...orderSteps(ids('order')),
    ...moneySteps(ids('order')),
    ...expiredSteps(posts - before),
  ]
}

const kobo = 1_000_000

const orderSteps = (ids) => [
  [
    'orders',
    `insert into orders (id, transaction_ref, buyer_id, status, total_kobo, expires_at, paid_at, shipped_at, moved_at,
        created_at, review_asked_at)
      overriding system value
      select n, 'order-' || n, 1 + (n * 31) % ${members}, 'COMPLETED', ${kobo}, at, at, at, at, at, at
      from ${ids}, lateral (select ${time(700)} as at where n > 0) moment`,
  ],
  `insert into seller_accounts (id, member_id) overriding system value
    select id, id from generate_series(1, ${sellers}) id on conflict do nothing`,
  [
    'parcels',
    `insert into parcels (id, order_id, seller_id, seller_account_id, shipped_at, received_at, released_at)
      overriding system value
      select n, n, 1 + n % ${sellers}, 1 + n % ${sellers}, paid_at, paid_at, paid_at from ${ids} join orders on id = n`,
  ],
  [
    'lines',
    `insert into order_lines (id, order_id, item_id, seller_id, name, unit_price_kobo, quantity, shipped_at, sold_at,
        finished_at, parcel_id, released_at, reviewed_at)
      overriding system value
      select n, n, null, 1 + n % ${sellers}, 'Adire wrapper', ${kobo}, 1, paid_at, paid_at, paid_at, n, paid_at, paid_at
      from ${ids} join orders on id = n`,
  ],
]

const moneySteps = (ids) => [
  [
    'payments',
    `insert into payment_attempts (reference, order_id, number, amount_kobo, state, paid_kobo, currency, settled_at, created_at)
      select 'payment-' || n, n, 1, ${kobo}, 'PAID', ${kobo}, 'NGN', paid_at, paid_at from ${ids} join orders on id = n`,
  ],
  [
    'the ledger',
    `insert into ledger (kind, seller_account_id, order_id, reference, provider_kobo, clearing_kobo, held_kobo, available_kobo, created_at)
      select kind, case when kind <> 'PAYMENT' then 1 + n % ${sellers} end, n, case when kind = 'PAYMENT' then 'payment-' || n end,
        provider * ${kobo}, clearing * ${kobo}, held * ${kobo}, available * ${kobo}, paid_at
      from ${ids} join orders on id = n, (values
        ('PAYMENT', -1, 1, 0, 0), ('SALE', 0, -1, 1, 0), ('RELEASE', 0, 0, -1, 1)
      ) as moves (kind, provider, clearing, held, available)`,
  ],
]

/** Adds a fiftieth of the new posts of each kind, as a cleanup finds that has not run for a while. */
const expiredSteps = (posts) => [
  `insert into live_events (member_id, number, kind, created_at)
    select 1 + n % ${members}, -1 - n, 'read', now() - interval '1 day' from generate_series(1, ${posts / 50}) n`,
  `insert into idempotency_keys (member_id, key, fingerprint, created_at)
    select 1 + n % ${members}, 'old-' || n, '', now() - interval '9 days' from generate_series(1, ${posts / 50}) n
    on conflict do nothing`,
  `insert into search_notices (item_id, member_id, created_at)
    select 1 + n % 400, 1 + (n / 400) % ${members}, now() - interval '100 days' from generate_series(1, ${posts / 50}) n
    on conflict do nothing`,
  `insert into sessions (id, member_id, created_at, expires_at)
    select 'old-' || n, 1 + n % ${members}, now() - interval '3 days', now() - interval '1 day'
    from generate_series(1, ${posts / 50}) n on conflict do nothing`,
]

/**
 * Fills the words instead of the trigger, which is off here and slower. All captions of feed-data.mjs consist of these words.
 */
const wordSteps = (first, posts) => [
  'alter table post_words drop constraint post_words_pkey',
  [
    'words of posts',
    `insert into post_words select word, id
      from unnest(array['back', 'happening', 'home', 'is', 'what']) word, generate_series(${first}, ${posts}) id`,
  ],
  ['their index', 'alter table post_words add primary key (word, post_id)'],
  'insert into post_vocabulary select distinct word from post_words on conflict do nothing',
]

const countOf = (column, table, where = 'true') =>
  `(select ${column} as id, count(*) as n from ${table} where ${where} group by 1)`

const countSteps = [
  [
    'counters of members',
    `update members set followers_count = coalesce(followers.n, 0), following_count = coalesce(following.n, 0),
        posts_count = coalesce(written.n, 0), groups_count = coalesce(joined.n, 0), items_count = coalesce(offered.n, 0)
      from members each
        left join ${countOf('followed_id', 'follows')} followers using (id)
        left join ${countOf('follower_id', 'follows')} following using (id)
        left join ${countOf('author_id', 'posts', 'not is_hidden')} written using (id)
        left join ${countOf('member_id', 'memberships')} joined using (id)
        left join ${countOf('seller_id', 'items', 'is_approved and not is_hidden')} offered using (id)
      where members.id = each.id`,
  ],
  `update groups set members_count = n from ${countOf('group_id', 'memberships')} joined where joined.id = groups.id`,
  'truncate threads',
  [
    'conversations',
    `insert into threads (owner_id, other_id, last_message_id, unread_count)
      select owner, other, max(messages.id), count(*) filter (where owner = receiver_id and read_at is null)
      from messages, lateral (values (sender_id, receiver_id), (receiver_id, sender_id)) side (owner, other)
      group by owner, other`,
  ],
  'truncate finished_sales',
  `insert into finished_sales select seller_id, count(*) from order_lines group by 1`,
  `update seller_accounts set available_kobo = kobo from (
    select seller_account_id, sum(available_kobo) as kobo from ledger group by 1) posted where seller_account_id = id`,
  'truncate day_counts, day_changes',
  ['counts of days', 'insert into day_counts select metric, subject_id, day, value from recounted_days'],
]
