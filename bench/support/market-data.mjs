import { memberSteps } from './member-data.mjs'

/** Bulk SQL for the rows that the lists and the search of the market read. */
export const sellers = 5000
export const viewerId = sellers + 1
export const genres = 24
const spellings = 20_000

/** The words that so many of a thousand items contain, however many items there are: a frequent, a medium and a rare one. */
export const frequent = { word: 'drum', perMille: 150 }
const middling = { word: 'calabash', perMille: 20 }
const rare = { word: 'udu', perMille: 3 }

export const genreSteps = [
  `insert into genres (name) select 'Category ' || nth from generate_series(1, ${genres}) nth`,
]

export const peopleSteps = [
  ...memberSteps(viewerId),
  ...genreSteps,
  // Twenty sellers are suspended, and the viewer has blocks with five. None of them offered the newest items.
  `update members set suspended_until = now() + interval '30 days', suspended_at = now() where id between 100 and 119`,
  `insert into blocks select ${viewerId}, id, now() from generate_series(200, 202) id
    union all select id, ${viewerId}, now() from generate_series(203, 204) id`,
]

/** Returns words as people use them: few of them very often, most of them hardly ever. */
const someWords = (count) => `(
    select string_agg('w' || to_hex(floor(${spellings} * power(random(), 3))::int), ' ')
    from generate_series(1, ${count}) where id > 0
  )`

const names = (
  id,
) => `(array['Adire wrapper','Aso oke','Beaded necklace','Carved stool','Leather bag','Palm oil, 5 litres',
    'Dried pepper','Raffia mat','Clay pot','Brass bangle','Woven basket','Shea butter'])[1 + ${id} % 12]`

const states = (id) => `(array['NG-LA','NG-KN','NG-OY','NG-EN','NG-RI','NG-ED','NG-KD',null])[1 + ${id} % 8]`

/** Chooses at random, but the same in every run. */
const speaksOf = ({ word, perMille }, id, salt) =>
  `case when abs(hashint8(${id} * 100 + ${salt}) % 1000) < ${perMille} then ' ${word}' else '' end`

/** One item in twenty waits for approval, one in ten has more pictures. Each has two categories. */
const rowSteps = (from, to) => [
  [
    `items up to ${to}`,
    `insert into items (id, seller_id, name, description, price_kobo, stock, image_url, thumbnail_url, is_approved, created_at,
        state_code, offers_pickup)
      overriding system value
      select id, 1 + (id * 7) % ${sellers}, ${names('id')} || ' ' || ${someWords(1)}
          || ${speaksOf({ ...frequent, perMille: frequent.perMille / 3 }, 'id', 1)},
        'A fine piece.' || ${speaksOf(frequent, 'id', 2)} || ${speaksOf(middling, 'id', 3)} || ${speaksOf(rare, 'id', 4)}
          || ' ' || ${someWords(30)},
        100 + (id * 7919) % 5000000, id % 50, '/media/' || id || '.webp', '/media/' || id || '-small.webp', id % 20 <> 7,
        now() - make_interval(secs => ${to} - id), ${states('id')}, id % 10 = 0
      from generate_series(${from}, ${to}) id`,
  ],
  `insert into item_genres select distinct id, 1 + (id * nth) % ${genres}
    from generate_series(${from}, ${to}) id, generate_series(1, 2) nth`,
  `insert into item_images select id, nth, '/media/' || id || '-' || nth || '.webp'
    from generate_series(${from}, ${to}) id, generate_series(1, 2) nth where id % 10 = 3`,
]

const wordSteps = (from, to) => [
  'drop index if exists item_words_best',
  [
    'their words',
    `insert into item_words (item_id, word, place, is_listed, seller_id)
      select id, word, place, is_approved and not is_hidden, seller_id
      from items cross join lateral words_of_item(name, description) where id between ${from} and ${to}`,
  ],
  [
    'the index of words',
    'create index item_words_best on item_words (word, is_listed, place, item_id desc) include (seller_id)',
  ],
  'insert into words (word) select distinct word from item_words on conflict do nothing',
]

const countSteps = [
  'truncate item_counts',
  [
    'how many there are',
    `insert into item_counts
      select 0, count(*) from items where is_approved and not is_hidden
      union all
      select genre_id, count(*) from item_genres join items on items.id = item_id where is_approved and not is_hidden
      group by genre_id`,
  ],
  `update members set items_count = n from (
    select seller_id, count(*) as n from items where is_approved group by 1) counted where seller_id = id`,
]

export const itemSteps = (from, to) => [
  ...rowSteps(from, to),
  ...wordSteps(from, to),
  ...countSteps,
  `select setval(pg_get_serial_sequence('items', 'id'), ${to})`,
  'vacuum analyze',
]

/** Lists the requests. The bound is the least share of the bare route's requests per second. */
export const calls = {
  list: { path: '/api/items', bound: 0.5, isGrowing: true },
  'a frequent word': { path: `/api/items?name=${frequent.word}`, bound: 0.25, isGrowing: true },
  'a middling word': { path: `/api/items?name=${middling.word}`, bound: 0.25, isGrowing: true },
  'a rare word': { path: `/api/items?name=${rare.word}`, bound: 0.25, isGrowing: true },
  'one category': { path: '/api/items?genreId=5' },
  'two words': { path: `/api/items?name=${frequent.word}+${middling.word}` },
  'a typing error': { path: '/api/items?name=calabsah' },
  'a word in a category': { path: `/api/items?name=${frequent.word}&genreId=5` },
  'a range of prices': { path: '/api/items?minPrice=1000&maxPrice=2000' },
  'one state': { path: '/api/items?state=NG-EN' },
  'in stock, to pick up': { path: '/api/items?inStock=true&method=PICKUP' },
  'the lowest price': { path: '/api/items?sort=price' },
  detail: { path: '/api/items/20', isOne: true },
}
