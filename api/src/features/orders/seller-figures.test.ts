import { expect, test } from 'vitest'
import { sellerFigures } from '@rootsquare/contract/trade/orders'
import { buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

type Signed = { token: string }
const ask = ({ token }: Signed, query: Record<string, string> = {}) =>
  app.call('GET', '/cart/seller/figures', { token, query })

test('counts the seller’s paid sales by their day in Lagos', async () => {
  const [buyer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { price_kobo: 500_010, stock: 50 })
  const cloth = await buildItem(app, other, { price_kobo: 700_000, stock: 50 })
  const sold = async (at: string, status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELED', count = 1) =>
    buildOrder(app, buyer, [{ item: drum, count }, { item: cloth }], { status, at: new Date(at) })
  // The last minute before the range and its first minute, in Lagos time.
  await sold('2026-03-01T22:59:00Z', 'COMPLETED')
  await sold('2026-03-01T23:00:00Z', 'COMPLETED', 2)
  await sold('2026-03-04T22:59:00Z', 'PROCESSING')
  await sold('2026-03-04T22:58:00Z', 'PROCESSING')
  await sold('2026-03-04T23:00:00Z', 'PROCESSING')
  await sold('2026-03-03T12:00:00Z', 'PENDING')
  await sold('2026-03-03T12:00:00Z', 'CANCELED')
  const declined = await sold('2026-03-03T12:00:00Z', 'PROCESSING')
  await app.deps.db
    .updateTable('order_lines')
    .set({ canceled_at: app.clock.now() })
    .where('id', '=', declined.lineIds[0] ?? 0)
    .execute()
  const query = { startDate: '2026-03-02', endDate: '2026-03-04' }
  const figures = dataOf(sellerFigures, await ask(seller, query))
  expect(figures.sales).toEqual({
    total: 20_000.4,
    growthRate: 300,
    average: 6666.8,
    trend: [
      { date: '2026-03-02', value: 10_000.2 },
      { date: '2026-03-03', value: 0 },
      { date: '2026-03-04', value: 10_000.2 },
    ],
  })
  expect(figures.units).toMatchObject({ total: 4, growthRate: 300, average: 1.3 })
  expect(figures.openOrders.trend.map(({ value }) => value)).toEqual([0, 0, 2])
  const monthly = dataOf(sellerFigures, await ask(seller, { ...query, granularity: 'monthly' }))
  expect(monthly.units.trend).toEqual([{ date: '2026-03-02', value: 4 }])
  expect(dataOf(sellerFigures, await ask(buyer, query)).sales.total).toBe(0)
})

test('defaults to one month, and rejects impossible dates', async () => {
  const seller = await buildMember(app)
  const item = await buildItem(app, seller, { price_kobo: 10_000 })
  await buildOrder(app, await buildMember(app), [{ item }], { status: 'PROCESSING' })
  const { sales, openOrders } = dataOf(sellerFigures, await ask(seller))
  expect(sales.trend.length).toBeGreaterThanOrEqual(29)
  expect([sales.trend.at(-1)?.value, openOrders.trend.at(-1)?.value]).toEqual([100, 1])
  const odd: Record<string, string>[] = [
    { startDate: '2026-03-02', endDate: '2026-03-01' },
    { startDate: '2020-01-01', endDate: '2026-03-01' },
    { startDate: '2026-02-30' },
  ]
  for (const query of odd) expectFailure(await ask(seller, query), 400)
  for (const day of ['0001-01-01', '0000-01-01', '9999-12-31']) {
    const { status, body } = await ask(seller, { startDate: day, endDate: day })
    expect([day, status, body.data?.sales?.total]).toEqual([day, 200, 0])
  }
})
