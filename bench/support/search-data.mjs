import { memberSteps } from './member-data.mjs'

/** Bulk SQL for posts that are searched. */
const authors = 1000
export const readerId = authors + 1
const spellings = 60_000

/** The words that so many of a hundred thousand posts contain, in a small and a large set of posts alike. */
const words = { festival: 20_000, masquerade: 1000, harmattan: 200, calabash: 30 }

export const searches = {
  'a common word (1 in 5)': { q: 'festival', isBounded: true },
  'a middling word (1 in 100)': { q: 'masquerade', isBounded: true },
  'a rare word (1 in 500)': { q: 'harmattan', isBounded: true },
  'the beginning of a word': { q: 'festi', isBounded: true },
  'two words': { q: 'masquerade festival', isBounded: true },
  'similar words': { q: 'fesitval' },
  nothing: { q: 'xylophone qwertz', rows: 0 },
}

/** Chooses at random, but the same in every run. */
const mentions = Object.entries(words)
  .map(
    ([word, share], nth) =>
      `case when abs(hashint8(id * 10 + ${nth})) % 100000 < ${share} then ' ${word}' else '' end`,
  )
  .join(' || ')

/** Returns words as people use them: few of them very often, most of them hardly ever. */
const someWords = `(
  select string_agg('w' || to_hex(floor(${spellings} * power(random(), 3))::int), ' ')
  from generate_series(1, 14) where id > 0)`

export const steps = (posts) => [
  ...memberSteps(readerId),
  `insert into blocks select ${readerId}, id, now() from generate_series(1, 5) id`,
  [
    'the posts',
    `insert into posts (id, author_id, caption, created_at, is_fanned_out) overriding system value
      select id, 1 + (id * 7) % ${authors}, 'Yesterday: ' || ${someWords} || ${mentions},
        now() - make_interval(secs => ${posts} - id), true
      from generate_series(1, ${posts}) id`,
  ],
  'alter table post_words drop constraint post_words_pkey',
  [
    'their words',
    // This does what their trigger does, which is off here and slower.
    `insert into post_words select word, id
      from posts, lateral (select distinct word from string_to_table(lower(replace(caption, ':', '')), ' ') as each (word)) said`,
  ],
  ['the index of words', 'alter table post_words add primary key (word, post_id)'],
  ['the vocabulary', 'insert into post_vocabulary select distinct word from post_words'],
  `select setval(pg_get_serial_sequence('posts', 'id'), ${posts})`,
  'vacuum analyze',
]
