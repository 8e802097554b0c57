import { describe, expect, test } from 'vitest'
import { createItem, updateItem } from '@rootsquare/contract/trade/market'
import {
  requestCreateItem,
  buildItem,
  change,
  decide,
  itemRow,
  newItem,
  sell,
} from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const seller = await buildMember(app)
const admin = await buildMember(app, { role: 'ADMIN' })
const inEnugu = {
  methods: ['PICKUP', 'DELIVERY'],
  feeSameState: 1500.5,
  feeOtherState: 3000,
  stateCode: 'NG-EN',
  lgaCode: 'NG-EN-NSUKKA',
}
const free = { methods: ['DELIVERY'], feeSameState: 0, feeOtherState: 0, stateCode: null, lgaCode: null }
const offerWith = async (delivery: unknown) =>
  requestCreateItem(app, seller, await newItem(app, seller, { delivery }))

test('shows place and delivery methods of an item', async () => {
  const item = dataOf(
    createItem,
    await offerWith({ ...inEnugu, methods: ['DELIVERY', 'PICKUP'], stateCode: 'ng-en' }),
  )
  expect(item.delivery).toEqual(inEnugu)
  expect(await itemRow(app, item)).toMatchObject({ fee_same_state_kobo: 150_050, state_code: 'NG-EN' })
})

test('has no fee and no place by default, and for null', async () => {
  const pickup = { ...free, methods: ['PICKUP'] }
  const nulls = { feeSameState: null, feeOtherState: null, stateCode: null, lgaCode: null }
  for (const [delivery, expected] of [
    [{ methods: ['PICKUP'] }, pickup],
    [{ methods: ['PICKUP'], ...nulls }, pickup],
    [null, free],
  ])
    expect(dataOf(createItem, await offerWith(delivery)).delivery).toEqual(expected)
})

test.each([
  [{ methods: [] }, 'methods'],
  [{ methods: ['DRONE'] }, 'methods.0'],
  [{ methods: ['PICKUP', 'PICKUP'] }, 'methods'],
  [{ feeSameState: -1 }, 'feeSameState'],
  [{ feeSameState: '100' }, 'feeSameState'],
  [{ feeOtherState: 1_000_000.01 }, 'feeOtherState'],
  [{ feeOtherState: 0.001 }, 'feeOtherState'],
  [{ stateCode: 'NG-XX' }, 'stateCode'],
  [{ stateCode: null }, 'stateCode'],
  [{ lgaCode: 'NG-LA-IKEJA' }, 'lgaCode'],
  [{ lgaCode: 'nowhere' }, 'lgaCode'],
])('rejects %j', async (wrong, field) => {
  const { fields } = expectFailure(await offerWith({ ...inEnugu, ...wrong }), 400)
  expect(Object.keys(fields ?? {})).toEqual([`delivery.${field}`])
})

test('changes as a whole, while the item stays approved', async () => {
  const { id } = await sell(app, seller, admin, { delivery: inEnugu })
  const put = async (body: unknown) => dataOf(updateItem, await change(app, seller, id, body))
  expect(await put({ price: 5 })).toMatchObject({ delivery: inEnugu, isApproved: true })
  expect(await put({ delivery: { methods: ['DELIVERY'] } })).toMatchObject({
    delivery: free,
    isApproved: true,
  })
  expect(await put({ delivery: inEnugu })).toMatchObject({ delivery: inEnugu })
  expect(await put({ delivery: null })).toMatchObject({ delivery: free, isApproved: true })
})

test('makes a disapproved item wait again when it changes', async () => {
  const item = await buildItem(app, seller, { is_approved: false })
  await decide(app, admin, item, { state: false, reason: 'Where is it?' })
  const put = async (delivery: unknown) =>
    dataOf(updateItem, await change(app, seller, item.id, { delivery })).disapprovalReason
  expect(await put(free)).toBe('Where is it?')
  expect(await put(inEnugu)).toBeNull()
})

describe('a fee', () => {
  const put = async ({ id }: { id: number }, body: unknown) =>
    dataOf(updateItem, await change(app, seller, id, body))
  const delivered = (feeSameState: number, feeOtherState = 0) => ({
    delivery: { methods: ['DELIVERY'], feeSameState, feeOtherState },
  })

  test.each([
    [0, 500, true],
    [0, 500.01, false],
    [100, 150, true],
    [100, 150.01, false],
    [1000, 1500, true],
    [1000, 1500.01, false],
    [4000, 4500.01, false],
    [4000, 100, true],
  ])('raised from ₦%d to ₦%d leaves the item approved: %j', async (from, to, isApproved) => {
    const same = await sell(app, seller, admin, delivered(from))
    expect(await put(same, delivered(to))).toMatchObject({ isApproved })
    const other = await sell(app, seller, admin, delivered(0, from))
    expect(await put(other, delivered(0, to))).toMatchObject({ isApproved })
  })

  test('counts from the approved one, so that small raises do not add up', async () => {
    const item = await sell(app, seller, admin, delivered(1000))
    expect(await put(item, delivered(1400))).toMatchObject({ isApproved: true })
    expect(await put(item, delivered(0))).toMatchObject({ isApproved: true })
    expect(await put(item, delivered(1500))).toMatchObject({ isApproved: true })
    expect(await put(item, delivered(1600))).toMatchObject({ isApproved: false })
    await decide(app, admin, item)
    expect(await put(item, delivered(2100))).toMatchObject({ isApproved: true })
  })

  test('counts from the current one of an item that was approved before fees were', async () => {
    const item = await buildItem(app, seller, { fee_same_state_kobo: 100_000 })
    expect(await put(item, delivered(1500))).toMatchObject({ isApproved: true })
    expect(await put(item, delivered(1500.01))).toMatchObject({ isApproved: false })
  })

  test('of an item that was only picked up was never approved', async () => {
    const fees = { feeSameState: 20_000, feeOtherState: 20_000 }
    const item = await sell(app, seller, admin, { delivery: { methods: ['PICKUP'], ...fees } })
    const both = { delivery: { methods: ['PICKUP', 'DELIVERY'], ...fees } }
    expect(await put(item, both)).toMatchObject({ isApproved: false })
  })

  test('is at most ₦50,000 or the price, whichever is higher', async () => {
    const error = { 'delivery.feeOtherState': 'Must be at most ₦50,000.00 for an item at this price.' }
    const tooMuch = await newItem(app, seller, { price: 10, ...delivered(50_000, 50_000.01) })
    expect(expectFailure(await requestCreateItem(app, seller, tooMuch), 400).fields).toEqual(error)
    const item = await sell(app, seller, admin, { price: 2_000_000, ...delivered(2_000_000) })
    const change400 = async (body: unknown) =>
      expectFailure(await change(app, seller, item.id, body), 400).fields
    expect(Object.keys((await change400(delivered(2_000_000.01))) ?? {})).toEqual(['delivery.feeSameState'])
    expect(Object.keys((await change400({ price: 1_999_999.99 })) ?? {})).toEqual(['price'])
    expect(await put(item, { price: 10, ...delivered(50_000) })).toMatchObject({ price: 10 })
    expect(await change400({ price: 20, ...delivered(0, 60_000) })).toHaveProperty(['delivery.feeOtherState'])
  })

  test('above the limit since before there was one changes with fee or price only', async () => {
    const item = await buildItem(app, seller, { price_kobo: 1000, fee_other_state_kobo: 9_000_000 })
    expect(await put(item, { stock: 7 })).toMatchObject({ stock: 7, isApproved: true })
    expectFailure(await change(app, seller, item.id, { price: 11 }), 400)
  })
})
