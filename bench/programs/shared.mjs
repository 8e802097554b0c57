import { itemSteps, peopleSteps, viewerId } from '../support/market-data.mjs'
import { median, rateOf } from '../support/measure.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const items = 2000
const rounds = 3
const least = 0.3
const newcomer = viewerId + 1000

const postRow = `insert into posts (id, author_id, group_id, caption, created_at) overriding system value
  select 1, 1, 1, repeat('What is happening back home? ', 20), now()`
const newcomerRow = `insert into members (id, username, email, password_hash, firstname, lastname, verified_at, created_at)
  overriding system value values (${newcomer}, 'newcomer', 'newcomer@example.com', 'x', 'New', 'Comer', now(), now())`

/** Lists the requests and their callers: a visitor, a member without activity in the market, or one with blocks. */
const calls = [
  { name: 'groups list', path: '/api/groups?size=100' },
  { name: 'group', path: '/api/groups/1' },
  { name: 'group page', path: '/api/groups/page/1' },
  { name: 'categories', path: '/api/genre', by: newcomer },
  { name: 'states', path: '/api/state', by: newcomer },
  { name: 'LGAs', path: '/api/state/lga/NG-LA', by: newcomer },
  { name: 'public post', path: '/api/post/fetch/1' },
  { name: 'market page 1', path: '/api/items', by: newcomer },
  { name: 'market, with blocks', path: '/api/items', by: viewerId },
  { name: 'groups list, gzip', path: '/api/groups?size=100', encoding: 'gzip' },
  { name: 'states, gzip', path: '/api/state', by: newcomer, encoding: 'gzip' },
]

/**
 * Measures responses that are the same for many, with the token check, against a bare route that sends the same stored bytes.
 */
export const run = () =>
  withDatabase(async (database) => {
    await loadInBulk(database.url, [
      ...peopleSteps,
      ...itemSteps(1, items),
      newcomerRow,
      postRow,
      'vacuum analyze',
    ])
    await using ours = await startProduct(database)
    const answers = await readAnswers(database, ours)
    await using bare = await startBaseline(database, { ANSWERS: JSON.stringify(answers) })
    return await measureAll(answers, bare)
  })

async function readAnswers(database, ours) {
  const answers = []
  for (const { name, path, by, encoding } of calls) {
    const headers = {
      'accept-encoding': encoding ?? 'identity',
      ...(by && { authorization: `Bearer ${await database.tokenOf(by)}` }),
    }
    const url = ours.url + path
    const answer = await fetch(url, { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${text}`)
    const isEncoded = (answer.headers.get('content-encoding') ?? undefined) === encoding
    if (!isEncoded) throw new Error(`${path} is not sent as ${encoding}`)
    answers.push({ name, url, headers, encoding })
  }
  return answers
}

async function measureAll(answers, bare) {
  const found = answers.map((ours, nth) => ({
    sides: [ours, { ...ours, url: `${bare.url}/answers/${nth}` }],
    shares: [],
    rates: [],
  }))
  for (const { sides } of found) for (const side of sides) await rateOf(side, 1, 10)
  for (let round = 0; round < rounds; round += 1) {
    for (const { sides, shares, rates } of found) {
      const [ours, limit] = [await rateOf(sides[0], 1, 10), await rateOf(sides[1], 1, 10)]
      shares.push(ours / limit)
      rates.push(ours)
    }
    process.stdout.write(`  round ${round + 1} of ${rounds}\r`)
  }
  return report(found)
}

function report(found) {
  let isWithin = true
  for (const { sides, shares, rates } of found) {
    const share = median(shares)
    isWithin &&= share >= least
    const figures = `${share.toFixed(2)} of the bare requests/s (at least ${least.toFixed(2)})`
    print(`${sides[0].name.padEnd(20)} ${figures}, ${median(rates).toFixed(0)} requests/s`)
  }
  return isWithin
}
