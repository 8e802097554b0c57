import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { print } from '../support/product.mjs'
import { addItems, queryRows, cancel, checkOut, fillCarts, printResponses } from './market.mjs'

const rounds = Number(process.env.ROUNDS ?? 100)
const carts = Math.min(400, Number(process.env.CARTS ?? 400))
const crowd = 100
const stock = 10

/** Lets a hundred buyers order at once while the stock is ten. */
export async function raceForStock(market) {
  print(`${crowd} buyers on a stock of ${stock}, ${rounds} rounds`)
  const buyers = market.buyers.slice(0, crowd)
  let [wrong, sold] = [0, 0]
  for (let round = 1; round <= rounds; round += 1) {
    const [itemId] = await addItems(market, 1, stock)
    await fillCarts(market, buyers, [{ itemId }])
    const answers = await Promise.all(buyers.map((buyer) => checkOut(market, buyer)))
    const bought = answers.filter(({ status }) => status === 200).length
    const missed = answers.filter(({ code }) => code === 'OUT_OF_STOCK').length
    const [{ left, ordered }] = await queryRows(
      market,
      `select stock as left, (select coalesce(sum(quantity), 0)::int from order_lines where item_id = items.id) as ordered
       from items where id = ${itemId}`,
    )
    sold += ordered
    const isRight = bought === stock && missed === crowd - stock && left === 0 && ordered === stock
    if (!isRight) {
      wrong += 1
      print(
        `  round ${round}: ${bought} bought, ${missed} were told it is sold out, ${ordered} ordered, ${left} left`,
      )
    }
    if (round % 20 === 0) print(`  ${round} rounds`)
  }
  const faults = printResponses(market)
  print(`  sold ${sold} of ${rounds * stock}; rounds that went wrong: ${wrong} (0 allowed)`)
  return wrong === 0 && faults === 0
}

/** Fills every cart with the same two items in both orders, and then cancels all orders at once. */
export async function crossCarts(market) {
  print(`${carts} crossed carts of two items at once, then as many cancellations`)
  const buyers = market.buyers.slice(0, carts)
  const [one, other] = await addItems(market, 2, carts)
  const isOdd = (_, nth) => nth % 2 === 1
  const isEven = (_, nth) => nth % 2 === 0
  await fillCarts(market, buyers.filter(isOdd), [{ itemId: one }, { itemId: other }])
  await fillCarts(market, buyers.filter(isEven), [{ itemId: other }, { itemId: one }])
  const before = await deadlocksOf(market)
  const orders = await Promise.all(
    buyers.map((buyer) => retryWhileBusy((key) => checkOut(market, buyer, key))),
  )
  const bought = orders.filter(({ status }) => status === 200).length
  const left = await stockOf(market, [one, other])
  await Promise.all(
    orders.map(({ data }, nth) => retryWhileBusy(() => cancel(market, buyers[nth], data?.orderId ?? 0))),
  )
  // The database is read, because a repeated call may be told that the order is canceled already.
  const [{ ended }] = await queryRows(
    market,
    `select count(distinct order_id)::int as ended from order_lines join orders on orders.id = order_id
     where item_id = ${one} and status = 'CANCELED' and not holds_stock`,
  )
  const back = await stockOf(market, [one, other])
  const faults = printResponses(market, (sort) => sort === crowded)
  print(`  ordered: ${bought} of ${carts}, stock ${left} (0 expected)`)
  print(`  canceled: ${ended} of ${carts}, stock ${back} (${2 * carts} expected)`)
  const deadlocks = (await deadlocksOf(market)) - before
  print(`  faults that reached a buyer: ${faults} (0 allowed); deadlocks in the database: ${deadlocks}`)
  return faults === 0 && bought === carts && ended === carts && left === 0 && back === 2 * carts
}

/** On a slow machine a node may be too busy for all of them and respond with this. A deadlock would be a 500. */
const crowded = '503 UNAVAILABLE'

/** Repeats a call with the same key while the node asks for that. */
async function retryWhileBusy(send, tries = 20) {
  const key = randomUUID()
  for (let nth = 1; ; nth += 1) {
    const answer = await send(key)
    if (`${answer.status} ${answer.code}` !== crowded || nth === tries) return answer
    await setTimeout(500 + Math.random() * 1000)
  }
}

async function stockOf(market, ids) {
  const [{ units }] = await queryRows(
    market,
    `select sum(stock)::int as units from items where id in (${ids.join(',')})`,
  )
  return units
}

async function deadlocksOf(market) {
  const [{ deadlocks }] = await queryRows(
    market,
    `select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return deadlocks
}
