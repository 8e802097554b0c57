import { setTimeout } from 'node:timers/promises'
import { print } from '../support/product.mjs'
import { killNode } from './kills.mjs'
import { queryRows, seed } from './market.mjs'
import { randomOf } from './random.mjs'

const payouts = Number(process.env.PAYOUTS ?? 2000)
const patienceMinutes = 10
const turnsBetweenKills = 4
const partCount = 20
/** The shares of pending transfers that end in these ways in one round. The others wait for the next. */
const ends = { success: 0.6, failed: 0.1 }
const reversedShare = 0.05
const naira = (kobo) => `₦${(kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

/** Pays sellers while responses are lost, transfers fail or are reversed, and nodes are killed. */
export async function payOutUnderFaults(market) {
  print(`${payouts} payouts: answers lost, events three times or never, 10 % fail, 5 % come back, kill -9`)
  market.provider.behave()
  await addSellers(market)
  market.provider.misbehave()
  const chance = randomOf(seed + 99)
  const latest = Date.now() + patienceMinutes * 60_000
  let [unbalanced, kills] = [0, 0]
  for (let turn = 1; Date.now() < latest; turn += 1) {
    const { left, sum } = await stateOf(market)
    if (sum !== 0) unbalanced += 1
    if (turn % 10 === 0) print(`  turn ${turn}: ${left} to pay, ${kills} kills`)
    if (left === 0) break
    await makeDueNow(market)
    await setTimeout(100 + chance() * 900)
    endTransfers(market, chance)
    if (turn % turnsBetweenKills === 0) {
      await killNode(market, Math.floor(chance() * 2))
      kills += 1
    }
  }
  market.provider.behave()
  await market.provider.whenSent()
  print(`  ${kills} kills; ledger not 0 after ${unbalanced} turns (0 allowed)`)
  return (await checkPaid(market)) && unbalanced === 0
}

/** Adds sellers, each with their own bank account and one finished sale. */
async function addSellers(market) {
  const { url, secretKey } = market.provider
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
  const codes = []
  for (let n = 0; n < payouts; n += 1) {
    const account = { bank_code: '058', account_number: String(1_000_000_000 + n) }
    const body = JSON.stringify({ type: 'nuban', name: 'ADA OBI', currency: 'NGN', ...account })
    const answer = await fetch(`${url}/transferrecipient`, { method: 'POST', headers, body })
    codes.push((await answer.json()).data.recipient_code)
  }
  await queryRows(
    market,
    `insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
     select 'paid' || n, 'paid' || n || '@example.com', 'x', 'First', 'Paid', now(), now() from generate_series(1, ${payouts}) n`,
  )
  await queryRows(
    market,
    `insert into payout_accounts (member_id, bank_code, bank_name, account_name, last4, recipient_code, usable_from, changed_at)
     select id, '058', 'Guaranty Trust Bank', 'ADA OBI', '0000', code, now(), now()
     from (select id, row_number() over (order by id) as n from members where lastname = 'Paid') seller
     join unnest(array['${codes.join("','")}']) with ordinality as recipient (code, n) using (n)`,
  )
  await addSales(market)
}

async function addSales(market) {
  const statements = [
    `insert into orders (transaction_ref, buyer_id, total_kobo, expires_at, moved_at, created_at)
     select 'RS-PAID-' || id, ${market.buyers[0].id}, 100000 + id * 137, now(), now(), now() from members where lastname = 'Paid'`,
    `insert into parcels (order_id, seller_id)
     select id, substring(transaction_ref from 9)::bigint from orders where transaction_ref like 'RS-PAID-%'`,
    `insert into order_lines (order_id, parcel_id, seller_id, name, unit_price_kobo, quantity)
     select orders.id, parcels.id, seller_id, 'Drum', total_kobo, 1 from orders join parcels on order_id = orders.id
     where transaction_ref like 'RS-PAID-%'`,
    `insert into payment_attempts (reference, order_id, number, amount_kobo, state, paid_kobo, currency, settled_at, created_at)
     select transaction_ref, id, 1, total_kobo, 'PAID', total_kobo, 'NGN', now(), now()
     from orders where transaction_ref like 'RS-PAID-%'`,
    `analyze`,
  ]
  for (const statement of statements) await queryRows(market, statement)
  const moves = [
    'paid_at = now()',
    ...['PROCESSING', 'SHIPPED', 'COMPLETED'].map(
      (state) => `status = '${state}', moved_at = now() - interval '5 days'`,
    ),
  ]
  // The rows are updated in parts, because the triggers of many take longer than a statement may.
  for (const move of moves)
    for (let part = 0; part < partCount; part += 1)
      await queryRows(
        market,
        `update orders set ${move} where transaction_ref like 'RS-PAID-%' and id % ${partCount} = ${part}`,
      )
}

const ours = `member_id in (select id from members where lastname = 'Paid')`

async function stateOf(market) {
  const [state] = await queryRows(
    market,
    `select (select count(*)::int from seller_accounts
        where ${ours} and (held_kobo <> 0 or available_kobo <> 0 or on_the_way_kobo <> 0)) as left,
      (select coalesce(sum(amount_kobo), 0)::bigint from ledger_entries) as sum`,
  )
  return state
}

/** Makes payouts due now that are due later, and retries reversed ones on the same day. */
async function makeDueNow(market) {
  await queryRows(market, `update payouts set next_poll_at = now() where next_poll_at > now()`)
  await queryRows(
    market,
    `update payouts set lagos_day = lagos_day - 1 where state in ('FAILED', 'REVERSED')`,
  )
  await queryRows(
    market,
    `select graphile_worker.add_job('pay-sellers', job_key := 'hurry-payouts', queue_name := 'payouts')`,
  )
}

function endTransfers(market, chance) {
  for (const { reference, status } of market.provider.transfers.values()) {
    const luck = chance()
    if (status === 'pending' && luck < ends.success) market.provider.endTransfer(market, reference, 'success')
    else if (status === 'pending' && luck < ends.success + ends.failed)
      market.provider.endTransfer(market, reference, 'failed')
    // Each new transfer is reversed at most once, so that the program ends.
    else if (status === 'success' && !settled.has(reference)) {
      settled.add(reference)
      if (luck < reversedShare) market.provider.endTransfer(market, reference, 'reversed')
    }
  }
}

const settled = new Set()

/** Compares the money that arrived in each bank account with the sales of its owner. */
async function checkPaid(market) {
  const arrived = new Map()
  for (const { status, amount, recipient } of market.provider.transfers.values())
    if (status === 'success')
      arrived.set(recipient.recipient_code, (arrived.get(recipient.recipient_code) ?? 0) + amount)
  const sellers = await queryRows(
    market,
    `select recipient_code as code, (select sum(total_kobo)::bigint from order_lines where seller_id = member_id) as sold
     from payout_accounts where ${ours}`,
  )
  const wrong = sellers.filter(({ code, sold }) => arrived.get(code) !== sold)
  const twice = wrong.filter(({ code, sold }) => (arrived.get(code) ?? 0) > sold)
  const total = (amounts) => amounts.reduce((sum, one) => sum + one, 0)
  const { left } = await stateOf(market)
  const counts = await queryRows(
    market,
    `select state, count(*)::int from payouts where ${ours} group by state order by state`,
  )
  print(`  payouts: ${counts.map(({ state, count }) => `${state} × ${count}`).join(', ')}`)
  print(
    `  sold ${naira(total(sellers.map(({ sold }) => sold)))}, arrived ${naira(total([...arrived.values()]))} in ${sellers.length} accounts`,
  )
  print(
    `  accounts that differ: ${wrong.length}, paid twice: ${twice.length}, still to pay: ${left} (0 allowed)`,
  )
  return wrong.length === 0 && left === 0
}
