import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isGood } from './outcome.mjs'

const pauseMs = 1000
const triesMs = 60_000

/**
 * Runs buyers, each with their own cart, who order and pay until `stop`. They repeat a call without a response with the same
 * key, as the page does. The provider sends its event until it is acknowledged.
 */
export function openShop({ load, ledger, provider, url, buyers, itemIds }) {
  const ending = new AbortController()
  const shop = { load, ledger, provider, url, itemIds, ending }
  const loops = buyers.map((buyer) => shopUntilEnd(shop, buyer))
  return {
    async stop() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function shopUntilEnd(shop, buyer) {
  for (let nth = 0; !shop.ending.signal.aborted; nth += 1) {
    await shopOnce(shop, buyer, shop.itemIds[nth % shop.itemIds.length])
    await pause(pauseMs)
  }
}

async function shopOnce({ load, ledger, provider, url }, { token, addressId }, itemId) {
  const post = (path, body, key) =>
    untilAnswered(() => load.call({ method: 'POST', path: `/api${path}`, body, token, key, name: path }))
  await post('/cart/add', { itemId, count: 1 })
  const order = await post(
    '/cart/checkout',
    { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddressId: addressId },
    randomUUID(),
  )
  if (!order) return
  const { orderId, transactionRef: ref } = order
  ledger.push({ kind: 'order', id: orderId, ref })
  const callbackUrl = `${url}/my-order/${ref}`
  const page = await post('/payment/initiate', { transactionRef: ref, callbackUrl })
  if (!page) return
  const id = Number(new URL(page.authorizationUrl).pathname.slice(1))
  const { reference } = provider.transactions.values().find((one) => one.id === id)
  provider.pay(reference)
  const event = provider.chargeEvent(reference)
  const isTaken = await until(async () => {
    const [status] = await provider.sendWebhook(url, event).catch(() => [0])
    return status === 200
  })
  if (isTaken) ledger.push({ kind: 'payment', ref })
}

/** Returns the data of a good response, or undefined if there was none in time or the call was rejected. */
async function untilAnswered(send) {
  let data
  await until(async () => {
    const { status, text } = await send()
    if (status >= 200 && status < 300) ({ data } = JSON.parse(text))
    return isGood({ status })
  })
  return data
}

async function until(isDone) {
  const end = performance.now() + triesMs
  while (performance.now() < end) {
    if (await isDone()) return true
    await pause(300)
  }
  return false
}
