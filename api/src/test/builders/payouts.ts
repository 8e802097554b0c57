import { sql } from 'kysely'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import type { TestApp } from '#api/test/test-app.ts'

type One = { id: number }

/** A completed order of one item. */
export async function buildFinishedSale(app: TestApp, seller: One, { kobo = 500_000, daysAgo = 5 } = {}) {
  const [buyer, item] = [await buildMember(app), await buildItem(app, seller, { price_kobo: kobo })]
  const at = inDays(app.clock.now(), -daysAgo)
  return { ...(await buildOrder(app, buyer, [{ item }], { status: 'COMPLETED', at })), buyer }
}

/** Known to the provider and usable since yesterday. */
export async function setBankAccount({ deps }: TestApp, { id }: One, accountNumber = '0123456789') {
  const bank = { bankCode: '058', accountNumber }
  const { recipientCode } = await deps.payments.createRecipient({ ...bank, name: 'ADA OBI' })
  const account = {
    bank_code: '058',
    bank_name: 'Guaranty Trust Bank',
    account_name: 'ADA OBI',
    last4: accountNumber.slice(-4),
    recipient_code: recipientCode,
    usable_from: inDays(deps.clock.now(), -1),
    changed_at: inDays(deps.clock.now(), -2),
  }
  await deps.db
    .insertInto('payout_accounts')
    .values({ member_id: id, ...account })
    .onConflict((on) => on.column('member_id').doUpdateSet(account))
    .execute()
  return recipientCode
}

/** A seller with a bank account and a completed sale of five days ago. */
export async function buildPaidSeller(app: TestApp, kobo = 500_000) {
  const seller = await buildMember(app)
  await setBankAccount(app, seller)
  const order = await buildFinishedSale(app, seller, { kobo })
  return { seller, order }
}

/** The rows, oldest first. */
export const payoutsOf = ({ deps }: TestApp, seller: One) =>
  deps.db.selectFrom('payouts').selectAll().where('member_id', '=', seller.id).orderBy('id').execute()

/** In Naira. */
export async function moneyOf({ deps }: TestApp, seller: One) {
  const { rows } = await sql<{ held: number; available: number; onTheWay: number }>`
    select held_kobo / 100::float as held, available_kobo / 100::float as available, on_the_way_kobo / 100::float as "onTheWay"
    from seller_accounts where member_id = ${seller.id}`.execute(deps.db)
  return rows[0]
}
