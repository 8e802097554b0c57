import { Agent, get } from 'node:http'
import { recountDays } from '../../api/src/features/analytics/recount.ts'
import { adminId, actions, groupId, heavyId, moderatorId, people } from '../support/analytics-data.mjs'
import { figuresText, measure } from '../support/measure.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const posts = Number(process.env.POSTS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 7)
const most = { month: 3, 'five years': 10 }
const maxGrowth = 1.5

const metrics = {
  user: 'followers follows posts group-posts given-comments received-comments given-likes received-likes logins',
  groups: 'membership posts comments likes',
  system: 'signups logins posts group-memberships bans suspensions',
}

/** Measures every call of the analytics over HTTP with its token check, against a bare route that reads one indexed row. */
export const run = () =>
  withDatabase(async (database) => {
    print(`Making ${posts / 10} posts, five likes, two comments and three log-ins to each …`)
    await loadInBulk(database.url, [...people, ...actions(posts / 10)])
    const small = await measureAll(database)
    print(`Making ${posts} of them …`)
    await loadInBulk(database.url, actions(posts, posts / 10))
    const large = await measureAll(database)
    return report(small, large)
  })

async function measureAll(database) {
  await using ours = await startProduct(database)
  await using bare = await startBaseline(database)
  const sides = await sidesOf(database, ours.url)
  await actAndUndo(database, ours.url)
  const drift = await recountDays(database.db)
  print(`  counts of days that differ from the rows: ${drift.length}`)
  // A failure gets a fast response and would look like a good figure.
  const isRight = drift.length === 0 && (await checkResponses(sides))
  const baseline = { name: 'bare', url: `${bare.url}/row/${heavyId}`, headers: plain }
  const figures = await measure([baseline, ...sides], { rounds, samples: 30, rate })
  return { isRight, figures }
}

async function sidesOf(database, url) {
  const by = async (id) => ({ ...plain, authorization: `Bearer ${await database.tokenOf(id)}` })
  const [owner, admin, moderator] = [await by(heavyId), await by(adminId), await by(moderatorId)]
  const calls = Object.entries(metrics).flatMap(([subject, names]) =>
    names.split(' ').map((name) => ({
      name: `${subject} ${name}`,
      path: {
        user: `/user/${heavyId}/${name}`,
        groups: `/groups/${groupId}/${name}`,
        system: `/system/${name}`,
      }[subject],
      headers: subject === 'user' ? owner : admin,
    })),
  )
  calls.push({ name: 'another’s posts', path: `/user/${heavyId}/posts`, headers: admin })
  calls.push({ name: 'a moderator’s likes', path: `/groups/${groupId}/likes`, headers: moderator })
  const ranges = { month: '', 'five years': `?startDate=${fiveYearsAgo()}` }
  const sides = Object.entries(ranges).flatMap(([range, query]) =>
    calls.map(({ name, path, headers }) => ({
      name: `${name}, ${range}`,
      url: `${url}/api${path}${query}`,
      headers,
      range,
    })),
  )
  return [
    ...sides,
    { name: 'usership, month', url: `${url}/api/user/${heavyId}/usership`, headers: owner, range: 'month' },
  ]
}

function fiveYearsAgo() {
  return new Date(Date.now() - 1826 * 86_400_000).toISOString().slice(0, 10)
}

/** Makes actions through the product and undoes half of them, after which the counts must equal the rows. */
async function actAndUndo(database, url) {
  const headers = {
    authorization: `Bearer ${await database.tokenOf(moderatorId)}`,
    'content-type': 'application/json',
  }
  const send = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  for (let id = 1; id <= 100; id += 1) {
    await send('POST', `/post/like/${id}`)
    await send('POST', `/post/comments/${id}/create`, { comments: 'Well said.' })
    if (id % 2) await send('POST', `/post/like/${id}`)
  }
}

async function checkResponses(sides) {
  let areRight = true
  for (const { name, url, headers } of sides) {
    const answer = await fetch(url, { headers })
    const { data } = await answer.json()
    const isFull = data?.userId === heavyId || data?.total > 0
    if (answer.status !== 200 || !isFull)
      print(`  ${name}: ${answer.status}, ${JSON.stringify(data).slice(0, 120)}`)
    areRight &&= answer.status === 200 && isFull
  }
  return areRight
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Responses are uncompressed, because decompression is not the server's time. */
const plain = { 'accept-encoding': 'identity' }

/**
 * Returns requests a second over eight connections. It counts by its own clock, because the load program counts whole
 * seconds.
 */
async function rate({ url, headers }) {
  const amount = 200
  const began = performance.now()
  await Promise.all(Array.from({ length: amount }, () => request(url, headers)))
  return (amount * 1000) / (performance.now() - began)
}

function request(url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject)
  })
}

function report(small, large) {
  const [bare, ...ours] = large.figures
  const [bareBefore, ...before] = small.figures
  print(`bare: ${figuresText(bare)}`)
  let isWithin = small.isRight && large.isRight
  for (const [nth, { name, range, perSecond, p50 }] of ours.entries()) {
    const [slower, fewer] = [p50 / bare.p50, bare.perSecond / perSecond]
    // The bare route is measured each time, because the machine may be faster or slower by now.
    const growth = slower / (before[nth].p50 / bareBefore.p50)
    const isGood = slower <= most[range] && fewer <= most[range] && growth <= maxGrowth
    isWithin &&= isGood
    print(
      `${isGood ? ' ' : '!'} ${name.padEnd(36)} ${slower.toFixed(2)}× the time, ${fewer.toFixed(2)}× fewer requests/s (at most ${most[range]}×); ten times the data ${growth.toFixed(2)}× (at most ${maxGrowth}×)`,
    )
  }
  print(`answers right, counts equal to the rows: ${small.isRight && large.isRight ? 'yes' : 'NO'}`)
  return isWithin
}
