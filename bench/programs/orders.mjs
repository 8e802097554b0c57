import { print } from '../support/product.mjs'
import { killUnderLoad } from '../orders/kills.mjs'
import { payUnderFaults } from '../orders/payments.mjs'
import { payOutUnderFaults } from '../orders/payouts.mjs'
import { orderAtFullSpeed } from '../orders/rate.mjs'
import { crossCarts, raceForStock } from '../orders/races.mjs'
import { closeMarket, openMarket, seed, printErrors } from '../orders/market.mjs'

const parts = {
  rate: orderAtFullSpeed,
  stock: raceForStock,
  carts: crossCarts,
  payments: payUnderFaults,
  kills: killUnderLoad,
  // This part comes last, because its sales are not paid at the provider.
  payouts: payOutUnderFaults,
}

/**
 * Checks whether a unit or a kobo is lost or doubled, with two nodes, a provider that misbehaves, and kills at the worst
 * moments. It runs all parts, or those that are named. ORDERS, ROUNDS, CARTS, PAYMENTS, KILLS and PAYOUTS set the amounts,
 * and SEED the random choices.
 */
export async function run(named = []) {
  const wanted = named.length > 0 ? named : Object.keys(parts)
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0) throw new Error(`Parts are ${Object.keys(parts).join(', ')}.`)
  print(`Two nodes on a database of their own, seed ${seed} …`)
  const market = await openMarket()
  try {
    let isWhole = true
    for (const name of wanted) {
      const began = performance.now()
      isWhole = (await parts[name](market)) && isWhole
      print(`  (${((performance.now() - began) / 1000).toFixed(0)} s)`)
    }
    await printErrors(market)
    print(isWhole ? 'All of it holds.' : 'FAILED: see above.')
    return isWhole
  } finally {
    await closeMarket(market)
  }
}
