import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { errorsIn, loadInBulk, openDatabase, print, startProduct } from '../support/product.mjs'
import { startProvider } from './provider.mjs'

export const seed = Number(process.env.SEED ?? 1)
const buyerCount = 400
const sellerCount = 5
const publicUrl = 'http://localhost:3999'
const answeredWithin = 90_000

/** Opens a database with two nodes, the provider, buyers with an address each, and sellers. */
export async function openMarket() {
  const database = await openDatabase()
  const provider = await startProvider(seed)
  const market = { database, provider, nodes: [], initial: new Map(), answers: {}, sellerIds: [], buyers: [] }
  market.start = (name, port) => startNode(market, name, port)
  try {
    await fillMarket(market)
    for (const name of ['node-1', 'node-2']) market.nodes.push(await market.start(name))
    return market
  } catch (error) {
    await closeMarket(market)
    throw error
  }
}

export async function closeMarket({ database, provider, nodes }) {
  for (const node of nodes) await node.stop()
  await provider.stop()
  await database.close()
}

/** Starts a node that the database knows by its name, so that one can see which node runs a job. */
async function startNode({ database, provider }, name, port) {
  const url = new URL(database.url)
  url.searchParams.set('application_name', name)
  const path = join(database.folder, `${name}.log`)
  const log = openSync(path, 'a')
  // In this program PAYMENTS is the number of payments, but for the product it is a setting.
  const extraSettings = { PUBLIC_URL: publicUrl, PAYMENTS: 'paystack', ...provider.settings, log }
  const node = await startProduct({ ...database, url: url.href }, port, extraSettings)
    .catch(async (error) => {
      print((await readFile(path, 'utf8')).slice(-500))
      throw error
    })
    .finally(() => closeSync(log))
  return { name, ...node }
}

async function fillMarket(market) {
  const { database } = market
  await loadInBulk(database.url, [
    [
      `${buyerCount} buyers, ${sellerCount} sellers`,
      `insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
       select 'm' || n, 'm' || n || '@example.com', 'x', 'First', 'Last', now(), now()
       from generate_series(1, ${sellerCount + buyerCount}) n`,
    ],
    `insert into addresses (member_id, street_number, address_line1, state_code, lga_code, created_at)
      select members.id, '12', 'Bode Thomas Street', state_code, code, now()
      from members, (select code, state_code from lgas order by code limit 1) lga`,
  ])
  const people = await queryRows(
    market,
    `select members.id, addresses.id as "addressId" from members
    join addresses on member_id = members.id order by members.id`,
  )
  market.sellerIds = people.slice(0, sellerCount).map(({ id }) => id)
  for (const person of people.slice(sellerCount))
    market.buyers.push({ ...person, token: await database.tokenOf(person.id) })
}

/** Returns whether the database is down: while it is up, its errors have the severity ERROR. */
const isDatabaseDown = ({ severity }) => severity !== 'ERROR'

/** Returns the rows of a statement, and retries while the database is down. */
export async function queryRows({ database }, text) {
  const latest = Date.now() + 60_000
  for (;;) {
    const rows = await sql
      .raw(text)
      .execute(database.db)
      .then(
        (found) => found.rows,
        (error) => {
          if (!isDatabaseDown(error) || Date.now() > latest) throw error
          return null
        },
      )
    if (rows) return rows
    await setTimeout(200)
  }
}

/** Adds items with that stock, at prices of their own, and records their first stock. */
export async function addItems(market, count, stock) {
  const rows = await queryRows(
    market,
    `insert into items (seller_id, name, description, price_kobo, stock, is_approved, created_at)
    select (array[${market.sellerIds.join(',')}])[1 + n % ${sellerCount}], 'Talking drum ' || n, 'Carved', 10000 + n * 137, ${stock}, true, now()
    from generate_series(1, ${count}) n returning id`,
  )
  for (const { id } of rows) market.initial.set(id, stock)
  return rows.map(({ id }) => id)
}

/** Gives each of the buyers exactly this cart, filled in this order. */
export async function fillCarts(market, buyers, lines) {
  const ids = buyers.map(({ id }) => id).join(',')
  const wanted = lines.map(({ itemId, count = 1 }, nth) => `(${itemId}, ${count}, ${nth})`).join(',')
  await queryRows(market, `delete from cart_lines where member_id in (${ids})`)
  await queryRows(
    market,
    `insert into cart_lines (member_id, item_id, name, count, price_kobo, created_at)
    select members.id, items.id, items.name, wanted.count, items.price_kobo, now()
    from members cross join (values ${wanted}) as wanted (item_id, count, nth) join items on items.id = wanted.item_id
    where members.id in (${ids}) order by members.id, wanted.nth
    on conflict (member_id, item_id) do update set count = excluded.count`,
  )
}

const pick = (list) => list[Math.floor(Math.random() * list.length)]

/** Makes one call at one of the nodes. Status 0 means no response. */
export async function call(market, method, path, { buyer, body, key, node = pick(market.nodes) } = {}) {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${buyer.token}`,
    ...(key && { 'idempotency-key': key }),
  }
  const answer = await send(
    `${node.url}/api${path}`,
    { method, headers },
    body && JSON.stringify(body),
  ).catch((error) => ({ status: 0, message: String(error.cause ?? error) }))
  const sort = answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.code ?? ''}`
  market.answers[sort] = (market.answers[sort] ?? 0) + 1
  return answer
}

const agent = new Agent({ keepAlive: true })

/** Does not use fetch(), which needs several times the processor time, on the same cores as the measured programs. */
async function send(url, options, body) {
  const response = await new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent, signal: AbortSignal.timeout(30_000) }, resolve)
    sent.on('error', reject).end(body)
  })
  return { status: response.statusCode, ...JSON.parse(await text(response)) }
}

export const checkOut = (market, buyer, key) =>
  call(market, 'POST', '/cart/checkout', {
    buyer,
    key,
    body: {
      phoneNumber: '08031234567',
      useBillingAddressForShipping: true,
      billingAddressId: buyer.addressId,
    },
  })

export const initiate = (market, buyer, transactionRef) =>
  call(market, 'POST', '/payment/initiate', {
    buyer,
    body: { transactionRef, callbackUrl: `${publicUrl}/my-order/${transactionRef}` },
  })

export const verify = (market, buyer, transactionRef) =>
  call(market, 'POST', `/payment/verify/${transactionRef}`, { buyer })

export const cancel = (market, buyer, orderId) =>
  call(market, 'PATCH', `/cart/cancel/order/${orderId}`, { buyer })

/** Repeats the call as long as there is no response, or only a temporary error. */
export async function untilAnswered(send, expected) {
  const latest = Date.now() + answeredWithin
  for (;;) {
    const answer = await send()
    if (expected.includes(answer.status)) return answer
    const isFault = answer.status === 0 || answer.status >= 500
    if (!isFault || Date.now() > latest) throw new Error(`${answer.status} ${answer.code} ${answer.message}`)
    await setTimeout(100 + Math.random() * 200)
  }
}

/** Prints how often each status came since the last time. Of these, `allowed` responses of 500 and above are no fault. */
export function printResponses(market, allowed = () => false) {
  const answers = Object.entries(market.answers)
  market.answers = {}
  print(`  answers: ${answers.map(([sort, times]) => `${sort} × ${times}`).join(', ')}`)
  const isFault = ([sort]) => (sort.startsWith('0') || sort.startsWith('5')) && !allowed(sort)
  return answers.filter(isFault).reduce((sum, [, times]) => sum + times, 0)
}

/** Prints the errors in the logs of the nodes, grouped by text. */
export async function printErrors({ database }) {
  const counts = new Map()
  for (const name of ['node-1', 'node-2']) {
    const text = await readFile(join(database.folder, `${name}.log`), 'utf8').catch(() => '')
    for (const { msg, err } of errorsIn(text)) {
      const message = `${msg}: ${err?.message ?? ''}`.slice(0, 160)
      counts.set(message, (counts.get(message) ?? 0) + 1)
    }
  }
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 8)
  for (const [message, times] of most) print(`  in the nodes’ logs ${times} ×: ${message}`)
}
