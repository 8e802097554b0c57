/** Inserts so many members with their numbers as ids, because a cluster has used the first ids of its sequence already. */
export const memberSteps = (count) => [
  [
    `${count} members`,
    `insert into members (id, username, email, password_hash, firstname, lastname, verified_at, created_at)
      overriding system value
      select id, 'member' || id, 'member' || id || '@example.com', 'x', 'First' || id, 'Last' || id, now(), now()
      from generate_series(1, ${count}) id`,
  ],
  `select setval(pg_get_serial_sequence('members', 'id'), ${count})`,
]
