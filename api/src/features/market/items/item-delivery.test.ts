import { expect, test } from 'vitest'
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
