import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isBalanceTooLow } from '#api/ports/payments/payments.ts'
import { testApp } from '#api/test/test-app.ts'

const app = await testApp()
afterAll(() => app.stop())
const { payments, db } = app.deps

/** Runs what is due, and what is due a minute later. */
async function runAllJobs() {
  await app.runJobs()
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await app.runJobs()
}

let count = 0
async function transferTo(accountNumber: string) {
  const account = { bankCode: '058', accountNumber, name: 'ADA OBI' }
  const { recipientCode } = await payments.createRecipient(account)
  const reference = `payout-${++count}`
  const transfer = { amountKobo: 600_000, recipientCode, reason: 'Payout', reference }
  return { transfer, made: await payments.transfer(transfer) }
}

const Event = z.object({ event: z.string(), data: z.looseObject({ status: z.string() }) })

async function eventsOf(reference: string) {
  const stored = await db
    .selectFrom('payment_events')
    .select('body')
    .where('reference', '=', reference)
    .orderBy('id')
    .execute()
  return stored.map(({ body }) => Event.parse(JSON.parse(body)))
}

test.each([
  ['1234567890', 'pending', 'success', ['transfer.success']],
  ['0000000001', 'pending', 'success', ['transfer.success']],
  ['0000000002', 'pending', 'failed', ['transfer.failed']],
  ['0000000003', 'pending', 'pending', []],
  ['0000000004', 'pending', 'reversed', ['transfer.success', 'transfer.reversed']],
  ['0000000005', 'otp', 'otp', []],
])('a transfer to %s begins as %s and ends as %s', async (accountNumber, first, last, events) => {
  const { transfer, made } = await transferTo(accountNumber)
  expect(made.status).toBe(first)
  await runAllJobs()
  expect(await payments.verifyTransfer(transfer.reference)).toMatchObject({
    status: last,
    amountKobo: 600_000,
    recipientCode: transfer.recipientCode,
    domain: 'test',
    feeKobo: last === 'success' ? 2500 : 0,
  })
  const sent = await eventsOf(transfer.reference)
  expect(sent.map(({ event }) => event)).toEqual(events)
  expect(sent.map(({ data }) => `transfer.${data.status}`)).toEqual(events)
})

test('the same reference is one transfer, also at the same time', async () => {
  const { transfer } = await transferTo('0000000003')
  const again = { ...transfer, reference: 'payout-again' }
  const made = await Promise.all([1, 2, 3].map(() => payments.transfer(again)))
  expect(new Set(made.map(({ transferCode }) => transferCode)).size).toBe(1)
  expect(await payments.transfer({ ...again, amountKobo: 7 })).toMatchObject({ amountKobo: 600_000 })
})

test('a transfer without balance is not made', async () => {
  const error = await transferTo('0000000006').catch((reason: unknown) => reason)
  expect(isBalanceTooLow(error)).toBe(true)
  await expect(payments.verifyTransfer(`payout-${count}`)).rejects.toMatchObject({ status: 404 })
})

test('rejects unknown accounts, banks and recipients', async () => {
  const account = { bankCode: '058', accountNumber: '0123456789' }
  const { accountName } = await payments.resolveAccount(account)
  expect(await payments.resolveAccount(account)).toEqual({ accountName })
  for (const wrong of [{ accountNumber: '9999000001' }, { accountNumber: '12345' }, { bankCode: '0' }])
    await expect(payments.resolveAccount({ ...account, ...wrong })).rejects.toMatchObject({ kind: 'refused' })
  const transfer = { amountKobo: 100, recipientCode: 'RCP_none', reason: '', reference: 'payout-none' }
  await expect(payments.transfer(transfer)).rejects.toMatchObject({ kind: 'refused', status: 400 })
})

test('stores no account number', async () => {
  await transferTo('2345678901')
  const { rows } = await sql<{
    row: string
  }>`select row_to_json(r)::text as row from sandbox_recipients r`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ row }) => row).join()).not.toContain('2345678901')
})
