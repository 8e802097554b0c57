import { sql } from 'kysely'
import { floorOf, timelineIds, maxPostId } from '../../api/src/features/posts/feed/feed-ids.ts'
import { selectFigures } from '../../api/src/features/posts/post-rows.ts'
import { checkTimelines } from '../../api/src/features/posts/feed/timeline-check.ts'
import { peopleSteps, postSteps, readers, timelineSteps } from '../support/feed-data.mjs'
import { figuresText, measure, rateOf } from '../support/measure.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const few = Number(process.env.FEW_POSTS ?? 100_000)
const all = Number(process.env.ALL_POSTS ?? 1_000_000)
const rounds = 5
const path = '/api/post/user/post/feed'
const followed = Object.keys(readers)

/** Reads all of 21 posts that one index has found, for every request. The feed is measured against this. */
const bareFeed = `
  select null::bigint as floor_id, posts.id, posts.author_id, posts.caption, posts.location, posts.group_id, posts.likes_count,
    posts.comments_count, posts.created_at, posts.edited_at, posts.tags, null as mentions, groups.name as group_name,
    author.username, author.firstname, author.lastname, author.profile_image,
    coalesce((select true from likes where post_id = posts.id and member_id = $1), false) as is_liked,
    coalesce((select true from bookmarks where post_id = posts.id and member_id = $1), false) as is_saved,
    coalesce((select is_moderator from memberships where group_id = posts.group_id and member_id = $1), false) as is_moderated,
    (select json_agg(json_build_object('postImage', url, 'thumbnail', thumbnail_url, 'type', type,
        'width', width, 'height', height, 'alt', alt) order by position)
      from post_media where post_id = posts.id) as media,
    (select json_build_object('url', url, 'title', title, 'description', description, 'site', site, 'image', image_url)
      from link_cards where id = posts.link_card_id and state = 'ready') as link_card,
    (select row_to_json(first) from (
      select comments.id, parent_id, comments.author_id, body, comments.created_at, comments.edited_at,
        username, firstname, lastname, profile_image, reply_count, likes_count, null as mentions, false as is_moderated,
        coalesce((select true from comment_likes where comment_id = comments.id and member_id = $1), false) as is_liked
      from comments join members on members.id = comments.author_id
      where post_id = posts.id and parent_id is null and not is_hidden
      order by comments.id limit 1
    ) first) as first_comment
  from (select post_id as id from bare_feed where reader_id = $1 order by post_id desc limit 21) page
    join posts on posts.id = page.id
    join members author on author.id = posts.author_id
    left join groups on groups.id = posts.group_id
  order by posts.id desc`

/** Measures the feed over HTTP with its token check, against a bare route that sends the same bytes. */
export const run = () =>
  withDatabase(async (database) => {
    print('Making the members and their follows …')
    await loadInBulk(database.url, peopleSteps)
    const small = await measureWith(database, 1, few)
    const large = await measureWith(database, few + 1, all)
    return report(small, large)
  })

async function measureWith(database, from, to) {
  print(`\n${to} posts`)
  await loadInBulk(database.url, [...postSteps(from, to), ...timelineSteps])
  const differences = await checkTimelines(database.db)
  print(`  timelines compared with the posts: ${differences.length} differences`)
  await prepareBaseline(database)
  await using ours = await startProduct(database)
  await using bare = await startBaseline(database, { FEED: JSON.stringify({ text: bareFeed, readers }) })
  const tokens = {}
  for (const count of followed) tokens[count] = await database.tokenOf(readers[count])
  const sides = sidesOf(ours, bare, tokens)
  const isEqual = await compare(sides)
  const figures = await measureAll(sides)
  return { ...figures, isEqual: isEqual && differences.length === 0 }
}

/** Prepares the same 21 posts, found by one index. */
async function prepareBaseline({ db, url }) {
  await loadInBulk(url, [
    'create table if not exists bare_feed (reader_id bigint, post_id bigint, primary key (reader_id, post_id))',
    'truncate bare_feed',
  ])
  for (const id of Object.values(readers)) {
    const span = { above: 0, below: maxPostId, take: 21, skip: 0 }
    await sql`insert into bare_feed select ${id}, id from (${timelineIds({ id }, span)}) page`.execute(db)
  }
  const page = timelineIds({ id: 1 }, { above: 0, below: maxPostId, take: 21, skip: 0 })
  const feed = selectFigures({ id: 1 }, page, floorOf({ id: 1 })).compile(db)
  print(`\n  the feed's statement:${feed.sql}\n\n  the limit's statement:${bareFeed}\n`)
}

function sidesOf(ours, bare, tokens) {
  const side = (name, addressOf, headersOf) =>
    followed.map((count) => ({ name, count, url: addressOf(count), headers: headersOf(count) }))
  return [
    ...side(
      'ours',
      () => ours.url + path,
      (count) => ({ authorization: `Bearer ${tokens[count]}` }),
    ),
    ...side(
      'bare',
      (count) => `${bare.url}/feed/${count}`,
      () => ({}),
    ),
  ]
}

async function compare(sides) {
  let isEqual = true
  for (const count of followed) {
    const answers = []
    for (const { url, headers } of sides.filter((side) => side.count === count)) {
      // This runs twice: the first visit of a member is recorded, and only then the timeline is read alone.
      await fetch(url, { headers })
      answers.push(await (await fetch(url, { headers })).text())
    }
    const [ours, bare] = answers
    const rows = JSON.parse(ours).data.content.length
    isEqual &&= ours === bare && rows === 20
    const result = ours === bare ? 'byte for byte the same' : 'DIFFERENT'
    print(
      `  who follows ${count}: ${rows} posts, ${Buffer.byteLength(ours)} and ${Buffer.byteLength(bare)} bytes, ${result}`,
    )
  }
  return isEqual
}

async function measureAll(sides) {
  const figures = { ours: {}, bare: {} }
  const rate = (side) => rateOf(side, 2)
  for (const side of await measure(sides, { rounds, samples: 200, rate })) {
    figures[side.name][side.count] = side
    print(`  ${side.name}, follows ${side.count.padStart(4)}: ${figuresText(side)}`)
  }
  return figures
}

function report(small, large) {
  const reach = large.ours[200].perSecond / large.bare[200].perSecond
  const growth = large.ours[200].p50 / small.ours[200].p50
  const spread = large.ours[2000].p50 / large.ours[20].p50
  print('')
  print(`requests/s, who follows 200: ${large.ours[200].perSecond.toFixed(0)}`)
  print(`requests/s against the limit, who follows 200: ${reach.toFixed(2)} (at least 0.85)`)
  print(`median from ${few} to ${all} posts: ${growth.toFixed(2)}× (at most 1.20)`)
  print(`median from 20 to 2,000 followed: ${spread.toFixed(2)}× (at most 1.30)`)
  print(`answers equal and timelines right: ${small.isEqual && large.isEqual ? 'yes' : 'NO'}`)
  return reach >= 0.85 && growth <= 1.2 && spread <= 1.3 && small.isEqual && large.isEqual
}
