import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * Measures the least that a whole order can cost here. It makes the same four calls and the same two to the provider, with
 * one prepared statement for each change. It leaves out what makes a marketplace: messages, mails, notifications, offers,
 * fees, holds, polls and checks of the payment. The product’s own settings name the provider.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { PAYSTACK_BASE_URL: provider, PAYSTACK_SECRET_KEY: secret } = process.env
const app = Fastify()
const agent = new Agent({ keepAlive: true })

const run = async (name, text, values) => (await pool.query({ name, text, values })).rows[0]
const tokenOf = ({ headers }) => headers.authorization.slice('Bearer '.length)
const buyer = `buyer as (select member_id from bare_sessions where token = $1)`

async function askProvider(method, path, body) {
  const response = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
    const sent = request(`${provider}${path}`, { method, agent, headers }, resolve)
    sent.on('error', reject).end(body && JSON.stringify(body))
  })
  return (await json(response)).data
}

// A call without a body has the content type of JSON too.
const parse = async (_asked, text) => (text ? JSON.parse(text) : null)
app.addContentTypeParser('application/json', { parseAs: 'string' }, parse)

app.get('/ready', async () => 'yes')

app.post('/api/cart/add', async (asked) => {
  const add = `with ${buyer} insert into bare_cart select member_id, $2, $3 from buyer returning item_id`
  return { data: await run('add', add, [tokenOf(asked), asked.body.itemId, asked.body.count]) }
})

app.post('/api/cart/checkout', async (asked) => {
  const checkOut = `
    with ${buyer},
    bought as (delete from bare_cart using buyer where bare_cart.member_id = buyer.member_id returning item_id, count),
    taken as (
      update bare_items set stock = stock - count from bought where id = item_id
      returning id, seller_id, price_kobo * count as kobo, count),
    made as (
      insert into bare_orders (reference, member_id, total_kobo, address, created_at)
      select $2, member_id, (select sum(kobo) from taken), $3, now() from buyer returning id, total_kobo),
    lines as (
      insert into bare_lines select made.id, taken.id, seller_id, kobo, count from made, taken)
    select id, total_kobo from made`
  const reference = randomUUID()
  const order = await run('checkout', checkOut, [tokenOf(asked), reference, JSON.stringify(asked.body)])
  return { data: { orderId: Number(order.id), transactionRef: reference } }
})

app.post('/api/payment/initiate', async (asked) => {
  const { transactionRef: reference, callbackUrl } = asked.body
  const open = `
    with ${buyer} insert into bare_attempts (reference, order_id)
    select reference, id from bare_orders, buyer where reference = $2 and bare_orders.member_id = buyer.member_id
    returning (select total_kobo from bare_orders where reference = $2) as kobo`
  const { kobo } = await run('open', open, [tokenOf(asked), reference])
  const payment = {
    reference,
    amount: Number(kobo),
    email: 'm@example.com',
    currency: 'NGN',
    callback_url: callbackUrl,
  }
  const { authorization_url: url } = await askProvider('POST', '/transaction/initialize', payment)
  await run('page', 'update bare_attempts set url = $2 where reference = $1', [reference, url])
  return { data: { authorizationUrl: url } }
})

app.post('/api/payment/verify/:reference', async (asked) => {
  const { reference } = asked.params
  const { amount, fees } = await askProvider('GET', `/transaction/verify/${reference}`)
  const settle = `
    with ${buyer},
    paid as (
      update bare_orders set paid_at = now() from buyer
      where reference = $2 and bare_orders.member_id = buyer.member_id and total_kobo = $3 and paid_at is null
      returning id, total_kobo),
    entries as (
      insert into bare_entries select id, account, kobo, now() from paid, lateral (
        values ('provider', total_kobo - $4), ('fees', $4), ('held', -total_kobo)) entry (account, kobo))
    select id, total_kobo from paid`
  return { data: await run('settle', settle, [tokenOf(asked), reference, amount, fees ?? 0]) }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
