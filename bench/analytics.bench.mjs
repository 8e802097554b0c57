import { Agent, get } from 'node:http'
import { recountDays } from '../api/src/features/analytics/recount.ts'
import { unhurried } from '../api/src/db/db.ts'
import { adminId, actions, groupId, heavyId, moderatorId, people } from './analytics-world.mjs'
import { loadInBulk, median, openWorld, say, startProduct, startProgram } from './product.mjs'

const posts = Number(process.env.POSTS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 7)
const most = { month: 3, 'five years': 10 }
const mostGrowth = 1.5

const metrics = {
  user: 'followers follows posts group-posts given-comments received-comments given-likes received-likes logins',
  groups: 'membership posts comments likes',
  system: 'signups logins posts group-memberships bans suspensions',
}

/** Every call of the analytics over HTTP, token check and all, against a bare route that reads one indexed row. */
export async function run() {
  const world = await openWorld()
  try {
    say(`Making ${posts / 10} posts, five likes, two comments and three log-ins to each …`)
    await loadInBulk(world.url, [...people, ...actions(posts / 10)])
    const small = await measureAll(world)
    say(`Making ${posts} of them …`)
    await loadInBulk(world.url, actions(posts, posts / 10))
    const large = await measureAll(world)
    return tell(small, large)
  } finally {
    await world.close()
  }
}

async function measureAll(world) {
  const ours = await startProduct(world)
  const bare = await startProgram(['bench/bare-row.mjs'], { DATABASE_URL: world.url }, '/ready')
  try {
    const sides = await sidesOf(world, ours.url)
    await live(world, ours.url)
    const drift = await unhurried(world.db, recountDays)
    say(`  counts of days that differ from the rows: ${drift.length}`)
    // A failure is answered fast, and would pass for a good figure.
    const isRight = drift.length === 0 && (await look(sides))
    return {
      isRight,
      figures: await measure([{ name: 'bare', url: `${bare.url}/row/${heavyId}` }, ...sides]),
    }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

async function sidesOf(world, url) {
  const by = async (id) => ({ authorization: `Bearer ${await world.tokenOf(id)}` })
  const [owner, admin, moderator] = [await by(heavyId), await by(adminId), await by(moderatorId)]
  const calls = Object.entries(metrics).flatMap(([room, names]) =>
    names.split(' ').map((name) => ({
      name: `${room} ${name}`,
      path: {
        user: `/user/${heavyId}/${name}`,
        groups: `/groups/${groupId}/${name}`,
        system: `/system/${name}`,
      }[room],
      headers: room === 'user' ? owner : admin,
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

/** Deeds through the product, half of them undone again: what the counts say must be what the rows say. */
async function live(world, url) {
  const headers = {
    authorization: `Bearer ${await world.tokenOf(moderatorId)}`,
    'content-type': 'application/json',
  }
  const ask = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  for (let id = 1; id <= 100; id += 1) {
    await ask('POST', `/post/like/${id}`)
    await ask('POST', `/post/comments/${id}/create`, { comments: 'Well said.' })
    if (id % 2) await ask('POST', `/post/like/${id}`)
  }
}

async function look(sides) {
  let areRight = true
  for (const { name, url, headers } of sides) {
    const answer = await fetch(url, { headers })
    const { data } = await answer.json()
    const isFull = data?.userId === heavyId || data?.total > 0
    if (answer.status !== 200 || !isFull)
      say(`  ${name}: ${answer.status}, ${JSON.stringify(data).slice(0, 120)}`)
    areRight &&= answer.status === 200 && isFull
  }
  return areRight
}

/** In short turns, so that whatever else the machine does falls on all alike; of the rounds the median. */
async function measure(sides) {
  const found = sides.map((side) => ({ ...side, perSecond: [], p50: [] }))
  for (const side of found) await medianOf(side, 30)
  for (let round = 0; round < rounds; round += 1) {
    for (const side of found) {
      side.perSecond.push(await shoot(side))
      side.p50.push(await medianOf(side, 30))
    }
    process.stdout.write(`  round ${round + 1} of ${rounds}\r`)
  }
  say('')
  return found.map(({ name, range, perSecond, p50 }) => ({
    name,
    range,
    perSecond: median(perSecond),
    p50: median(p50),
  }))
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Requests a second over eight connections. The load program counts by whole seconds, and so many calls have not that long. */
async function shoot({ url, headers }) {
  const amount = 200
  const began = performance.now()
  await Promise.all(Array.from({ length: amount }, () => ask(url, headers)))
  return (amount * 1000) / (performance.now() - began)
}

function ask(url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject)
  })
}

/** One after the other, as the other benches ask. Not packed: to unpack it is not the server's time. */
async function medianOf({ url, headers }, times) {
  const taken = []
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now()
    await (await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })).arrayBuffer()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

function tell(small, large) {
  const [bare, ...ours] = large.figures
  const [bareBefore, ...before] = small.figures
  say(`bare: ${bare.perSecond.toFixed(0)} requests/s, median ${bare.p50.toFixed(2)} ms`)
  let isWithin = small.isRight && large.isRight
  for (const [nth, { name, range, perSecond, p50 }] of ours.entries()) {
    const [slower, fewer] = [p50 / bare.p50, bare.perSecond / perSecond]
    // Against the bare route each time: the machine may be another one by now.
    const growth = slower / (before[nth].p50 / bareBefore.p50)
    const isGood = slower <= most[range] && fewer <= most[range] && growth <= mostGrowth
    isWithin &&= isGood
    say(
      `${isGood ? ' ' : '!'} ${name.padEnd(36)} ${slower.toFixed(2)}× the time, ${fewer.toFixed(2)}× fewer requests/s (at most ${most[range]}×); ten times the data ${growth.toFixed(2)}× (at most ${mostGrowth}×)`,
    )
  }
  say(`answers right, counts equal to the rows: ${small.isRight && large.isRight ? 'yes' : 'NO'}`)
  return isWithin
}
