import { expect, test } from 'vitest'
import { transact, type Tx } from '#api/db/db.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { notificationsOf, readNotifications } from '#api/test/builders/notifications.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { findOrderFacts } from './order-facts.ts'
import { notifyCanceled, notifyEnded, notifyPaid, notifyReceived, notifyShipped } from './order-messages.ts'

const app = await sharedApp()

async function soldDrum() {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { name: 'Drum', thumbnail_url: '/media/drum.webp' })
  const order = await buildOrder(app, buyer, [{ item: drum, count: 2 }], { status: 'PROCESSING' })
  const { orderId, transactionRef: title, lineIds } = order
  const lineId = lineIds[0] ?? 0
  const about = { type: 'order', title, thumbnail: '/media/drum.webp', postId: null }
  /** Returns the new notifications of buyer and seller after `change`, null for none, and marks them as read. */
  const textsAfter = async (change: (tx: Tx) => Promise<void>) => {
    await transact(app.deps.db, change)
    const texts = []
    for (const [member, target] of [
      [buyer, { ...about, id: orderId, isSale: false }],
      [seller, { ...about, id: lineId, isSale: true }],
    ] as const) {
      const rows = await notificationsOf(app, member, { unread: 'true' })
      await readNotifications(app, member)
      for (const row of rows) expect(row).toMatchObject({ kind: 'ORDER', target, actorCount: 0 })
      texts.push(rows.map(({ text }) => text).join() || null)
    }
    return texts
  }
  return { orderId, lineId, title, textsAfter }
}

test('notifies buyer and seller of each step with their own link', async () => {
  const { orderId, lineId, title, textsAfter } = await soldDrum()
  const { deps } = app
  const lineIds = [lineId]
  const parcels = await deps.db.selectFrom('parcels').select('id').where('order_id', '=', orderId).execute()
  const received = { orderId, parcelIds: parcels.map(({ id }) => id) }
  const order = await findOrderFacts(deps.db, orderId)
  if (!order) throw new Error('There is no such order.')
  expect(await textsAfter((tx) => notifyPaid(deps, tx, order))).toEqual([
    `Your order ${title} is paid`,
    '2 × “Drum” is sold and paid',
  ])
  expect(await textsAfter((tx) => notifyShipped(deps, tx, orderId, parcels[0]?.id ?? 0))).toEqual([
    `2 × “Drum” of your order ${title} is on its way`,
    null,
  ])
  expect(await textsAfter((tx) => notifyReceived(deps, tx, received, 'buyer'))).toEqual([
    null,
    '2 × “Drum” has been received',
  ])
  expect(await textsAfter((tx) => notifyReceived(deps, tx, received, 'time'))).toEqual([
    `A part of your order ${title} is completed`,
    '2 × “Drum” is completed',
  ])
  const canceled = `2 × “Drum” of your order ${title} has been canceled`
  expect(await textsAfter((tx) => notifyCanceled(deps, tx, { orderId, lineIds }, 'seller'))).toEqual([
    canceled,
    null,
  ])
  expect(await textsAfter((tx) => notifyCanceled(deps, tx, { orderId, lineIds }, 'admin'))).toEqual([
    canceled,
    '2 × “Drum” has been canceled',
  ])
  const ends = { CANCELED: 'has been canceled', FAILED: 'has failed' } as const
  for (const how of ['CANCELED', 'FAILED'] as const)
    expect(await textsAfter((tx) => notifyEnded(deps, tx, orderId, how))).toEqual([
      `Your order ${title} ${ends[how]}`,
      null,
    ])
})

test('writes two rows for an order and a sale with the same id', async () => {
  const both = await buildMember(app)
  const target = { id: 1_000_000 }
  const rows = (['order', 'sale'] as const).map((target_type) => ({
    member_id: both.id,
    kind: 'ORDER' as const,
    target_type,
    target_id: target.id,
    body: target_type,
    created_at: app.clock.now(),
    latest_at: app.clock.now(),
  }))
  await app.deps.db.insertInto('notifications').values(rows).execute()
  expect(await notificationsOf(app, both)).toMatchObject([
    { text: 'sale', target: null },
    { text: 'order', target: null },
  ])
})
