import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { say } from './product.mjs'
import { ask } from './orders-world.mjs'

const isHurried = process.env.HURRY === '1'
const patienceMinutes = 10
const naira = (kobo) => `₦${(kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

/**
 * Until nothing is left to do: whatever was paid has been dealt with, every event and job as well. Lost events are found by
 * the sweeper, which runs each minute; with HURRY=1 what is due in a minute is due now, and the sweeper runs at once.
 */
export async function untilSettled(market) {
  const { provider } = market
  provider.behave()
  const latest = Date.now() + patienceMinutes * 60_000
  let reportedAt = 0
  for (;;) {
    provider.tellRefunds(market)
    await provider.quiet()
    const left = await whatIsLeft(market)
    if (Object.values(left).every((count) => count === 0)) return true
    if (Date.now() - reportedAt > 30_000) {
      reportedAt = Date.now()
      say(`  waiting: ${JSON.stringify(left)}`)
    }
    if (Date.now() > latest) return false
    if (isHurried) await hurry(market)
    await setTimeout(1000)
  }
}

const ourJobs = `select count(*)::int as count from graphile_worker.jobs
  where task_identifier in ('handle-payment-event', 'send-refund', 'send-receipt', 'send-sale', 'send-refunded')
    and attempts < max_attempts`

async function whatIsLeft(market) {
  const open = await ask(market, `select reference from payment_attempts where state = 'OPEN'`)
  const isPaid = ({ reference }) => market.provider.transactions.get(reference)?.status === 'success'
  const [{ events }] = await ask(
    market,
    `select count(*)::int as events from payment_events where handled_at is null`,
  )
  const [{ refunds }] = await ask(
    market,
    `select count(*)::int as refunds from refunds where state = 'ASKED'`,
  )
  const [{ count: jobs }] = await ask(market, ourJobs)
  return { payments: open.filter(isPaid).length, events, refunds, jobs }
}

async function hurry(market) {
  const due = `set next_poll_at = now() where next_poll_at > now()`
  await ask(market, `update payment_attempts ${due} and state = 'OPEN'`)
  await ask(market, `update refunds ${due} and state = 'ASKED'`)
  await ask(market, `update payment_events ${due} and handled_at is null`)
  await ask(market, `select graphile_worker.add_job('sweep-payments', job_key := 'hurry')`)
}

/** Every kobo that the provider took, against where it is with us; every refund against those that it made. */
export async function tellKobo(market) {
  const { transactions, refunds: made } = market.provider
  const paid = [...transactions.values()].filter(({ status }) => status === 'success')
  const cameIn = sumOf(paid.map(({ amount }) => amount))
  const [{ orders, count }] = await ask(
    market,
    `select coalesce(sum(total_kobo), 0)::bigint as orders, count(*)::int from orders where paid_at is not null`,
  )
  const [{ held, holds }] = await ask(
    market,
    `select coalesce(sum(paid_kobo), 0)::bigint as held, count(*)::int as holds from payment_attempts where state = 'HELD'`,
  )
  const refunds = await ask(market, `select amount_kobo from refunds`)
  const refunded = sumOf(refunds.map(({ amount_kobo }) => amount_kobo))
  const givenBack = sumOf(made.map(({ amount }) => amount))
  say(`  paid at the provider:  ${naira(cameIn)} in ${paid.length} payments`)
  say(`  in paid orders:        ${naira(orders)} in ${count} orders`)
  say(
    `  refunded:              ${naira(refunded)} in ${refunds.length} refunds; by the provider ${naira(givenBack)} in ${made.length}`,
  )
  say(`  held for an admin:     ${naira(held)} in ${holds} payments`)
  const difference = cameIn - orders - refunded - held
  const { askedTwice } = market.provider.counts()
  say(`  difference:            ${naira(difference)} (0 allowed)`)
  say(
    `  refunds that do not agree: ${naira(givenBack - refunded)}, asked for though they were made: ${askedTwice} (0 allowed)`,
  )
  return difference === 0 && givenBack === refunded && made.length === refunds.length && askedTwice === 0
}

const sumOf = (numbers) => numbers.reduce((sum, one) => sum + Number(one), 0)

/** Each paid order was paid once, its buyer told once, its receipt sent once; with kills a mail may go out again. */
export async function tellEffects(market, { mayRepeatMails }) {
  const paid = await ask(market, `select transaction_ref as ref from orders where paid_at is not null`)
  const moves = await ask(
    market,
    `select transaction_ref as ref from order_moves join orders on orders.id = order_id where order_moves.status = 'PROCESSING'`,
  )
  const messages = await ask(
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
    say(
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

/** Of every item: what is in stock, what waits to be paid and what is paid, against what there was at first. */
export async function tellStock(market) {
  const rows = await ask(
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
  say(
    `  stock ${sum.stock} + reserved ${sum.reserved} + sold ${sum.sold} = ${sum.stock + sum.reserved + sum.sold}, at first ${sum.initial}`,
  )
  say(`  items that do not add up: ${wrong} of ${rows.length} (0 allowed)`)
  return wrong === 0
}

/** All of it; each is told, whatever the one before says. */
export async function checkBooks(market, { mayRepeatMails = false } = {}) {
  const isSettled = await untilSettled(market)
  if (!isSettled) say(`  FAILED: not settled within ${patienceMinutes} minutes`)
  const checks = [
    await tellKobo(market),
    await tellEffects(market, { mayRepeatMails }),
    await tellStock(market),
  ]
  return isSettled && checks.every(Boolean)
}
