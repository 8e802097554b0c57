import { expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { countQueues as endpoint, maxQueueCount } from '@rootsquare/contract/moderation'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildMembers } from '#api/test/builders/members.ts'
import { buildSale } from '#api/test/builders/payments.ts'
import { dataOf } from '#api/test/answer.ts'
import { insertRow } from '#api/test/rows.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const [member, other] = await buildMembers(app, 2)

const count = async (by = admin) =>
  dataOf(endpoint, await app.call('GET', '/user/admin/queues', { token: by.token }))

const report = (reporterId: number, reportedId: number, targetIds: number[]) =>
  sql`insert into reports (reporter_id, reported_id, target_type, target_id, reason, snapshot, created_at)
    select ${reporterId}, ${reportedId}, 'post', id, 'Spam', '{}', ${app.clock.now()}
    from unnest(${targetIds}::bigint[]) as id`.execute(app.deps.db)

test('counts what waits for staff, and reports by their target', async () => {
  const before = await count()
  await report(member.id, other.id, [1, 2])
  await report(admin.id, other.id, [1])
  await report(member.id, admin.id, [3])
  await buildItem(app, member, { is_approved: false })
  await buildItem(app, member, { is_approved: false, disapproval_reason: 'No' })
  const { order } = await buildSale(app, { status: 'PROCESSING' })
  await sql`update payment_attempts set state = 'HELD' where order_id = ${order.orderId}`.execute(app.deps.db)
  await sql`insert into refunds (order_id, reference, amount_kobo, state, created_at, changed_at)
    select order_id, reference, 1, 'FAILED', created_at, created_at from payment_attempts`.execute(
    app.deps.db,
  )
  for (const [at, { id }] of [member, other, admin].entries())
    await insertRow(app.deps.db, 'proposed_groups', {
      member_id: id,
      name: ['Igara', 'Ìgàrà', 'Ogori'][at] ?? '',
      created_at: app.clock.now(),
    })
  expect(await count()).toEqual({
    ...before,
    cases: before.cases + 2,
    items: before.items + 1,
    held: before.held + 1,
    refunds: before.refunds + 1,
    named: before.named + 2,
  })
  const another = await buildMember(app, { role: 'ADMIN' })
  expect((await count(another)).cases).toBe(before.cases + 3)
})

test('counts no further than the maximum', async () => {
  // Tests run in any order, and the other test counts the rows that it adds.
  onTestFinished(async () => {
    await sql`delete from reports where reporter_id = ${other.id}`.execute(app.deps.db)
  })
  await report(
    other.id,
    member.id,
    Array.from({ length: maxQueueCount + 1 }, (_, n) => 1000 + n),
  )
  expect((await count()).cases).toBe(maxQueueCount)
})
