import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { allJobs } from '#api/all-jobs.ts'
import { lastDigestTime } from '#api/features/notifications/digest/queue-digests.ts'
import type { Mail } from '#api/ports/mail/mail.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildPost } from '#api/test/builders/members.ts'
import { like } from '#api/test/builders/notifications.ts'
import { buildDispute, buildOrder } from '#api/test/builders/orders.ts'
import { setBankAccount } from '#api/test/builders/payouts.ts'
import { insertRow, insertRows, readRow } from '#api/test/rows.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const sent: Mail[] = []
const app = await sharedApp({ mailer: { send: async (mail) => void sent.push(mail), close() {} } })
const { db } = app.deps

/** A word that a phone can only show broken into lines. */
const longWord = 'Kpolokpolo'.repeat(8)
const now = app.clock.now()
const buyer = await buildMember(app, { firstname: longWord })
const seller = await buildMember(app)

async function orderPayloads() {
  const item = await buildItem(app, seller, { name: longWord })
  const { orderId, lineIds } = await buildOrder(app, buyer, [{ item }], { status: 'PROCESSING' })
  const shipped = await buildOrder(app, buyer, [{ item }], { status: 'SHIPPED' })
  const parcel = await readRow(db, 'parcels', { order_id: shipped.orderId }, ['id'])
  const disputeId = await buildDispute(app, shipped.orderId, shipped.lineIds[0] ?? 0)
  const decided = { state: 'DECIDED', decision: 'SPLIT', buyer_kobo: 100, decided_as: 'staff' } as const
  await db
    .updateTable('disputes')
    .set({ ...decided, decided_at: now })
    .where('id', '=', disputeId)
    .execute()
  const buyerPart = {
    order_id: shipped.orderId,
    order_line_id: shipped.lineIds[0] ?? 0,
    reference: shipped.reference,
    amount_kobo: 100,
  }
  await insertRows(db, 'refunds', { ...buyerPart, created_at: now, changed_at: now })
  const refunded = await buildOrder(app, buyer, [{ item }], { status: 'CANCELED', isPaid: true })
  const payment = { orderId: refunded.orderId, reference: refunded.reference }
  const refund = { order_id: payment.orderId, reference: payment.reference, amount_kobo: 100 }
  await insertRows(db, 'refunds', { ...refund, created_at: now, changed_at: now })
  return {
    'send-paid-mails': [{ orderId }],
    'send-receipt': [{ orderId }],
    'send-sale': [{ orderId, sellerId: seller.id }],
    'send-shipped': [{ orderId: shipped.orderId, parcelId: parcel.id }],
    'send-refunded': [{ orderId, lineIds }],
    'send-sales-canceled': [{ orderId, lineIds }],
    'send-payment-refunded': [payment],
    'send-dispute-opened': [{ disputeId, memberId: seller.id }],
    'send-dispute-decided': [
      { disputeId, memberId: buyer.id },
      { disputeId, memberId: seller.id },
    ],
  }
}

async function payoutPayloads() {
  await setBankAccount(app, seller)
  const account = await readRow(db, 'seller_accounts', { member_id: seller.id }, ['id'])
  const { id } = await insertRow(db, 'payouts', {
    seller_account_id: account.id,
    member_id: seller.id,
    amount_kobo: 1,
    reference: `rs-payout-${randomUUID()}`,
    bank_name: longWord,
    last4: '6789',
    recipient_code: 'RCP_1',
    lagos_day: '2026-01-01',
    created_at: now,
    changed_at: now,
  })
  return {
    'send-payout-mail': [{ payoutId: id, state: 'PENDING' }],
    'send-payout-account-changed': [{ memberId: seller.id }],
  }
}

async function memberPayloads() {
  const stranger = await buildMember(app, { verified_at: null })
  const until = inDays(now, 3)
  const suspended = await buildMember(app, { suspended_until: until, suspension_reason: longWord })
  const banned = await buildMember(app, { banned_at: now, ban_reason: longWord })
  const lifted = {
    action: 'UNSUSPEND_USER',
    actor_id: seller.id,
    member_id: buyer.id,
    reason: longWord,
    created_at: now,
  } as const
  await insertRows(db, 'audit_log', lifted)
  await like(app, buyer, await buildPost(app, seller, { caption: longWord }))
  const dueAt = lastDigestTime(inDays(now, 7))
  await insertRows(db, 'digests', { member_id: seller.id, due_at: dueAt })
  const path = '/mail-validate'
  return {
    'send-verification': [{ memberId: stranger.id, path }],
    'send-reset': [{ memberId: buyer.id, path }],
    'send-suspended': [{ memberId: suspended.id }],
    'send-banned': [{ memberId: banned.id }],
    'send-lifted': [{ memberId: buyer.id }],
    'send-digest': [{ memberId: seller.id, dueAt: dueAt.toISOString() }],
  }
}

/** The payloads of all jobs that send mails. */
const payloads: Record<string, object[]> = {
  ...(await orderPayloads()),
  ...(await payoutPayloads()),
  ...(await memberPayloads()),
}

async function mailsOf(name: string): Promise<Mail[]> {
  sent.splice(0)
  const job = allJobs.find((one) => one.name === name)
  for (const payload of payloads[name] ?? []) await job?.run(app.deps, payload)
  return [...sent]
}

test('the catalogue contains every job that sends a mail', () => {
  const others = ['send-message-push', 'send-push', 'send-refund']
  const names = allJobs.map(({ name }) => name).filter((name) => name.startsWith('send-'))
  expect(names.toSorted()).toEqual([...Object.keys(payloads), ...others].toSorted())
})

test.each(Object.keys(payloads))('the mail of %s has a head and fits a phone', async (name) => {
  const mails = await mailsOf(name)
  expect(mails.length).toBeGreaterThan(0)
  for (const { subject, html, headers } of mails) {
    expect(headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' })
    expect(html).toMatch(/^<!doctype html><html lang="en"><head>/)
    expect(html).toContain('<meta name="viewport" content="width=device-width">')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain(`<title>${subject}</title>`)
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    // All text stands in the one block that breaks long words, and nothing in it has a width or refuses to wrap.
    expect(html).toMatch(/<body[^>]*>\n<div style="[^"]*overflow-wrap:anywhere">.*<\/div><\/body><\/html>$/s)
    expect(html).not.toMatch(/nowrap|<(table|img|pre)|[";](min-)?width:/)
  }
})

test('only the buyer of a disputed line is told how long a refund takes', async () => {
  const [toBuyer, toSeller] = await mailsOf('send-dispute-decided')
  expect(toBuyer?.text).toContain('A refund takes up to 10 working days')
  expect(toSeller?.to).toBe(seller.email)
  expect(toSeller?.text).not.toContain('working days')
})
