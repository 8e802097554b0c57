import { memberSteps } from './member-data.mjs'

/** Bulk SQL for 100,000 members: the rows that the feed reads, in the amounts of the goal. */
export const members = Number(process.env.MEMBERS ?? 100_000)
export const follows = 50 * members
/** The three members who read, by how many each follows. Their ids come after all others. */
export const readers = { 20: members + 1, 200: members + 2, 2000: members + 3 }
const wide = 20

/** Everybody follows fifty members, spread evenly. Twenty members have very many followers. */
const followRows = `insert into follows (follower_id, followed_id, created_at)
  select follower, 1 + (follower * 31 + nth * 1999) % ${members}, now()
  from generate_series(1, ${members}) follower, generate_series(1, ${follows / members}) nth
  where follower <> 1 + (follower * 31 + nth * 1999) % ${members}`
const wideFollows = `insert into follows (follower_id, followed_id, created_at)
  select follower, id, now() from generate_series(${wide + 1}, ${members}, 12) follower, generate_series(1, ${wide}) id
  on conflict do nothing`

const readerFollows = Object.entries(readers).map(
  ([count, id]) => `insert into follows (follower_id, followed_id, created_at)
    select ${id}, followed, now() from (
      select 1 as followed union
      select 21 + (nth * 49)::bigint % (${members} - 20) from generate_series(1, ${Number(count) - 1}) nth
    ) pair`,
)

const memberships = `insert into memberships (group_id, member_id, joined_at)
  select 1 + (member * 7 + nth * 13) % (select max(id) from groups), member, now()
  from generate_series(1, ${members + 3}) member, generate_series(1, 4) nth on conflict do nothing`

export const peopleSteps = [
  ...memberSteps(members + 3),
  'drop index follows_by_followed',
  [`${follows} follows`, followRows],
  ['the followers of a few', wideFollows],
  ...readerFollows.map((text, nth) => [`the follows of reader ${nth + 1}`, text]),
  ['the index of followers', 'create index follows_by_followed on follows (followed_id, follower_id)'],
  ['4 groups each', memberships],
  [
    'authors whom very many follow',
    `insert into high_fanout_authors select id from generate_series(1, ${wide}) id`,
  ],
  [
    'the counters of members',
    `update members set followers_count = coalesce(n, 0) from (
      select followed_id, count(*) as n from follows group by 1) counted where followed_id = id`,
  ],
]

/** One post in five is in a group, one in five has pictures, one in two a like, one in three a comment. */
export const postSteps = (from, to) => [
  [
    `posts up to ${to}`,
    `insert into posts (id, author_id, group_id, caption, created_at, is_fanned_out, likes_count, comments_count)
      overriding system value
      select id, 1 + floor(random() * ${members})::bigint,
        case when id % 5 = 0 then 1 + floor(random() * (select max(groups.id) from groups))::bigint end,
        repeat('What is happening back home? ', 1 + id % 6), now() - make_interval(secs => ${to} - id), true,
        (id % 2)::int, (id % 3 = 0)::int
      from generate_series(${from}, ${to}) id`,
  ],
  [
    'pictures',
    `insert into post_media select id, nth, '/media/' || id || '-' || nth || '.webp',
        '/media/' || id || '-' || nth || '-small.webp', 'image', 1200, 900, 'Cloth on a line'
      from generate_series(${from}, ${to}) id, generate_series(0, 1) nth where id % 5 = 1`,
  ],
  [
    'likes',
    `insert into likes (post_id, member_id, post_author_id, post_group_id, created_at)
      select id, 1 + (id * 31) % ${members}, author_id, group_id, now() from posts
      where id between ${from} and ${to} and id % 2 = 1`,
  ],
  [
    'comments',
    `insert into comments (post_id, author_id, post_author_id, post_group_id, body, created_at)
      select id, 1 + (id * 17) % ${members}, author_id, group_id, 'Nne, these are beautiful.', now() from posts
      where id between ${from} and ${to} and id % 3 = 0`,
  ],
  `select setval(pg_get_serial_sequence('posts', 'id'), ${to})`,
  ['statistics', 'vacuum analyze'],
]

/** Fills the readers' timelines and a few thousand others, as after a day of visits. */
export const timelineSteps = [
  ['no timelines', 'truncate timelines, timeline_posts'],
  [
    'visits of 3,000 members',
    `insert into timelines (member_id, seen_at) select id, now() from generate_series(${members - 2996}, ${members + 3}) id`,
  ],
  ['their timelines', `select fill_timeline(member_id) from timelines`],
  ['statistics', 'vacuum analyze timelines, timeline_posts'],
]
