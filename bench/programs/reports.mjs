import { recountReports } from '../../api/src/features/reports/recount.ts'
import { figuresText, measure, rateOf } from '../support/measure.mjs'
import { memberSteps } from '../support/member-data.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const reports = Number(process.env.REPORTS ?? 10_000)
const members = 20_000
const [adminId, moderatorId] = [members + 1, members + 2]
const rounds = 9
const maxTimes = 3
const size = 10

/** Seven in ten are on posts, half of those in groups. Two in three are addressed. One in a hundred has the word drum. */
const reportRows = `insert into reports (reporter_id, reported_id, target_type, target_id, group_id, reason, snapshot,
    closed_at, closed_by, created_at)
  select nullif(1 + (nth * 31) % ${members}, 7), 1 + (nth * 17) % 2000, kind, nth,
    case when kind in ('post', 'comment') and nth % 2 = 0 then 1 + nth % (select max(id) from groups) end,
    case when nth % 100 = 0 then 'They sell a stolen drum, number ' else 'This is rude and not true, number ' end || nth,
    jsonb_build_object('username', 'member' || nth, 'caption', repeat('What is happening back home? ', 1 + nth % 6),
      'location', 'Enugu', 'media', '[]'::jsonb),
    case when nth % 3 > 0 then now() end, case when nth % 3 > 0 then ${adminId} end,
    now() - make_interval(secs => (${reports} - nth) * 60)
  from generate_series(1, ${reports}) nth,
    lateral (select (array['post','post','comment','post','user','post','chat','post','item','post'])[1 + nth % 10] as kind) each`

/** Does what their trigger does, which is off here. */
const reportWords = `update reports set search_text = fold(concat_ws(' ', reason,
  (select username from members where id = reported_id), (select username from members where id = reporter_id)))`

const steps = [
  ...memberSteps(moderatorId),
  `update members set role = 'ADMIN' where id = ${adminId}`,
  [`${reports} reports`, reportRows],
  reportWords,
  `insert into memberships (group_id, member_id, is_moderator, joined_at)
    select id, ${moderatorId}, true, now() from groups where id <= 5`,
  [
    'how many of each kind',
    `insert into report_counts
      select coalesce(group_id, 0), target_type, closed_at is not null, count(*) from reports group by 1, 2, 3`,
  ],
  'vacuum analyze',
]

const path = '/api/messaging/reported/post'
const pages = {
  'first page': `?size=${size}`,
  'middle page': `?size=${size}&page=${Math.floor(reports / size / 2)}`,
  'last page': `?size=${size}&page=${Math.ceil(reports / size) - 1}`,
  'open, of one member': `?size=${size}&state=open&userId=52`,
  'open ones': `?size=${size}&state=open`,
  'one kind': `?size=${size}&targetType=item`,
  'one group': `?size=${size}&groupId=3`,
  'a search': `?size=${size}&search=stolen%20drum`,
  'a common word': `?size=${size}&search=rude`,
  'two letters': `?size=${size}&search=ru`,
}

/**
 * Measures the list of reports over HTTP with its token check, against a bare route that reads one page of them by an index.
 */
export const run = () =>
  withDatabase(async (database) => {
    print('Making a queue …')
    await loadInBulk(database.url, steps)
    const drift = await recountReports(database.db)
    await using ours = await startProduct(database)
    await using bare = await startBaseline(database)
    const headers = { authorization: `Bearer ${await database.tokenOf(adminId)}` }
    const moderating = { authorization: `Bearer ${await database.tokenOf(moderatorId)}` }
    const sides = [
      { name: 'bare', url: `${bare.url}/reports`, headers: {} },
      ...Object.entries(pages).map(([name, query]) => ({ name, url: ours.url + path + query, headers })),
      { name: 'a moderator’s list', url: `${ours.url + path}?size=${size}`, headers: moderating },
    ]
    // A failure gets a fast response and would look like a good figure.
    if (drift.length > 0 || !(await checkResponses(sides))) return false
    return report(await measure(sides, { rounds, samples: 60, rate: (side) => rateOf(side, 1) }))
  })

async function checkResponses(sides) {
  let areRight = true
  for (const { name, url, headers } of sides) {
    const answer = await fetch(url, { headers })
    const { content, totalElements } = (await answer.json()).data ?? {}
    areRight &&= answer.status === 200 && content?.length > 0
    print(
      `  ${name}: ${answer.status}, ${content?.length} reports${totalElements ? ` of ${totalElements}` : ''}`,
    )
  }
  return areRight
}

function report([bare, ...ours]) {
  print(`\n  bare: ${figuresText(bare)}`)
  let isWithin = true
  for (const side of ours) {
    const { name, perSecond, p50 } = side
    const [slower, fewer] = [p50 / bare.p50, bare.perSecond / perSecond]
    isWithin &&= slower <= maxTimes && fewer <= maxTimes
    print(`  ${name}: ${figuresText(side)}`)
    print(
      `    ${slower.toFixed(2)}× the time, ${fewer.toFixed(2)}× fewer requests/s (each at most ${maxTimes}×)`,
    )
  }
  return isWithin
}
