import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { startWithProvider } from '#api/test/builders/payments.ts'
import { buildFinishedSale, setBankAccount } from '#api/test/builders/payouts.ts'
import { checkLedger, checkLedgerNightly } from './check-ledger.ts'
import { foldLedger } from './fold-ledger.ts'
import { paySellers } from '#api/features/orders/payouts/pay-sellers.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps

/** The same walk in every run (a linear congruential generator). */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('agrees after every step of a random walk', async () => {
  const random = generator(27)
  const sellers = await Promise.all([1, 2, 3].map(() => buildMember(app)))
  for (const seller of sellers) await setBankAccount(app, seller)
  const faults = ['lost', 'error', 'errorAfter', 'cut', null] as const
  const ends = ['success', 'failed', 'reversed', 'otp', 'abandoned']
  const endAll = () => {
    for (const reference of provider.transfers.keys())
      if (random(2) === 0) provider.transferEvent(reference, ends[random(ends.length)] ?? 'success')
  }
  const steps = [
    () => buildFinishedSale(app, sellers[random(3)] ?? { id: 0 }, { kobo: 50_000 + random(1_000_000) }),
    () => provider.next('transfer', faults[random(faults.length)] ?? null),
    () => endAll(),
    () => app.clock.move(random(86_400_000)),
    () => paySellers(app.deps),
    () => Promise.all([paySellers(app.deps), paySellers(app.deps)]),
  ]
  for (let turn = 0; turn < 60; turn += 1) {
    await steps[random(steps.length)]?.()
    if (turn % 5 === 0) await foldLedger.run(app.deps, {})
    expect(await checkLedger(db)).toEqual([])
  }
  const states = await db.selectFrom('payouts').select('state').distinct().execute()
  expect(states.length).toBeGreaterThan(2)
})

test('finds and logs a sum that differs', async () => {
  const seller = await buildMember(app)
  await buildFinishedSale(app, seller, { kobo: 10_000 })
  const add = (kobo: number) =>
    sql`update seller_accounts set held_kobo = held_kobo + ${kobo} where member_id = ${seller.id}`.execute(db)
  await add(1)
  onTestFinished(() => add(-1).then(() => {}))
  expect(await checkLedger(db)).toEqual([
    { what: 'held', id: expect.any(String), stored: 10_001, found: 10_000 },
    { what: 'ledger', id: 'all', stored: 0, found: 1 },
  ])
  const logged: unknown[] = []
  const log = Object.assign(Object.create(app.deps.log), { error: (...line: unknown[]) => logged.push(line) })
  await checkLedgerNightly.run({ ...app.deps, log }, {})
  expect(logged).toHaveLength(1)
})

test('finds no difference in other ranges', async () => {
  const sellers = await Promise.all([1, 2, 3].map(() => buildMember(app)))
  for (const seller of sellers) await buildFinishedSale(app, seller, { kobo: 10_000 })
  const move = (kobo: number) =>
    sql<{
      id: string
    }>`update seller_accounts set held_kobo = held_kobo + ${kobo}, available_kobo = available_kobo - ${kobo}
      where member_id = ${sellers[1]?.id ?? 0} returning id::text`.execute(db)
  const id = (await move(7)).rows[0]?.id
  onTestFinished(() => move(-7).then(() => {}))
  const found = await checkLedger(db, { seller_accounts: 1, orders: 1, payouts: 1 })
  expect(found.map(({ what, id }) => ({ what, id }))).toEqual(
    ['available', 'held'].map((what) => ({ what, id })),
  )
})

test('adds each row to the totals once while two nodes run', async () => {
  const seller = await buildMember(app)
  const sell = () => buildFinishedSale(app, seller, { kobo: 10_000 })
  const fold = () => foldLedger.run(app.deps, {})
  await Promise.all([sell(), fold(), sell(), fold(), sell(), fold(), sell()])
  await fold()
  const { rows } = await sql`
    select up_to_id = (select max(id) from ledger) as is_complete,
      clearing_kobo = (select sum(clearing_kobo) from ledger) as is_right from ledger_totals`.execute(db)
  expect(rows).toEqual([{ is_complete: true, is_right: true }])
  expect(await checkLedger(db)).toEqual([])
})
