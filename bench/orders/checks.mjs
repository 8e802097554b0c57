import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { print } from '../support/product.mjs'
import { queryRows } from './market.mjs'

const isHurried = process.env.HURRY === '1'
const patienceMinutes = 10
const naira = (kobo) => `₦${(kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

/**
 * Waits until nothing is left to do: all payments, events and jobs are processed. The cleanup job, which runs each minute,
 * finds lost events. With HURRY=1 work that is due in a minute is due at once, and the cleanup runs at once.
 */
async function untilSettled(market) {
  const { provider } = market
  provider.behave()
  const latest = Date.now() + patienceMinutes * 60_000
  let reportedAt = 0
  for (;;) {
    provider.sendRefundEvents(market)
    await provider.whenSent()
    const left = await whatIsLeft(market)
    if (Object.values(left).every((count) => count === 0)) return true
    if (Date.now() - reportedAt > 30_000) {
      reportedAt = Date.now()
      print(`  waiting: ${JSON.stringify(left)}`)
    }
    if (Date.now() > latest) return false
    if (isHurried) await makeDueNow(market)
    await setTimeout(1000)
  }
}

const ourJobs = `select count(*)::int as count from graphile_worker.jobs
  where task_identifier in ('handle-payment-event', 'send-refund', 'send-paid-mails', 'send-receipt', 'send-sale', 'send-refunded')
    and attempts < max_attempts`

async function whatIsLeft(market) {
  const open = await queryRows(market, `select reference from payment_attempts where state = 'OPEN'`)
  const isPaid = ({ reference }) => market.provider.transactions.get(reference)?.status === 'success'
  const [{ events }] = await queryRows(
    market,
    `select count(*)::int as events from payment_events where handled_at is null`,
  )
  const [{ refunds }] = await queryRows(
    market,
    `select count(*)::int as refunds from refunds where state = 'ASKED'`,
  )
  const [{ count: jobs }] = await queryRows(market, ourJobs)
  return { payments: open.filter(isPaid).length, events, refunds, jobs }
}

async function makeDueNow(market) {
  const due = `set next_poll_at = now() where next_poll_at > now()`
  await queryRows(market, `update payment_attempts ${due} and state = 'OPEN'`)
  await queryRows(market, `update refunds ${due} and state = 'ASKED'`)
  await queryRows(market, `update payment_events ${due} and handled_at is null`)
  await queryRows(market, `select graphile_worker.add_job('sweep-payments', job_key := 'hurry')`)
}

/** Compares every kobo that the provider took with our ledger, and every refund with those that it made. */
async function checkKobo(market) {
  const { transactions, refunds: made } = market.provider
  const paid = [...transactions.values()].filter(({ status }) => status === 'success')
  const cameIn = sumOf(paid.map(({ amount }) => amount))
  const [{ orders, count }] = await queryRows(
    market,
    `select coalesce(sum(total_kobo), 0)::bigint as orders, count(*)::int from orders where paid_at is not null`,
  )
  const [{ held, holds }] = await queryRows(
    market,
    `select coalesce(sum(paid_kobo), 0)::bigint as held, count(*)::int as holds from payment_attempts where state = 'HELD'`,
  )
  const refunds = await queryRows(market, `select amount_kobo from refunds`)
  const refunded = sumOf(refunds.map(({ amount_kobo }) => amount_kobo))
  const providerRefunded = sumOf(made.map(({ amount }) => amount))
  print(`  paid at the provider:  ${naira(cameIn)} in ${paid.length} payments`)
  print(`  in paid orders:        ${naira(orders)} in ${count} orders`)
  print(
    `  refunded:              ${naira(refunded)} in ${refunds.length} refunds; by the provider ${naira(providerRefunded)} in ${made.length}`,
  )
  print(`  held for an admin:     ${naira(held)} in ${holds} payments`)
  const difference = cameIn - orders - refunded - held
  const { requestedTwice } = market.provider.counts()
  print(`  difference:            ${naira(difference)} (0 allowed)`)
  print(
    `  refunds that do not agree: ${naira(providerRefunded - refunded)}, requested though they were made: ${requestedTwice} (0 allowed)`,
  )
  return (
    difference === 0 &&
    providerRefunded === refunded &&
    made.length === refunds.length &&
    requestedTwice === 0
  )
}

const sumOf = (numbers) => numbers.reduce((sum, one) => sum + Number(one), 0)

/** Checks that each paid order was paid, notified and receipted once. With kills a mail may be sent twice. */
async function checkEffects(market, { mayRepeatMails }) {
  const paid = await queryRows(market, `select transaction_ref as ref from orders where paid_at is not null`)
  const moves = await queryRows(
    market,
    `select transaction_ref as ref from order_moves join orders on orders.id = order_id where order_moves.status = 'PROCESSING'`,
  )
  const messages = await queryRows(
    market,
    `select substring(body from 'for order (RS-[A-Z2-7]+) has arrived') as ref from messages
     where sender_id is null and body like 'Thank you. Your payment%'`,
  )
  const receipts = await receiptsOf(market)
  const wrong = [
    ['moves to PROCESSING', compare(paid, moves)],
    ['messages', compare(paid, messages)],
    ['receipts', compare(paid, receipts)],
  ]
  for (const [what, { missing, doubled }] of wrong)
    print(
      `  ${what}: ${missing} missing, ${doubled} doubled of ${paid.length}${mayRepeatMails && what === 'receipts' ? ' (after a kill a mail may go out again)' : ''}`,
    )
  return wrong.every(
    ([what, { missing, doubled }]) =>
      missing === 0 && (doubled === 0 || (mayRepeatMails && what === 'receipts')),
  )
}

function compare(orders, effects) {
  const left = new Map(orders.map(({ ref }) => [ref, 0]))
  for (const { ref } of effects) left.set(ref, (left.get(ref) ?? 1) + 1)
  const counts = [...left.values()]
  return {
    missing: counts.filter((times) => times === 0).length,
    doubled: counts.filter((times) => times > 1).length,
  }
}

async function receiptsOf({ database }) {
  const folder = join(database.folder, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const receipts = []
  for (const name of names.filter((one) => !one.startsWith('.'))) {
    const { subject } = JSON.parse(await readFile(join(folder, name), 'utf8'))
    const ref = /^Your receipt for order (\S+)$/.exec(subject)?.[1]
    if (ref) receipts.push({ ref })
  }
  return receipts
}

/** Compares the stock, the unpaid and the paid units of every item with its first stock. */
async function checkStock(market) {
  const rows = await queryRows(
    market,
    `select items.id, stock,
       coalesce(sum(quantity) filter (where holds_stock and status = 'PENDING'), 0)::int as reserved,
       coalesce(sum(quantity) filter (where holds_stock and status = 'PROCESSING'), 0)::int as sold,
       (count(*) filter (where holds_stock <> (status in ('PENDING', 'PROCESSING'))))::int as wrong
     from items left join order_lines on item_id = items.id left join orders on orders.id = order_id group by items.id`,
  )
  const sum = { stock: 0, reserved: 0, sold: 0, initial: 0 }
  let wrong = 0
  for (const row of rows) {
    const initial = market.initial.get(row.id)
    if (row.stock + row.reserved + row.sold !== initial || row.wrong > 0) wrong += 1
    for (const name of ['stock', 'reserved', 'sold']) sum[name] += row[name]
    sum.initial += initial
  }
  print(
    `  stock ${sum.stock} + reserved ${sum.reserved} + sold ${sum.sold} = ${sum.stock + sum.reserved + sum.sold}, at first ${sum.initial}`,
  )
  print(`  items that do not add up: ${wrong} of ${rows.length} (0 allowed)`)
  return wrong === 0
}

/** Runs all checks, even if one fails. */
export async function checkAccounts(market, { mayRepeatMails = false } = {}) {
  const isSettled = await untilSettled(market)
  if (!isSettled) print(`  FAILED: not settled within ${patienceMinutes} minutes`)
  const checks = [
    await checkKobo(market),
    await checkEffects(market, { mayRepeatMails }),
    await checkStock(market),
  ]
  return isSettled && checks.every(Boolean)
}
