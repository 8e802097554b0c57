/** The members are spread evenly over ten years: the time before the last five years is as full as those. */
const members = 10_000
export const [heavyId, adminId, moderatorId, groupId] = [1, members + 1, members + 2, 1]
const days = 3654
const at = (share) => `now() - make_interval(secs => ${days} * 86400 * (1 - (${share})))`

/** Member 1 has an action of each kind on nearly every day. */
export const people = [
  [
    `${members} members`,
    `insert into members (id, username, email, password_hash, firstname, lastname, role, verified_at, created_at)
      overriding system value
      select id, 'member' || id, 'member' || id || '@example.com', 'x', 'First', 'Last',
        case id when ${adminId} then 'ADMIN' else 'USER' end, now(), ${at(`id / ${members + 2}.0`)}
      from generate_series(1, ${moderatorId}) id`,
  ],
  [
    'follows',
    `insert into follows (follower_id, followed_id, created_at)
      select id, ${heavyId}, ${at(`id / ${members}.0`)} from generate_series(2, ${members}) id
      union all select ${heavyId}, id, ${at(`id / ${members}.0`)} from generate_series(2, ${members}) id`,
  ],
  [
    'memberships',
    `insert into memberships (group_id, member_id, is_moderator, joined_at)
      select ${groupId}, id, id = ${moderatorId}, ${at(`id / ${moderatorId}.0`)} from generate_series(1, ${moderatorId}) id`,
  ],
  [
    'bans and suspensions',
    `insert into audit_log (actor_id, member_id, action, created_at)
      select ${adminId}, 2 + n % 9000, case n % 3 when 0 then 'BAN_USER' else 'SUSPEND_USER' end, ${at('n / 20000.0')}
      from generate_series(1, 20000) n`,
  ],
  `select setval(pg_get_serial_sequence('members', 'id'), ${moderatorId})`,
]

const author = `case when id % 25 = 0 then ${heavyId} else 2 + (id * 17) % ${members - 1} end`
const place = 'case when id % 3 = 0 then 1 + id % 5 end'
const giver = (step) =>
  `case when id % 25 = 7 and nth = 1 then ${heavyId} else 2 + (id * 31 + nth * ${step}) % ${members - 1} end`

/** Adds five likes, two comments and three log-ins for each post. One post in three is in a group. */
export function actions(posts, before = 0) {
  const ids = `generate_series(${before} + 1, ${posts}) id`
  const time = at(`(id - ${before}) / ${posts - before}.0`)
  return [
    [
      'posts',
      `insert into posts (id, author_id, group_id, caption, likes_count, comments_count, is_fanned_out, created_at)
        overriding system value
        select id, ${author}, ${place}, 'What is happening back home?', 5, 2, true, ${time} from ${ids}`,
    ],
    [
      'likes',
      `insert into likes (post_id, member_id, post_author_id, post_group_id, created_at)
        select id, ${giver(1009)}, ${author}, ${place}, ${time} from ${ids}, generate_series(1, 5) nth`,
    ],
    [
      'comments',
      `insert into comments (post_id, author_id, post_author_id, post_group_id, body, created_at)
        select id, ${giver(2003)}, ${author}, ${place}, 'Nne, these are beautiful.', ${time}
        from ${ids}, generate_series(1, 2) nth`,
    ],
    [
      'log-ins',
      `insert into logins (member_id, created_at) select ${giver(4001)}, ${time} from ${ids}, generate_series(1, 3) nth`,
    ],
    ...counts(posts),
  ]
}

const counts = (posts) => [
  `select setval(pg_get_serial_sequence('posts', 'id'), ${posts})`,
  'update members set followers_count = 20000, following_count = 20000, posts_count = 1000000',
  'truncate day_counts, day_changes',
  ['counts of days', 'insert into day_counts select metric, subject_id, day, value from recounted_days'],
  'vacuum analyze',
]
