import { randomUUID } from 'node:crypto'

/** So many members write in turn, on so many posts and items. No row is updated more often than on a busy day. */
export const writers = 500
const targets = 50
const authorId = writers + 1
const unread = 40 * writers

export const dataSteps = [
  [
    `${targets} posts and items`,
    `insert into posts (author_id, caption, is_fanned_out, created_at)
      select ${authorId}, 'What is happening back home?', true, now() from generate_series(1, ${targets})`,
  ],
  `insert into items (seller_id, name, description, price_kobo, stock, is_approved, created_at)
    select ${authorId}, 'Adire wrapper', 'A fine piece.', 250000, 1000, true, now() from generate_series(1, ${targets})`,
  // Writer `n` has received message `n`, counted from 1 and cyclically.
  [
    `${unread} unread messages`,
    `insert into messages (sender_id, receiver_id, body, created_at)
      select 1 + (n + 1) % ${writers}, 1 + n % ${writers}, 'Ka chi fo', now() from generate_series(0, ${unread - 1}) n`,
  ],
  `insert into threads (owner_id, other_id, last_message_id, unread_count)
    select receiver_id, sender_id, max(id), count(*) from messages group by 1, 2
    union all select sender_id, receiver_id, max(id), 0 from messages group by 1, 2`,
  'create table bare_sessions (id text primary key, member_id bigint not null)',
  `insert into bare_sessions select 'session' || n, n from generate_series(0, ${writers - 1}) n`,
  'create table bare_targets (id bigint primary key, rows_count integer not null default 0)',
  `insert into bare_targets select n from generate_series(0, ${targets - 1}) n`,
  `create table bare_rows (id bigint generated always as identity primary key, target_id bigint not null,
    member_id bigint not null, body text not null, created_at timestamptz not null)`,
  'create index bare_rows_by_target on bare_rows (target_id, id)',
  // Empty tables are left out: their plans would read whole tables until PostgreSQL finds that they have grown.
  'vacuum analyze members, posts, items, messages, threads, bare_sessions, bare_targets',
]

const one = (nth) => nth % writers
/** Returns another number each time it is the same writer's turn. */
const changing = (nth, count) => (nth + Math.floor(nth / writers)) % count
const someone = (nth) => 1 + ((one(nth) + 1 + (Math.floor(nth / writers) % (writers - 1))) % writers)

const comment = (nth) => ({
  path: `/post/comments/${1 + changing(nth, targets)}/create`,
  body: { comments: 'Nne, these are beautiful.' },
})

/** Lists the measured calls. Writer `nth % writers` makes the `nth` call, which writes something new. */
export const calls = {
  comment: { least: 0.5, request: comment },
  'comment with a key': {
    least: 0.4,
    request: (nth) => ({ ...comment(nth), headers: { 'idempotency-key': randomUUID() } }),
  },
  like: { least: 0.5, request: (nth) => ({ path: `/post/like/${1 + changing(nth, targets)}` }) },
  'cart add': {
    least: 0.5,
    request: (nth) => ({
      path: '/cart/add',
      body: { itemId: 1 + changing(nth, targets), count: 1 + (nth % 7) },
    }),
  },
  message: {
    least: 0.5,
    request: (nth) => ({
      path: '/messaging/create',
      body: { eventType: 'MESSAGE', message: 'Ka chi fo', userId: 1 + one(nth + 1) },
    }),
  },
  follow: { least: 0.5, request: (nth) => ({ path: `/user/follow/${someone(nth)}` }) },
  'join a group': {
    least: 0.5,
    request: (nth, groups) => ({ path: `/groups/join/${groups[changing(nth, groups.length)]}` }),
  },
  'read mark': {
    least: 0.5,
    request: (nth) => ({ method: 'PATCH', path: `/messaging/read/${1 + (nth % unread)}` }),
  },
}

/** The bare route writes the same kind of row for all of them. */
export const bareCall = (nth) => ({
  path: `/write/${changing(nth, targets)}`,
  headers: { authorization: `Bearer session${one(nth)}` },
  body: { text: 'Nne, these are beautiful.' },
})
