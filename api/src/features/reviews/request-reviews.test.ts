import { expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { requestReviews } from './request-reviews.ts'

const app = await sharedApp()
const seller = await buildMember(app)

async function buildCompleted(daysAgo: number, count = 1) {
  const buyer = await buildMember(app)
  const items = await Promise.all(Array.from({ length: count }, () => buildItem(app, seller)))
  const at = inDays(app.clock.now(), -daysAgo)
  const lines = items.map((item) => ({ item }))
  const { orderId, lineIds } = await buildOrder(app, buyer, lines, { status: 'COMPLETED', at })
  return { buyer, orderId, lineIds }
}

const asked = async (buyer: { token: string }) =>
  (await notificationsOf(app, buyer, { kinds: 'REVIEW' })).map(({ text }) => text)

test('notifies a buyer once, three days after completion', async () => {
  const [one, several] = [await buildCompleted(3), await buildCompleted(4, 3)]
  const [early, ancient] = [await buildCompleted(2), await buildCompleted(40)]
  await Promise.all([requestReviews.run(app.deps, {}), requestReviews.run(app.deps, {})])
  expect(await notificationsOf(app, one.buyer)).toMatchObject([
    {
      kind: 'REVIEW',
      target: { type: 'order', id: one.orderId },
      text: 'How was “Adire wrapper”? Tell others with a review',
    },
  ])
  expect(await asked(several.buyer)).toEqual([
    'How were “Adire wrapper” and 2 more? Tell others with a review',
  ])
  expect(await asked(early.buyer)).toEqual([])
  expect(await asked(ancient.buyer)).toEqual([])
  await app.call('PATCH', '/notifications/read', { token: one.buyer.token, body: {} })
  await requestReviews.run(app.deps, {})
  expect(await asked(one.buyer)).toHaveLength(1)
})

test('notifies nobody of what is already reviewed', async () => {
  const { buyer, lineIds } = await buildCompleted(3)
  await app.deps.db
    .updateTable('order_lines')
    .set({ reviewed_at: app.clock.now() })
    .where('id', 'in', lineIds)
    .execute()
  await requestReviews.run(app.deps, {})
  expect(await asked(buyer)).toEqual([])
})
